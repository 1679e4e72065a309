-- What the explorer says of early positions, which nearly all games go through: reading their rows one by
-- one takes longer the more games there are. See `tally.rs`.
CREATE TABLE tally (
    key INTEGER NOT NULL,
    move INTEGER NOT NULL,
    games INTEGER NOT NULL,
    -- Who won, where that is known.
    black INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    white INTEGER NOT NULL,
    -- The sum of all results in discs, from Black's view.
    discs INTEGER NOT NULL,
    PRIMARY KEY (key, move)
) STRICT, WITHOUT ROWID;
