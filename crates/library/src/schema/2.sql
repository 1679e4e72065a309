-- What was found out about a game: a `study::Review` in JSON, deflated.
CREATE TABLE review (
    game INTEGER PRIMARY KEY REFERENCES game (id) ON DELETE CASCADE,
    -- Whether nothing is left to ask.
    is_whole INTEGER NOT NULL,
    review BLOB NOT NULL
) STRICT;

-- Puzzles of one's own, as lines of a puzzle file. The number is the hash of the position.
CREATE TABLE puzzle (
    id INTEGER PRIMARY KEY,
    line TEXT NOT NULL,
    -- The game that it was made from, if it is here.
    game INTEGER REFERENCES game (id) ON DELETE SET NULL
) STRICT;

-- Puzzles that were decided, in their order. They need not be in the table of puzzles: those that
-- the program ships with are not.
CREATE TABLE attempt (
    id INTEGER PRIMARY KEY,
    puzzle INTEGER NOT NULL,
    -- Seconds since 1970.
    at INTEGER NOT NULL,
    -- The move that was tried first; none if the answer was shown.
    move TEXT,
    solved INTEGER NOT NULL,
    loss REAL,
    -- The person's rating before it, if the puzzle counted, and after it.
    before REAL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL
) STRICT;

CREATE INDEX attempt_by_puzzle ON attempt (puzzle);

-- Puzzles that were missed, and when they come back.
CREATE TABLE due (
    puzzle INTEGER PRIMARY KEY,
    due INTEGER NOT NULL,
    -- A `study::Card` in JSON.
    card TEXT NOT NULL
) STRICT;
