-- Runs of maintenance: which events each run read, who wrote, and how it ended. An `open` run was stopped and can go on.
CREATE TABLE maintenance_run (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('light', 'deep', 'manual', 'tags')),
  writer TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('open', 'completed', 'abandoned', 'reverted')),
  -- Events with a greater id than the first and at most the second.
  after_event_id INTEGER NOT NULL,
  up_to_event_id INTEGER NOT NULL,
  started_at_ms INTEGER NOT NULL,
  ended_at_ms INTEGER
) STRICT;

-- What a run asked for and got, batch by batch, before anything is done about it. Never changed.
CREATE TABLE maintenance_batch (
  run_id INTEGER NOT NULL REFERENCES maintenance_run (id),
  position INTEGER NOT NULL,
  -- How far the run had come with this batch: events in the order of time, and the last fragment that was looked through.
  events_done INTEGER NOT NULL,
  fragments_done TEXT NOT NULL,
  operations TEXT NOT NULL,
  refusals TEXT NOT NULL,
  reply TEXT NOT NULL,
  PRIMARY KEY (run_id, position)
) STRICT;

-- What a run changed: each thing as it was before and as it was after, as JSON; null where there was or is none.
CREATE TABLE maintenance_change (
  run_id INTEGER NOT NULL REFERENCES maintenance_run (id),
  position INTEGER NOT NULL,
  thing TEXT NOT NULL CHECK (thing IN ('fragment', 'edge', 'item', 'flag')),
  name TEXT NOT NULL,
  before TEXT,
  after TEXT,
  because TEXT NOT NULL,
  PRIMARY KEY (run_id, position)
) STRICT;
CREATE INDEX maintenance_change_by_name ON maintenance_change (thing, name);

-- Flags: what a person should look at, in the words of maintenance.
CREATE TABLE flag (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  text TEXT NOT NULL,
  -- Ids of events, as JSON.
  events TEXT NOT NULL,
  made_at_ms INTEGER NOT NULL,
  -- Null until the human has settled it.
  settled_at_ms INTEGER
) STRICT;

-- Texts that were given to ambient.md, each with what it replaced; null means no file. Without `written_at_ms`, the text is still
-- to be written.
CREATE TABLE ambient_write (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  run_id INTEGER NOT NULL REFERENCES maintenance_run (id),
  is_revert INTEGER NOT NULL CHECK (is_revert IN (0, 1)),
  former TEXT,
  text TEXT,
  because TEXT NOT NULL,
  written_at_ms INTEGER
) STRICT;

-- Replies without tags for which a model was asked to propose some, and what it said.
CREATE TABLE tag_pass (
  event_id INTEGER PRIMARY KEY REFERENCES event (id),
  model TEXT NOT NULL,
  reply TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;

-- What was proposed and what was changed stays as it was noted.
CREATE TRIGGER maintenance_batch_stays BEFORE UPDATE ON maintenance_batch BEGIN SELECT raise(ABORT, 'A batch stays as it was noted.'); END;
CREATE TRIGGER maintenance_batch_remains BEFORE DELETE ON maintenance_batch BEGIN SELECT raise(ABORT, 'A batch is never deleted.'); END;
CREATE TRIGGER maintenance_change_stays BEFORE UPDATE ON maintenance_change BEGIN SELECT raise(ABORT, 'A change stays as it was noted.'); END;
CREATE TRIGGER maintenance_change_remains BEFORE DELETE ON maintenance_change BEGIN SELECT raise(ABORT, 'A change is never deleted.'); END;
CREATE TRIGGER tag_pass_stays BEFORE UPDATE ON tag_pass BEGIN SELECT raise(ABORT, 'What was asked stays as it was noted.'); END;
CREATE TRIGGER tag_pass_remains BEFORE DELETE ON tag_pass BEGIN SELECT raise(ABORT, 'What was asked is never deleted.'); END;
