-- +goose Up
CREATE TABLE accounts (
  user_id  TEXT PRIMARY KEY,
  login    TEXT NOT NULL UNIQUE,
  password TEXT NOT NULL,
  owner    TEXT NOT NULL,
  banned   TEXT NOT NULL,
  created  INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX accounts_owner ON accounts (owner) WHERE owner <> '';

CREATE TABLE ratings (
  user_id    TEXT NOT NULL,
  game       TEXT NOT NULL,
  speed      TEXT NOT NULL,
  rating     REAL NOT NULL,
  deviation  REAL NOT NULL,
  volatility REAL NOT NULL,
  games      INTEGER NOT NULL,
  updated    INTEGER NOT NULL,
  PRIMARY KEY (user_id, game, speed)
) WITHOUT ROWID;
CREATE INDEX ratings_board ON ratings (game, speed, rating);

CREATE TABLE rated (
  table_id TEXT PRIMARY KEY,
  at       INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX tables_rated ON tables (status, id) WHERE rated = 1;

CREATE TABLE hooks (
  user_id TEXT PRIMARY KEY,
  url     TEXT NOT NULL,
  secret  TEXT NOT NULL
) WITHOUT ROWID;

-- +goose Down
DROP TABLE hooks;
DROP INDEX tables_rated;
DROP TABLE rated;
DROP TABLE ratings;
DROP TABLE accounts;
