-- Decisions of curators and people about entries, such as that two entries must never be merged.

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
CREATE TRIGGER kept_apart_is_append_only_update BEFORE UPDATE ON kept_apart
BEGIN
  SELECT raise(ABORT, 'kept_apart is append-only');
END;
CREATE TRIGGER kept_apart_is_append_only_delete BEFORE DELETE ON kept_apart
BEGIN
  SELECT raise(ABORT, 'kept_apart is append-only');
END;

-- What curators decided, in order; the revisions of the same step are what it did.
CREATE TABLE curator_decision (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  step_id INTEGER NOT NULL REFERENCES step (id) DEFERRABLE INITIALLY DEFERRED,
  entry_id INTEGER NOT NULL,
  term TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('CONFIRM', 'REJECT', 'MERGE', 'REVISE', 'UNDECIDED')),
  target_id INTEGER,
  reason TEXT NOT NULL
) STRICT;
CREATE INDEX curator_decision_by_entry ON curator_decision (entry_id);
CREATE UNIQUE INDEX curator_decision_by_step ON curator_decision (step_id);
CREATE INDEX entry_waiting ON entry (id) WHERE status = 'tentative';
CREATE TRIGGER curator_decision_is_append_only_update BEFORE UPDATE ON curator_decision
BEGIN
  SELECT raise(ABORT, 'curator_decision is append-only');
END;
CREATE TRIGGER curator_decision_is_append_only_delete BEFORE DELETE ON curator_decision
BEGIN
  SELECT raise(ABORT, 'curator_decision is append-only');
END;

-- Words that were put on hold or let go, in order: they show which words were on hold at any moment. The ids are those of
-- `candidate`.
CREATE TABLE held_change (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  candidate_id INTEGER NOT NULL,
  surface TEXT NOT NULL,
  is_held INTEGER NOT NULL
) STRICT;
INSERT INTO held_change (candidate_id, surface, is_held) SELECT id, surface, 1 FROM candidate ORDER BY id;
CREATE TRIGGER held_change_is_append_only_update BEFORE UPDATE ON held_change
BEGIN
  SELECT raise(ABORT, 'held_change is append-only');
END;
CREATE TRIGGER held_change_is_append_only_delete BEFORE DELETE ON held_change
BEGIN
  SELECT raise(ABORT, 'held_change is append-only');
END;

-- How far posts were indexed and words were held when a bookmark was made; NULL for bookmarks of older layouts.
ALTER TABLE snapshot ADD COLUMN read_part_id INTEGER;
ALTER TABLE snapshot ADD COLUMN held_change_id INTEGER;

-- A dialogue with the reader of an earlier moment. Without a step it is a person's.
CREATE TABLE summon (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  snapshot_id INTEGER NOT NULL REFERENCES snapshot (id),
  step_id INTEGER REFERENCES step (id) DEFERRABLE INITIALLY DEFERRED,
  model TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;

-- Messages of a talk with a summoned reader: questions, replies, and what the reader looked up.
CREATE TABLE summon_message (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  summon_id INTEGER NOT NULL REFERENCES summon (id),
  step_id INTEGER REFERENCES step (id) DEFERRABLE INITIALLY DEFERRED,
  -- JSON, packed where long.
  wire ANY NOT NULL,
  at TEXT NOT NULL
) STRICT;
CREATE INDEX summon_message_by_summon ON summon_message (summon_id, id);

-- What was kept of a talk with a summoned reader when the reader was dismissed.
CREATE TABLE summon_end (
  summon_id INTEGER PRIMARY KEY REFERENCES summon (id),
  step_id INTEGER REFERENCES step (id) DEFERRABLE INITIALLY DEFERRED,
  summary TEXT NOT NULL,
  at TEXT NOT NULL
) STRICT;
CREATE TRIGGER summon_is_append_only_update BEFORE UPDATE ON summon BEGIN SELECT raise(ABORT, 'summon is append-only'); END;
CREATE TRIGGER summon_is_append_only_delete BEFORE DELETE ON summon BEGIN SELECT raise(ABORT, 'summon is append-only'); END;
CREATE TRIGGER summon_message_is_append_only_update BEFORE UPDATE ON summon_message
BEGIN
  SELECT raise(ABORT, 'summon_message is append-only');
END;
CREATE TRIGGER summon_message_is_append_only_delete BEFORE DELETE ON summon_message
BEGIN
  SELECT raise(ABORT, 'summon_message is append-only');
END;
CREATE TRIGGER summon_end_is_append_only_update BEFORE UPDATE ON summon_end
BEGIN
  SELECT raise(ABORT, 'summon_end is append-only');
END;
CREATE TRIGGER summon_end_is_append_only_delete BEFORE DELETE ON summon_end
BEGIN
  SELECT raise(ABORT, 'summon_end is append-only');
END;

-- Proposals: what a model wanted to change in fields that a person wrote. Kept, never applied.
CREATE TABLE proposal (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  entry_id INTEGER NOT NULL,
  step_id INTEGER,
  author TEXT NOT NULL CHECK (author IN ('agent', 'curator')),
  field TEXT NOT NULL,
  -- JSON.
  value TEXT NOT NULL,
  reason TEXT,
  at TEXT NOT NULL
) STRICT;
CREATE INDEX proposal_by_entry ON proposal (entry_id, id);
CREATE INDEX change_by_person ON change (entry_id) WHERE author = 'human';
CREATE TRIGGER proposal_is_append_only_update BEFORE UPDATE ON proposal
BEGIN
  SELECT raise(ABORT, 'proposal is append-only');
END;
CREATE TRIGGER proposal_is_append_only_delete BEFORE DELETE ON proposal
BEGIN
  SELECT raise(ABORT, 'proposal is append-only');
END;

-- The story posts of a scene, each with a digest of its words as it was planned; none for what older layouts planned.
CREATE TABLE planned_posts (
  scene_id INTEGER PRIMARY KEY REFERENCES scene (id) ON DELETE CASCADE,
  -- JSON, packed where long.
  digests ANY NOT NULL
) STRICT;
-- Size and time of the file when it was last compared; NULL in older layouts.
ALTER TABLE planned_corpus ADD COLUMN file_stamp TEXT;

-- Differences between a corpus file and what was read from it, noticed when its reading went on.
CREATE TABLE corpus_difference (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  corpus TEXT NOT NULL,
  post INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('inserted', 'edited', 'removed', 'moved')),
  -- The words as they are now, so that the same difference is said once; empty for a post that is gone.
  digest TEXT NOT NULL,
  at TEXT NOT NULL,
  UNIQUE (corpus, post, kind, digest)
) STRICT;
CREATE TRIGGER corpus_difference_is_append_only_update BEFORE UPDATE ON corpus_difference
BEGIN
  SELECT raise(ABORT, 'corpus_difference is append-only');
END;
CREATE TRIGGER corpus_difference_is_append_only_delete BEFORE DELETE ON corpus_difference
BEGIN
  SELECT raise(ABORT, 'corpus_difference is append-only');
END;
