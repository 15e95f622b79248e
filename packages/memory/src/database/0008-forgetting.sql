-- What was forgotten at a person's request: that it stood here and when it went, never what it said.
-- `former_seal` is the hash of the row as it stood. While a row is `going`, its words may be taken out of the tables; once it is
-- `gone`, they are out of all rows; once the file itself was written anew, so that free pages hold nothing of them, it is `swept`.
CREATE TABLE forgotten (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- `part`: something that was held in mind was cut out of a moment that stays.
  thing TEXT NOT NULL CHECK (thing IN ('moment', 'part', 'item', 'fragment')),
  -- Of the event, the item or the fragment.
  number INTEGER NOT NULL,
  former_seal TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('going', 'gone', 'swept'))
) STRICT;
CREATE INDEX forgotten_by_thing ON forgotten (thing, number);
CREATE INDEX forgotten_unfinished ON forgotten (state) WHERE state <> 'swept';
CREATE TRIGGER forgotten_remains BEFORE DELETE ON forgotten
  BEGIN SELECT raise(ABORT, 'That something was forgotten stays.'); END;

-- What was said and noted stays as it is, unless a person has it forgotten.
DROP TRIGGER event_stays;
CREATE TRIGGER event_stays BEFORE UPDATE ON event
  WHEN old.seal IS NOT NULL AND NOT EXISTS (SELECT 1 FROM forgotten WHERE state = 'going')
  BEGIN SELECT raise(ABORT, 'An event never changes.'); END;
DROP TRIGGER event_tag_stays;
CREATE TRIGGER event_tag_stays BEFORE UPDATE ON event_tag
  WHEN NOT EXISTS (SELECT 1 FROM forgotten WHERE state = 'going')
  BEGIN SELECT raise(ABORT, 'A tag never changes.'); END;
DROP TRIGGER event_tag_remains;
CREATE TRIGGER event_tag_remains BEFORE DELETE ON event_tag
  WHEN NOT EXISTS (SELECT 1 FROM forgotten WHERE state = 'going')
  BEGIN SELECT raise(ABORT, 'A tag is never deleted.'); END;
DROP TRIGGER item_text_stays;
CREATE TRIGGER item_text_stays BEFORE UPDATE OF kind, content, normal_form, subject, event_id, created_at_ms, created_turn
  ON working_memory WHEN NOT EXISTS (SELECT 1 FROM forgotten WHERE state = 'going')
  BEGIN SELECT raise(ABORT, 'The text of an item never changes.'); END;
DROP TRIGGER item_change_stays;
CREATE TRIGGER item_change_stays BEFORE UPDATE ON item_change
  WHEN old.seal IS NOT NULL AND NOT EXISTS (SELECT 1 FROM forgotten WHERE state = 'going')
  BEGIN SELECT raise(ABORT, 'A change that was noted stays.'); END;
DROP TRIGGER maintenance_batch_stays;
CREATE TRIGGER maintenance_batch_stays BEFORE UPDATE ON maintenance_batch
  WHEN NOT EXISTS (SELECT 1 FROM forgotten WHERE state = 'going')
  BEGIN SELECT raise(ABORT, 'A batch stays as it was noted.'); END;
DROP TRIGGER maintenance_change_stays;
CREATE TRIGGER maintenance_change_stays BEFORE UPDATE ON maintenance_change
  WHEN NOT EXISTS (SELECT 1 FROM forgotten WHERE state = 'going')
  BEGIN SELECT raise(ABORT, 'A change stays as it was noted.'); END;
DROP TRIGGER tag_pass_stays;
CREATE TRIGGER tag_pass_stays BEFORE UPDATE ON tag_pass
  WHEN NOT EXISTS (SELECT 1 FROM forgotten WHERE state = 'going')
  BEGIN SELECT raise(ABORT, 'What was asked stays as it was noted.'); END;
