-- What was said, word for word: one row for each message, never changed. `turn` counts the messages of the user's side.
-- Times are milliseconds since the Unix epoch; `story_at_ms` is the story's own time where the message bears one.
CREATE TABLE event (
  id INTEGER PRIMARY KEY,
  side TEXT NOT NULL CHECK (side IN ('user', 'companion')),
  voice TEXT NOT NULL,
  text TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  story_at_ms INTEGER,
  turn INTEGER NOT NULL CHECK (turn >= 0),
  -- Whether anything of it is shown in the conversation: said, done or narrated.
  is_shown INTEGER NOT NULL CHECK (is_shown IN (0, 1)),
  -- Whether it repeats what it had been woken with, so that nothing may be learnt from it.
  is_parroted INTEGER NOT NULL DEFAULT 0 CHECK (is_parroted IN (0, 1)),
  image_path TEXT,
  -- Which import brought it, and its own id there.
  origin TEXT,
  origin_key TEXT
) STRICT;
CREATE INDEX event_by_time ON event (at_ms, id);
CREATE INDEX event_shown_by_time ON event (at_ms, id) WHERE is_shown = 1;
CREATE INDEX event_by_turn ON event (turn);
CREATE UNIQUE INDEX event_by_origin ON event (origin, origin_key) WHERE origin IS NOT NULL;

-- Tagged parts of an event: `text` from character `start` on, `length` characters long, in UTF-16 units.
CREATE TABLE event_tag (
  event_id INTEGER NOT NULL REFERENCES event (id),
  position INTEGER NOT NULL,
  tag TEXT NOT NULL,
  start INTEGER NOT NULL,
  length INTEGER NOT NULL,
  PRIMARY KEY (event_id, position)
) STRICT, WITHOUT ROWID;

-- What is held in mind. The text never changes; `status` and `refreshed_*` do, each time with a row in item_change.
CREATE TABLE working_memory (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('feeling', 'thought', 'pattern', 'desc', 'plan', 'pin', 'secret')),
  content TEXT NOT NULL,
  -- How two wordings of the same thing are known to be the same.
  normal_form TEXT NOT NULL,
  subject TEXT,
  event_id INTEGER NOT NULL REFERENCES event (id),
  status TEXT NOT NULL CHECK (status IN ('active', 'resolved', 'dropped', 'decayed', 'superseded')),
  created_at_ms INTEGER NOT NULL,
  created_turn INTEGER NOT NULL,
  refreshed_at_ms INTEGER NOT NULL,
  refreshed_turn INTEGER NOT NULL,
  due_at_ms INTEGER,
  due_words TEXT,
  -- A pin that was asked to be kept never fades.
  is_kept INTEGER NOT NULL DEFAULT 0 CHECK (is_kept IN (0, 1))
) STRICT;
CREATE INDEX working_memory_active ON working_memory (kind, normal_form) WHERE status = 'active';
CREATE INDEX working_memory_about ON working_memory (kind, subject) WHERE status = 'active' AND subject IS NOT NULL;
-- Everything from which scores are computed, so that scoring all items never reads a text.
CREATE INDEX working_memory_weighed ON working_memory
  (kind, created_at_ms, refreshed_at_ms, refreshed_turn, due_at_ms, is_kept, event_id) WHERE status = 'active';

-- Every change of an item: made, refreshed, kept, another status, put back. `before` holds what was replaced, as JSON.
CREATE TABLE item_change (
  id INTEGER PRIMARY KEY,
  item_id INTEGER NOT NULL REFERENCES working_memory (id),
  change TEXT NOT NULL CHECK (change IN ('created', 'refreshed', 'kept', 'status', 'restored')),
  from_status TEXT,
  to_status TEXT NOT NULL,
  before TEXT,
  -- What brought it about: an event, a maintenance run, or neither (the sweep, a person).
  event_id INTEGER REFERENCES event (id),
  run_id INTEGER,
  because TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  turn INTEGER NOT NULL
) STRICT;
CREATE INDEX item_change_by_item ON item_change (item_id, id);
CREATE INDEX item_change_by_run ON item_change (run_id, id) WHERE run_id IS NOT NULL;

-- What was said stays as it was said, and so does what was made of it.
CREATE TRIGGER event_stays BEFORE UPDATE ON event BEGIN SELECT raise(ABORT, 'An event never changes.'); END;
CREATE TRIGGER event_remains BEFORE DELETE ON event BEGIN SELECT raise(ABORT, 'An event is never deleted.'); END;
CREATE TRIGGER event_tag_stays BEFORE UPDATE ON event_tag BEGIN SELECT raise(ABORT, 'A tag never changes.'); END;
CREATE TRIGGER event_tag_remains BEFORE DELETE ON event_tag BEGIN SELECT raise(ABORT, 'A tag is never deleted.'); END;
CREATE TRIGGER item_text_stays BEFORE UPDATE OF kind, content, normal_form, subject, event_id, created_at_ms, created_turn
  ON working_memory BEGIN SELECT raise(ABORT, 'The text of an item never changes.'); END;
CREATE TRIGGER item_remains BEFORE DELETE ON working_memory BEGIN SELECT raise(ABORT, 'An item is never deleted.'); END;
CREATE TRIGGER item_change_stays BEFORE UPDATE ON item_change BEGIN SELECT raise(ABORT, 'A change that was noted stays.'); END;
CREATE TRIGGER item_change_remains BEFORE DELETE ON item_change BEGIN SELECT raise(ABORT, 'A change that was noted stays.'); END;
