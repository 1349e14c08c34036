-- +goose Up
CREATE TABLE passkeys (
  id      TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  name    TEXT NOT NULL,
  data    BYTEA NOT NULL,
  counter BIGINT NOT NULL,
  created BIGINT NOT NULL,
  used    BIGINT NOT NULL
);
CREATE INDEX passkeys_user ON passkeys (user_id);

CREATE TABLE links (
  issuer  TEXT NOT NULL,
  subject TEXT NOT NULL,
  user_id TEXT NOT NULL,
  created BIGINT NOT NULL,
  used    BIGINT NOT NULL,
  PRIMARY KEY (issuer, subject)
);
CREATE INDEX links_user ON links (user_id);

CREATE TABLE once (
  hash    TEXT PRIMARY KEY,
  kind    TEXT NOT NULL,
  user_id TEXT NOT NULL,
  bound   TEXT NOT NULL,
  data    BYTEA NOT NULL,
  until   BIGINT NOT NULL
);
CREATE INDEX once_until ON once (until);
CREATE INDEX once_user ON once (user_id);

-- +goose Down
DROP TABLE once;
DROP TABLE links;
DROP TABLE passkeys;
