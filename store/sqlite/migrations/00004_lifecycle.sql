-- +goose Up
CREATE TABLE keys (
  name  TEXT PRIMARY KEY,
  value BLOB NOT NULL
);

CREATE TABLE kept_names (
  hash  TEXT PRIMARY KEY,
  until INTEGER NOT NULL
);

CREATE TABLE gone (
  user_id TEXT PRIMARY KEY,
  at      INTEGER NOT NULL
);

CREATE TABLE ended (
  id      INTEGER PRIMARY KEY AUTOINCREMENT,
  at      INTEGER NOT NULL,
  user_id TEXT NOT NULL,
  gone    INTEGER NOT NULL
);

CREATE INDEX sessions_expires ON sessions (expires);
CREATE INDEX users_guests ON users (created) WHERE kind = 'guest';
CREATE INDEX chat_user ON chat (user_id, id);

-- +goose Down
DROP INDEX chat_user;
DROP INDEX users_guests;
DROP INDEX sessions_expires;
DROP TABLE ended;
DROP TABLE gone;
DROP TABLE kept_names;
DROP TABLE keys;
