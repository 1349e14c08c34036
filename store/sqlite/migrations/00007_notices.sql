-- +goose Up
CREATE TABLE addresses (
  user_id  TEXT PRIMARY KEY,
  address  TEXT NOT NULL,
  verified INTEGER NOT NULL,
  pending  TEXT NOT NULL,
  token    TEXT NOT NULL,
  until    INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX addresses_address ON addresses (lower(address));
CREATE UNIQUE INDEX addresses_token ON addresses (token) WHERE token <> '';

CREATE TABLE subscriptions (
  endpoint TEXT PRIMARY KEY,
  user_id  TEXT NOT NULL,
  p256dh   TEXT NOT NULL,
  auth     TEXT NOT NULL,
  created  INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX subscriptions_user ON subscriptions (user_id);

CREATE TABLE notice_settings (
  user_id TEXT PRIMARY KEY,
  data    BLOB NOT NULL
) WITHOUT ROWID;

CREATE TABLE notices (
  user_id TEXT NOT NULL,
  kind    TEXT NOT NULL,
  thing   TEXT NOT NULL,
  step    INTEGER NOT NULL,
  at      INTEGER NOT NULL,
  due     INTEGER NOT NULL,
  held    INTEGER NOT NULL,
  tries   INTEGER NOT NULL,
  gen     INTEGER NOT NULL,
  done    TEXT NOT NULL,
  PRIMARY KEY (user_id, kind, thing)
) WITHOUT ROWID;
CREATE INDEX notices_due ON notices (due);

CREATE TABLE vacations (
  user_id TEXT NOT NULL,
  since   INTEGER NOT NULL,
  until   INTEGER NOT NULL,
  PRIMARY KEY (user_id, since)
) WITHOUT ROWID;
CREATE INDEX vacations_until ON vacations (until);

-- +goose Down
DROP TABLE vacations;
DROP TABLE notices;
DROP TABLE notice_settings;
DROP TABLE subscriptions;
DROP TABLE addresses;
