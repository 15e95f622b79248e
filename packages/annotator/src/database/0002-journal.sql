-- The runner's side of annotator.db: what was read, said, folded and bookmarked.

CREATE TABLE run (
  id INTEGER PRIMARY KEY,
  started_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  ended_at TEXT,
  outcome TEXT,
  model TEXT NOT NULL,
  prompt_version TEXT NOT NULL,
  context_budget INTEGER NOT NULL
) STRICT;

-- One row: where the reading of this world stands.
CREATE TABLE progress (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  last_corpus TEXT,
  last_thread_id INTEGER,
  last_post_id INTEGER,
  current_snapshot_id INTEGER,
  posts_processed INTEGER NOT NULL DEFAULT 0,
  entries_created INTEGER NOT NULL DEFAULT 0,
  entries_updated INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO progress (id) VALUES (1);

-- What was planned of a corpus, and the file it was planned from.
CREATE TABLE planned_corpus (
  corpus TEXT PRIMARY KEY,
  fingerprint TEXT NOT NULL,
  scene_count INTEGER NOT NULL,
  post_count INTEGER NOT NULL
) STRICT;

CREATE TABLE scene (
  id INTEGER PRIMARY KEY,
  corpus TEXT NOT NULL,
  thread_id INTEGER NOT NULL,
  scene_index INTEGER NOT NULL,
  first_post_id INTEGER NOT NULL,
  last_post_id INTEGER NOT NULL,
  post_count INTEGER NOT NULL,
  span_start INTEGER,
  span_end INTEGER,
  is_thread_start INTEGER NOT NULL,
  is_thread_end INTEGER NOT NULL,
  status TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'running', 'committed', 'skipped', 'failed')),
  is_indexed INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  calls INTEGER NOT NULL DEFAULT 0,
  prompt_tokens INTEGER NOT NULL DEFAULT 0,
  cached_tokens INTEGER,
  output_tokens INTEGER NOT NULL DEFAULT 0,
  seconds REAL NOT NULL DEFAULT 0,
  last_error TEXT,
  UNIQUE (corpus, thread_id, scene_index)
) STRICT;
CREATE INDEX scene_by_status ON scene (corpus, status, id);

-- A conversation: the reading itself, or a fork of it in which a scene is read again.
CREATE TABLE conversation (
  id INTEGER PRIMARY KEY,
  purpose TEXT NOT NULL CHECK (purpose IN ('reading', 'retry')),
  scene_id INTEGER REFERENCES scene (id),
  forked_before INTEGER,
  created_at TEXT NOT NULL
) STRICT;

CREATE TABLE step (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  conversation_id INTEGER NOT NULL REFERENCES conversation (id),
  scene_id INTEGER NOT NULL REFERENCES scene (id),
  kind TEXT NOT NULL,
  payload TEXT NOT NULL,
  at TEXT NOT NULL
) STRICT;
CREATE INDEX step_by_scene ON step (scene_id, id);
-- Few ever: prompts the server refused as too long.
CREATE INDEX step_overflows ON step (id) WHERE kind = 'overflow';

CREATE TABLE message (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  conversation_id INTEGER NOT NULL REFERENCES conversation (id),
  step_id INTEGER NOT NULL REFERENCES step (id),
  scene_id INTEGER NOT NULL REFERENCES scene (id),
  wire TEXT NOT NULL,
  tokens INTEGER NOT NULL,
  shown TEXT NOT NULL
) STRICT;
CREATE INDEX message_by_conversation ON message (conversation_id, sequence);
CREATE INDEX message_by_scene ON message (scene_id, sequence);

CREATE TABLE preamble (
  id INTEGER PRIMARY KEY,
  version TEXT NOT NULL,
  instructions TEXT NOT NULL,
  tools TEXT NOT NULL
) STRICT;

CREATE TABLE summary (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('chunk', 'cumulative')),
  corpus TEXT,
  thread_id INTEGER,
  chunk_index INTEGER,
  first_scene INTEGER,
  last_scene INTEGER,
  entry_ids TEXT NOT NULL,
  origin TEXT NOT NULL CHECK (origin IN ('model', 'extract')),
  body TEXT NOT NULL
) STRICT;

CREATE TABLE fold (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  conversation_id INTEGER NOT NULL REFERENCES conversation (id),
  -- Deferred: the step that applies a fold is written right behind it.
  step_id INTEGER REFERENCES step (id) DEFERRABLE INITIALLY DEFERRED,
  after_sequence INTEGER NOT NULL,
  kept TEXT NOT NULL,
  preamble_id INTEGER NOT NULL REFERENCES preamble (id),
  cumulative_id INTEGER REFERENCES summary (id),
  chunk_ids TEXT NOT NULL,
  scenes_trimmed INTEGER NOT NULL,
  reasoning_trimmed_through INTEGER NOT NULL,
  replies_cut_through INTEGER NOT NULL,
  tiers TEXT NOT NULL,
  tokens_before INTEGER NOT NULL,
  tokens_after INTEGER NOT NULL,
  turns_removed INTEGER NOT NULL,
  milliseconds INTEGER NOT NULL
) STRICT;
CREATE INDEX fold_by_conversation ON fold (conversation_id, id);

-- A bookmark: numbers that say where everything stood, never a copy of it.
CREATE TABLE snapshot (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  type TEXT NOT NULL CHECK (type IN ('checkpoint', 'curator_fork', 'manual')),
  step_id INTEGER NOT NULL,
  revision_id INTEGER NOT NULL,
  fold_id INTEGER NOT NULL,
  sequence INTEGER NOT NULL,
  scene_id INTEGER NOT NULL REFERENCES scene (id),
  entry_count INTEGER NOT NULL,
  tokens INTEGER NOT NULL,
  note TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;

CREATE TRIGGER step_is_append_only_update BEFORE UPDATE ON step BEGIN SELECT raise(ABORT, 'step is append-only'); END;
CREATE TRIGGER step_is_append_only_delete BEFORE DELETE ON step BEGIN SELECT raise(ABORT, 'step is append-only'); END;
CREATE TRIGGER message_is_append_only_update BEFORE UPDATE ON message BEGIN SELECT raise(ABORT, 'message is append-only'); END;
CREATE TRIGGER message_is_append_only_delete BEFORE DELETE ON message BEGIN SELECT raise(ABORT, 'message is append-only'); END;
CREATE TRIGGER fold_is_append_only_update BEFORE UPDATE ON fold BEGIN SELECT raise(ABORT, 'fold is append-only'); END;
CREATE TRIGGER fold_is_append_only_delete BEFORE DELETE ON fold BEGIN SELECT raise(ABORT, 'fold is append-only'); END;
CREATE TRIGGER summary_is_append_only_update BEFORE UPDATE ON summary BEGIN SELECT raise(ABORT, 'summary is append-only'); END;
CREATE TRIGGER summary_is_append_only_delete BEFORE DELETE ON summary BEGIN SELECT raise(ABORT, 'summary is append-only'); END;
CREATE TRIGGER snapshot_is_append_only_update BEFORE UPDATE ON snapshot BEGIN SELECT raise(ABORT, 'snapshot is append-only'); END;
CREATE TRIGGER snapshot_is_append_only_delete BEFORE DELETE ON snapshot BEGIN SELECT raise(ABORT, 'snapshot is append-only'); END;
