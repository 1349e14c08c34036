-- +goose Up
CREATE TABLE hearing (
  user_id  TEXT PRIMARY KEY,
  messages TEXT NOT NULL
) WITHOUT ROWID;

-- +goose Down
DROP TABLE hearing;
