-- What is held in mind: what came with a tag and, from this layout on, facts about whoever speaks.
-- The text never changes; `status` and `refreshed_*` do, each time with a row in item_change. For a fact, `content` is the
-- words that tell it, `normal_form` is the normal form of its value, and `subject` is who told it, who it is about, and the
-- relation: `user/:home` for the home of the person who speaks, `user/sister:job` for the job of a sister.
CREATE TABLE new_working_memory (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('feeling', 'thought', 'pattern', 'desc', 'plan', 'pin', 'secret', 'fact')),
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
  is_kept INTEGER NOT NULL DEFAULT 0 CHECK (is_kept IN (0, 1)),
  seal TEXT
) STRICT;
INSERT INTO new_working_memory SELECT id, kind, content, normal_form, subject, event_id, status, created_at_ms, created_turn,
  refreshed_at_ms, refreshed_turn, due_at_ms, due_words, is_kept, seal FROM working_memory;
DROP TABLE working_memory;
ALTER TABLE new_working_memory RENAME TO working_memory;
CREATE INDEX working_memory_active ON working_memory (kind, normal_form) WHERE status = 'active';
CREATE INDEX working_memory_about ON working_memory (kind, subject) WHERE status = 'active' AND subject IS NOT NULL;
-- Everything from which scores are computed, so that scoring all items never reads a text.
CREATE INDEX working_memory_weighed ON working_memory
  (kind, created_at_ms, refreshed_at_ms, refreshed_turn, due_at_ms, is_kept, event_id) WHERE status = 'active';
-- The tellings of each fact in order: they show what was true before.
CREATE INDEX working_memory_facts ON working_memory (subject, created_at_ms, id) WHERE kind = 'fact';
CREATE TRIGGER item_text_stays BEFORE UPDATE OF kind, content, normal_form, subject, event_id, created_at_ms, created_turn
  ON working_memory WHEN NOT EXISTS (SELECT 1 FROM forgotten WHERE state = 'going')
  BEGIN SELECT raise(ABORT, 'The text of an item never changes.'); END;
CREATE TRIGGER item_remains BEFORE DELETE ON working_memory BEGIN SELECT raise(ABORT, 'An item is never deleted.'); END;

-- Whether the facts of what was said before this layout have been read.
CREATE TABLE fact_extent (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  is_filled INTEGER NOT NULL CHECK (is_filled IN (0, 1))
) STRICT;
INSERT INTO fact_extent (id, is_filled) SELECT 1, NOT EXISTS (SELECT 1 FROM event);
