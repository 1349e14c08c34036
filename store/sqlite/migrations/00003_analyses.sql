-- +goose Up
CREATE TABLE analyses (
  table_id TEXT PRIMARY KEY,
  user_id  TEXT NOT NULL,
  status   TEXT NOT NULL,
  run      INTEGER NOT NULL,
  tries    INTEGER NOT NULL,
  done     INTEGER NOT NULL,
  total    INTEGER NOT NULL,
  updated  INTEGER NOT NULL
) WITHOUT ROWID;
CREATE UNIQUE INDEX analyses_open ON analyses (user_id) WHERE status IN ('queued', 'running') AND user_id <> '';
CREATE INDEX analyses_stalled ON analyses (updated) WHERE status IN ('queued', 'running');

CREATE TABLE analysis_steps (
  table_id TEXT NOT NULL,
  no       INTEGER NOT NULL,
  data     BLOB NOT NULL,
  PRIMARY KEY (table_id, no)
) WITHOUT ROWID;

-- +goose Down
DROP TABLE analysis_steps;
DROP TABLE analyses;
