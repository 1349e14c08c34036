-- +goose Up
CREATE TABLE passkeys (
  id      TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  name    TEXT NOT NULL,
  data    BLOB NOT NULL,
  counter INTEGER NOT NULL,
  created INTEGER NOT NULL,
  used    INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX passkeys_user ON passkeys (user_id);

CREATE TABLE links (
  issuer  TEXT NOT NULL,
  subject TEXT NOT NULL,
  user_id TEXT NOT NULL,
  created INTEGER NOT NULL,
  used    INTEGER NOT NULL,
  PRIMARY KEY (issuer, subject)
) WITHOUT ROWID;
CREATE INDEX links_user ON links (user_id);

CREATE TABLE once (
  hash    TEXT PRIMARY KEY,
  kind    TEXT NOT NULL,
  user_id TEXT NOT NULL,
  bound   TEXT NOT NULL,
  data    BLOB NOT NULL,
  until   INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX once_until ON once (until);
CREATE INDEX once_user ON once (user_id);

-- +goose Down
DROP TABLE once;
DROP TABLE links;
DROP TABLE passkeys;
