-- +goose Up
CREATE TABLE tables (
  id       TEXT PRIMARY KEY,
  version  INTEGER NOT NULL,
  seq      INTEGER NOT NULL,
  game     TEXT NOT NULL,
  rules    INTEGER NOT NULL,
  status   TEXT NOT NULL,
  listed   INTEGER NOT NULL,
  rated    INTEGER NOT NULL,
  acting   INTEGER NOT NULL,
  deadline INTEGER,
  created  INTEGER NOT NULL,
  updated  INTEGER NOT NULL,
  info     BLOB NOT NULL,
  private  BLOB NOT NULL
) WITHOUT ROWID;
CREATE INDEX tables_due ON tables (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX tables_listed ON tables (status, created, id) WHERE listed = 1;

CREATE TABLE events (
  table_id TEXT NOT NULL,
  seq      INTEGER NOT NULL,
  data     BLOB NOT NULL,
  PRIMARY KEY (table_id, seq)
) WITHOUT ROWID;

CREATE TABLE members (
  user_id  TEXT NOT NULL,
  table_id TEXT NOT NULL,
  seat     INTEGER NOT NULL,
  PRIMARY KEY (user_id, table_id, seat)
) WITHOUT ROWID;

CREATE TABLE outbox (
  id       INTEGER PRIMARY KEY AUTOINCREMENT,
  at       INTEGER NOT NULL,
  table_id TEXT NOT NULL,
  seq      INTEGER NOT NULL
);

CREATE TABLE users (
  id      TEXT PRIMARY KEY,
  kind    TEXT NOT NULL,
  name    TEXT NOT NULL,
  created INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE sessions (
  hash    TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  created INTEGER NOT NULL,
  expires INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX sessions_user ON sessions (user_id);

CREATE TABLE chat (
  id       INTEGER PRIMARY KEY AUTOINCREMENT,
  table_id TEXT NOT NULL,
  at       INTEGER NOT NULL,
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
) WITHOUT ROWID;

CREATE TABLE alive (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  at  INTEGER NOT NULL
);
CREATE TABLE gaps (
  since INTEGER PRIMARY KEY,
  until INTEGER NOT NULL
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
