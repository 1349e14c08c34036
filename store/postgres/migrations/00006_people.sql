-- +goose Up
CREATE TABLE follows (
  user_id TEXT NOT NULL,
  other   TEXT NOT NULL,
  since   BIGINT NOT NULL,
  PRIMARY KEY (user_id, other)
);
CREATE INDEX follows_other ON follows (other);

CREATE TABLE blocks (
  user_id TEXT NOT NULL,
  other   TEXT NOT NULL,
  since   BIGINT NOT NULL,
  PRIMARY KEY (user_id, other)
);
CREATE INDEX blocks_other ON blocks (other);

CREATE TABLE manners (
  user_id    TEXT PRIMARY KEY,
  challenges TEXT NOT NULL,
  seen       BIGINT NOT NULL
);

CREATE TABLE challenges (
  id       TEXT PRIMARY KEY,
  pair     TEXT NOT NULL,
  from_id  TEXT NOT NULL,
  to_id    TEXT NOT NULL,
  setup    BYTEA NOT NULL,
  word     TEXT NOT NULL,
  at       BIGINT NOT NULL,
  until    BIGINT NOT NULL,
  status   TEXT NOT NULL,
  table_id TEXT NOT NULL
);
CREATE UNIQUE INDEX challenges_pair ON challenges (pair) WHERE status = 'open';
CREATE INDEX challenges_from ON challenges (from_id);
CREATE INDEX challenges_to ON challenges (to_id);

CREATE TABLE reports (
  id       TEXT PRIMARY KEY,
  by_id    TEXT NOT NULL,
  about_id TEXT NOT NULL,
  table_id TEXT NOT NULL,
  why      TEXT NOT NULL,
  text     TEXT NOT NULL,
  at       BIGINT NOT NULL,
  done     BIGINT NOT NULL
);
CREATE INDEX reports_at ON reports (at);

-- +goose Down
DROP TABLE reports;
DROP TABLE challenges;
DROP TABLE manners;
DROP TABLE blocks;
DROP TABLE follows;
