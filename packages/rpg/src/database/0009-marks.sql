-- Faults that a model found in its own narrative when it was asked to check it: the words, and why.
-- What our own rules find follows from turn and events, and is not stored.
CREATE TABLE turn_mark (
  turn_id INTEGER NOT NULL REFERENCES turn (id),
  position INTEGER NOT NULL,
  kind TEXT NOT NULL,
  quote TEXT NOT NULL,
  says TEXT NOT NULL,
  PRIMARY KEY (turn_id, position)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER turn_mark_kept BEFORE UPDATE ON turn_mark BEGIN SELECT RAISE(ABORT, 'turn_mark never changes'); END;
CREATE TRIGGER turn_mark_stays BEFORE DELETE ON turn_mark BEGIN SELECT RAISE(ABORT, 'turn_mark is never deleted'); END;
