CREATE TABLE player (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE event (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE game (
    id INTEGER PRIMARY KEY,
    -- What makes it the same game again: see `stored.rs`.
    fingerprint INTEGER NOT NULL UNIQUE,
    size INTEGER NOT NULL,
    -- The squares and the side, where it did not begin at the opening position.
    start TEXT,
    -- A byte a move, two on boards of more than 15 rows.
    moves BLOB NOT NULL,
    plies INTEGER NOT NULL,
    black INTEGER REFERENCES player (id),
    white INTEGER REFERENCES player (id),
    event INTEGER REFERENCES event (id),
    -- In the words of its file, and the year that they name.
    date TEXT,
    year INTEGER,
    -- Discs from Black's view, the empty squares going to the winner.
    score INTEGER,
    opening TEXT,
    -- All that has no column, in JSON; nothing where there is nothing.
    rest TEXT
) STRICT;

CREATE INDEX game_by_black ON game (black);
CREATE INDEX game_by_white ON game (white);
CREATE INDEX game_by_event ON game (event);
CREATE INDEX game_by_year ON game (year);

-- Every position of every game, and what was played there: see `index.rs`.
CREATE TABLE position (
    key INTEGER NOT NULL,
    move INTEGER NOT NULL,
    game INTEGER NOT NULL,
    score INTEGER,
    PRIMARY KEY (key, move, game)
) STRICT, WITHOUT ROWID;
