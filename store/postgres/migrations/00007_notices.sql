-- +goose Up
CREATE TABLE addresses (
  user_id  TEXT PRIMARY KEY,
  address  TEXT NOT NULL,
  verified BIGINT NOT NULL,
  pending  TEXT NOT NULL,
  token    TEXT NOT NULL,
  until    BIGINT NOT NULL
);
CREATE INDEX addresses_address ON addresses (lower(address));
CREATE UNIQUE INDEX addresses_token ON addresses (token) WHERE token <> '';

CREATE TABLE subscriptions (
  endpoint TEXT PRIMARY KEY,
  user_id  TEXT NOT NULL,
  p256dh   TEXT NOT NULL,
  auth     TEXT NOT NULL,
  created  BIGINT NOT NULL
);
CREATE INDEX subscriptions_user ON subscriptions (user_id);

CREATE TABLE notice_settings (
  user_id TEXT PRIMARY KEY,
  data    BYTEA NOT NULL
);

CREATE TABLE notices (
  user_id TEXT NOT NULL,
  kind    TEXT NOT NULL,
  thing   TEXT NOT NULL,
  step    BIGINT NOT NULL,
  at      BIGINT NOT NULL,
  due     BIGINT NOT NULL,
  held    BIGINT NOT NULL,
  tries   BIGINT NOT NULL,
  gen     BIGINT NOT NULL,
  done    TEXT NOT NULL,
  PRIMARY KEY (user_id, kind, thing)
);
CREATE INDEX notices_due ON notices (due);

CREATE TABLE vacations (
  user_id TEXT NOT NULL,
  since   BIGINT NOT NULL,
  until   BIGINT NOT NULL,
  PRIMARY KEY (user_id, since)
);
CREATE INDEX vacations_until ON vacations (until);

-- +goose Down
DROP TABLE vacations;
DROP TABLE notices;
DROP TABLE notice_settings;
DROP TABLE subscriptions;
DROP TABLE addresses;
