-- Which facts about somebody's life each event tells, by owner and relation, the newest telling first.
-- Made from the texts of events: filled when an event is taken in, and by the program when a memory of an older layout is opened.
CREATE TABLE told_fact (
  voice TEXT NOT NULL,
  fact TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  event_id INTEGER NOT NULL REFERENCES event (id),
  strength INTEGER NOT NULL CHECK (strength IN (0, 1, 2)),
  PRIMARY KEY (voice, fact, at_ms, event_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX told_fact_by_event ON told_fact (event_id);

-- Whether the facts of what was said before this layout have been read.
CREATE TABLE told_fact_extent (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  is_filled INTEGER NOT NULL CHECK (is_filled IN (0, 1))
) STRICT;
INSERT INTO told_fact_extent (id, is_filled) SELECT 1, NOT EXISTS (SELECT 1 FROM event);
