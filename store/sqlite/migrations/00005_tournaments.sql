-- +goose Up
CREATE TABLE tournaments (
  id      TEXT PRIMARY KEY,
  seq     INTEGER NOT NULL,
  kind    TEXT NOT NULL,
  game    TEXT NOT NULL,
  status  TEXT NOT NULL,
  listed  INTEGER NOT NULL,
  start   INTEGER NOT NULL,
  due     INTEGER,
  updated INTEGER NOT NULL,
  info    BLOB NOT NULL
) WITHOUT ROWID;
CREATE INDEX tournaments_due ON tournaments (due) WHERE due IS NOT NULL;
CREATE INDEX tournaments_start ON tournaments (start) WHERE listed = 1;

CREATE TABLE tournament_events (
  tournament TEXT NOT NULL,
  seq        INTEGER NOT NULL,
  data       BLOB NOT NULL,
  PRIMARY KEY (tournament, seq)
) WITHOUT ROWID;

CREATE TABLE entrants (
  user_id    TEXT NOT NULL,
  tournament TEXT NOT NULL,
  PRIMARY KEY (user_id, tournament)
) WITHOUT ROWID;

CREATE TABLE tournament_games (
  table_id   TEXT PRIMARY KEY,
  tournament TEXT NOT NULL,
  no         INTEGER NOT NULL,
  UNIQUE (tournament, no)
) WITHOUT ROWID;

-- +goose Down
DROP TABLE tournament_games;
DROP TABLE entrants;
DROP TABLE tournament_events;
DROP TABLE tournaments;
