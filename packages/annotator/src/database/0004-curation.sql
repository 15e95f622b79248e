-- What a curator and a person decide about entries, beyond what their revisions say.

-- Entries that must never be merged; `one` is the smaller id.
CREATE TABLE kept_apart (
  one INTEGER NOT NULL,
  other INTEGER NOT NULL,
  step_id INTEGER,
  author TEXT NOT NULL CHECK (author IN ('agent', 'curator', 'human')),
  reason TEXT,
  at TEXT NOT NULL,
  PRIMARY KEY (one, other),
  CHECK (one < other)
) WITHOUT ROWID;
