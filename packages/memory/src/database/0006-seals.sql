-- Seals, which prove the rows of other tables: each is a hash of a row's values, its key and the name of its table.
-- Rows that are written with each message have their seal in a column of their own table. Of these, the seals of rows that
-- are only appended also cover the row before: a chain.
CREATE TABLE record_seal (
  table_name TEXT NOT NULL,
  owner ANY NOT NULL,
  part ANY NOT NULL,
  seal TEXT NOT NULL,
  PRIMARY KEY (table_name, owner, part)
) STRICT, WITHOUT ROWID;

-- Of an event's tags together, null without any; the event's own covers it too.
ALTER TABLE event ADD COLUMN tags_seal TEXT;
ALTER TABLE event ADD COLUMN seal TEXT;
ALTER TABLE working_memory ADD COLUMN seal TEXT;
ALTER TABLE item_change ADD COLUMN seal TEXT;

-- A row that is older than the seals gets its seal once.
DROP TRIGGER event_stays;
CREATE TRIGGER event_stays BEFORE UPDATE ON event WHEN old.seal IS NOT NULL
  BEGIN SELECT raise(ABORT, 'An event never changes.'); END;
DROP TRIGGER item_change_stays;
CREATE TRIGGER item_change_stays BEFORE UPDATE ON item_change WHEN old.seal IS NOT NULL
  BEGIN SELECT raise(ABORT, 'A change that was noted stays.'); END;
