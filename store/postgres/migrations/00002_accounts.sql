-- +goose Up
CREATE TABLE accounts (
  user_id  TEXT PRIMARY KEY,
  login    TEXT NOT NULL UNIQUE,
  password TEXT NOT NULL,
  owner    TEXT NOT NULL,
  banned   TEXT NOT NULL,
  created  BIGINT NOT NULL
);
CREATE INDEX accounts_owner ON accounts (owner) WHERE owner <> '';

CREATE TABLE ratings (
  user_id    TEXT NOT NULL,
  game       TEXT NOT NULL,
  speed      TEXT NOT NULL,
  rating     DOUBLE PRECISION NOT NULL,
  deviation  DOUBLE PRECISION NOT NULL,
  volatility DOUBLE PRECISION NOT NULL,
  games      BIGINT NOT NULL,
  updated    BIGINT NOT NULL,
  PRIMARY KEY (user_id, game, speed)
);
CREATE INDEX ratings_board ON ratings (game, speed, rating);

CREATE TABLE rated (
  table_id TEXT PRIMARY KEY,
  at       BIGINT NOT NULL
);
CREATE INDEX tables_rated ON tables (status, id) WHERE rated = 1;

CREATE TABLE hooks (
  user_id TEXT PRIMARY KEY,
  url     TEXT NOT NULL,
  secret  TEXT NOT NULL
);

-- +goose Down
DROP TABLE hooks;
DROP INDEX tables_rated;
DROP TABLE rated;
DROP TABLE ratings;
DROP TABLE accounts;
