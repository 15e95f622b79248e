-- Relations of entries to other entries: kin, whom an entry serves, what it holds, where it is.

-- An entry's relations as they stand now: the fold of its revisions. The other end has no row of its own.
CREATE TABLE relation (
  entry_id INTEGER NOT NULL REFERENCES entry (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  kind TEXT NOT NULL,
  -- The entry it led to when it was written; that one may be merged or deleted since.
  target_id INTEGER NOT NULL,
  -- The words that say so: `quote` equals the post's body from `start_at` to `end_at` (UTF-16 offsets).
  corpus TEXT NOT NULL,
  post INTEGER NOT NULL,
  start_at INTEGER NOT NULL,
  end_at INTEGER NOT NULL,
  quote TEXT NOT NULL,
  is_snapped INTEGER NOT NULL,
  PRIMARY KEY (entry_id, ordinal)
) STRICT, WITHOUT ROWID;

-- Everything that ever happened to an entry: one row per changed field, appended and never changed. Values are JSON; the old
-- value is the new value of the revision before. In a list, a number means the item at this index of the previous list.
CREATE TABLE new_revision (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  entry_id INTEGER NOT NULL,
  change_id INTEGER NOT NULL REFERENCES change (id),
  field TEXT NOT NULL CHECK (
    field IN (
      'term', 'aliases', 'definition', 'status', 'tags', 'evidence', 'relations', 'first_seen', 'deleted', 'merged_into'
    )
  ),
  new TEXT
) STRICT;
INSERT INTO new_revision SELECT id, entry_id, change_id, field, new FROM revision ORDER BY id;
DROP TABLE revision;
ALTER TABLE new_revision RENAME TO revision;
CREATE INDEX revision_by_entry ON revision (entry_id, id);
CREATE TRIGGER revision_is_never_updated BEFORE UPDATE ON revision
BEGIN
  SELECT RAISE(ABORT, 'revisions are append-only');
END;
CREATE TRIGGER revision_is_never_deleted BEFORE DELETE ON revision
BEGIN
  SELECT RAISE(ABORT, 'revisions are append-only');
END;
