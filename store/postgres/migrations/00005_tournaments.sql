-- +goose Up
CREATE TABLE tournaments (
  id      TEXT PRIMARY KEY,
  seq     BIGINT NOT NULL,
  kind    TEXT NOT NULL,
  game    TEXT NOT NULL,
  status  TEXT NOT NULL,
  listed  BIGINT NOT NULL,
  start   BIGINT NOT NULL,
  due     BIGINT,
  updated BIGINT NOT NULL,
  info    BYTEA NOT NULL
);
CREATE INDEX tournaments_due ON tournaments (due) WHERE due IS NOT NULL;
CREATE INDEX tournaments_start ON tournaments (start) WHERE listed = 1;

CREATE TABLE tournament_events (
  tournament TEXT NOT NULL,
  seq        BIGINT NOT NULL,
  data       BYTEA NOT NULL,
  PRIMARY KEY (tournament, seq)
);

CREATE TABLE entrants (
  user_id    TEXT NOT NULL,
  tournament TEXT NOT NULL,
  PRIMARY KEY (user_id, tournament)
);

CREATE TABLE tournament_games (
  table_id   TEXT PRIMARY KEY,
  tournament TEXT NOT NULL,
  no         BIGINT NOT NULL,
  UNIQUE (tournament, no)
);

-- +goose Down
DROP TABLE tournament_games;
DROP TABLE entrants;
DROP TABLE tournament_events;
DROP TABLE tournaments;
