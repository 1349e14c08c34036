-- +goose Up
CREATE TABLE tables (
  id       TEXT PRIMARY KEY,
  version  BIGINT NOT NULL,
  seq      BIGINT NOT NULL,
  game     TEXT NOT NULL,
  rules    BIGINT NOT NULL,
  status   TEXT NOT NULL,
  listed   BIGINT NOT NULL,
  rated    BIGINT NOT NULL,
  acting   BIGINT NOT NULL,
  deadline BIGINT,
  created  BIGINT NOT NULL,
  updated  BIGINT NOT NULL,
  info     BYTEA NOT NULL,
  private  BYTEA NOT NULL
);
CREATE INDEX tables_due ON tables (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX tables_listed ON tables (status, created, id) WHERE listed = 1;

CREATE TABLE events (
  table_id TEXT NOT NULL,
  seq      BIGINT NOT NULL,
  data     BYTEA NOT NULL,
  PRIMARY KEY (table_id, seq)
);

CREATE TABLE members (
  user_id  TEXT NOT NULL,
  table_id TEXT NOT NULL,
  seat     BIGINT NOT NULL,
  PRIMARY KEY (user_id, table_id, seat)
);

CREATE TABLE outbox (
  id       BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at       BIGINT NOT NULL,
  table_id TEXT NOT NULL,
  seq      BIGINT NOT NULL
);

CREATE TABLE users (
  id      TEXT PRIMARY KEY,
  kind    TEXT NOT NULL,
  name    TEXT NOT NULL,
  created BIGINT NOT NULL
);

CREATE TABLE sessions (
  hash    TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  created BIGINT NOT NULL,
  expires BIGINT NOT NULL
);
CREATE INDEX sessions_user ON sessions (user_id);

CREATE TABLE chat (
  id       BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  table_id TEXT NOT NULL,
  at       BIGINT NOT NULL,
  user_id  TEXT NOT NULL,
  name     TEXT NOT NULL,
  seat     TEXT NOT NULL,
  text     TEXT NOT NULL,
  msg      TEXT NOT NULL
);
CREATE INDEX chat_table ON chat (table_id, id);
CREATE UNIQUE INDEX chat_msg ON chat (table_id, user_id, msg) WHERE msg <> '';

CREATE TABLE mutes (
  user_id TEXT NOT NULL,
  other   TEXT NOT NULL,
  PRIMARY KEY (user_id, other)
);

CREATE TABLE alive (
  one BIGINT PRIMARY KEY CHECK (one = 1),
  at  BIGINT NOT NULL
);
CREATE TABLE gaps (
  since BIGINT PRIMARY KEY,
  until BIGINT NOT NULL
);

-- +goose Down
DROP TABLE gaps;
DROP TABLE alive;
DROP TABLE mutes;
DROP TABLE chat;
DROP TABLE sessions;
DROP TABLE users;
DROP TABLE outbox;
DROP TABLE members;
DROP TABLE events;
DROP TABLE tables;
