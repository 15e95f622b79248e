-- How a person wants a game told: style, length, note, options of the sampler. As JSON, replaced as a whole.
CREATE TABLE session_settings (
  session_id TEXT PRIMARY KEY REFERENCES sessions (id),
  json TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What a session zero has settled so far, by the name of the game that is to be; replaced as a whole with each step.
CREATE TABLE session_zero (
  name TEXT PRIMARY KEY,
  json TEXT NOT NULL,
  changed_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Replies of a model to parts of a rulebook: they were paid for. A part is recognised by its text.
CREATE TABLE rulebook_reply (
  id INTEGER PRIMARY KEY,
  part_hash TEXT NOT NULL,
  model TEXT NOT NULL,
  reply TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX rulebook_reply_by_part ON rulebook_reply (part_hash, model, id);
