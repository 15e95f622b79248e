-- Fragments: what was compiled from events about one thing, in three tiers. Former versions are in maintenance_change.
-- No id is given twice: a reference to a fragment that was taken back must never lead to another fragment.
CREATE TABLE fragment (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,
  ambient TEXT NOT NULL,
  recognition TEXT NOT NULL,
  inventory TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  created_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL
) STRICT;

-- The events that a fragment was compiled from.
CREATE TABLE fragment_source (
  fragment_id INTEGER NOT NULL REFERENCES fragment (id),
  event_id INTEGER NOT NULL REFERENCES event (id),
  PRIMARY KEY (fragment_id, event_id)
) STRICT, WITHOUT ROWID;

-- Fragments that belong together, each pair once: the one with the smaller id first.
CREATE TABLE edge (
  from_id INTEGER NOT NULL REFERENCES fragment (id),
  to_id INTEGER NOT NULL REFERENCES fragment (id),
  label TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (from_id, to_id),
  CHECK (from_id < to_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX edge_by_end ON edge (to_id);

-- Items of working memory that name a fragment in brackets.
CREATE TABLE working_memory_ref (
  item_id INTEGER NOT NULL REFERENCES working_memory (id),
  fragment_id INTEGER NOT NULL REFERENCES fragment (id),
  PRIMARY KEY (item_id, fragment_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX working_memory_ref_by_fragment ON working_memory_ref (fragment_id);
