-- Removes what was stored twice, and packs long texts: a packed text is a blob, a Zstandard frame of UTF-8.

-- A step of the journal. The calls of a reply are in the message that is logged with it.
CREATE TABLE new_step (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  conversation_id INTEGER NOT NULL REFERENCES conversation (id),
  scene_id INTEGER NOT NULL REFERENCES scene (id),
  kind TEXT NOT NULL,
  -- JSON, packed where long.
  payload ANY NOT NULL,
  at TEXT NOT NULL
) STRICT;
INSERT INTO new_step
  SELECT id, conversation_id, scene_id, kind,
    pack_text(iif(kind = 'reply', json_remove(payload, '$.calls'), payload)), at
  FROM step ORDER BY id;
DROP TABLE step;
ALTER TABLE new_step RENAME TO step;
CREATE INDEX step_by_scene ON step (scene_id, id);
-- Few ever: prompts the server refused as too long.
CREATE INDEX step_overflows ON step (id) WHERE kind = 'overflow';
CREATE TRIGGER step_is_append_only_update BEFORE UPDATE ON step BEGIN SELECT raise(ABORT, 'step is append-only'); END;
CREATE TRIGGER step_is_append_only_delete BEFORE DELETE ON step BEGIN SELECT raise(ABORT, 'step is append-only'); END;

-- What was said to a model and by it, as it was sent or received.
CREATE TABLE new_message (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  conversation_id INTEGER NOT NULL REFERENCES conversation (id),
  step_id INTEGER NOT NULL REFERENCES step (id),
  scene_id INTEGER NOT NULL REFERENCES scene (id),
  -- JSON, packed where long.
  wire ANY NOT NULL,
  tokens INTEGER NOT NULL,
  shown TEXT NOT NULL
) STRICT;
INSERT INTO new_message
  SELECT sequence, conversation_id, step_id, scene_id, pack_text(wire), tokens, shown FROM message ORDER BY sequence;
DROP TABLE message;
ALTER TABLE new_message RENAME TO message;
CREATE INDEX message_by_conversation ON message (conversation_id, sequence);
CREATE INDEX message_by_scene ON message (scene_id, sequence);
CREATE TRIGGER message_is_append_only_update BEFORE UPDATE ON message BEGIN SELECT raise(ABORT, 'message is append-only'); END;
CREATE TRIGGER message_is_append_only_delete BEFORE DELETE ON message BEGIN SELECT raise(ABORT, 'message is append-only'); END;

-- Summaries, which take the place of folded messages. A body that is a number names the step in whose reply the summary is.
CREATE TABLE new_summary (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('chunk', 'cumulative')),
  corpus TEXT,
  thread_id INTEGER,
  chunk_index INTEGER,
  first_scene INTEGER,
  last_scene INTEGER,
  entry_ids TEXT NOT NULL,
  origin TEXT NOT NULL CHECK (origin IN ('model', 'extract')),
  -- Packed where long.
  body ANY NOT NULL
) STRICT;
INSERT INTO new_summary
  SELECT id, kind, corpus, thread_id, chunk_index, first_scene, last_scene, entry_ids, origin, pack_text(body)
  FROM summary ORDER BY id;
DROP TABLE summary;
ALTER TABLE new_summary RENAME TO summary;
CREATE TRIGGER summary_is_append_only_update BEFORE UPDATE ON summary BEGIN SELECT raise(ABORT, 'summary is append-only'); END;
CREATE TRIGGER summary_is_append_only_delete BEFORE DELETE ON summary BEGIN SELECT raise(ABORT, 'summary is append-only'); END;

-- A change of an entry: who made it, when and where. Its id is the id of its first revision.
CREATE TABLE change (
  id INTEGER PRIMARY KEY,
  entry_id INTEGER NOT NULL,
  corpus TEXT NOT NULL,
  thread INTEGER NOT NULL,
  post INTEGER NOT NULL,
  step_id INTEGER,
  author TEXT NOT NULL CHECK (author IN ('agent', 'curator', 'human')),
  model TEXT,
  prompt_version TEXT,
  reason TEXT,
  at TEXT NOT NULL
) STRICT;

-- Everything that ever happened to an entry: one row per changed field, appended and never changed. Values are JSON; the old
-- value is the new value of the revision before. In a list, a number means the item at this index of the previous list.
CREATE TABLE new_revision (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  entry_id INTEGER NOT NULL,
  change_id INTEGER NOT NULL REFERENCES change (id),
  field TEXT NOT NULL CHECK (
    field IN ('term', 'aliases', 'definition', 'status', 'tags', 'evidence', 'first_seen', 'deleted', 'merged_into')
  ),
  new TEXT
) STRICT;
INSERT INTO new_revision
  SELECT id, entry_id,
    min(id) OVER (
      PARTITION BY entry_id, corpus, thread, post, step_id, author, model, prompt_version, reason, at
    ),
    field, iif(old IS NULL OR new IS NULL, new, shorten_list(old, new))
  FROM revision ORDER BY id;
INSERT INTO change
  SELECT id, entry_id, corpus, thread, post, step_id, author, model, prompt_version, reason, at
  FROM revision WHERE id IN (SELECT change_id FROM new_revision) ORDER BY id;
DROP TABLE revision;
ALTER TABLE new_revision RENAME TO revision;
CREATE INDEX revision_by_entry ON revision (entry_id, id);
CREATE INDEX change_by_step ON change (step_id) WHERE step_id IS NOT NULL;
CREATE TRIGGER revision_is_never_updated BEFORE UPDATE ON revision
BEGIN
  SELECT RAISE(ABORT, 'revisions are append-only');
END;
CREATE TRIGGER revision_is_never_deleted BEFORE DELETE ON revision
BEGIN
  SELECT RAISE(ABORT, 'revisions are append-only');
END;
CREATE TRIGGER change_is_never_updated BEFORE UPDATE ON change
BEGIN
  SELECT RAISE(ABORT, 'changes are append-only');
END;
CREATE TRIGGER change_is_never_deleted BEFORE DELETE ON change
BEGIN
  SELECT RAISE(ABORT, 'changes are append-only');
END;
