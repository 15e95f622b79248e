-- Which models told a turn, and with which prompt version: a hash of all texts that they were given.
-- There are several rows if a turn was continued, and none for what a player did alone or for turns older than this table.
CREATE TABLE turn_prompt (
  turn_id INTEGER NOT NULL REFERENCES turn (id),
  position INTEGER NOT NULL,
  model TEXT NOT NULL,
  version TEXT NOT NULL,
  PRIMARY KEY (turn_id, position)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER turn_prompt_kept BEFORE UPDATE ON turn_prompt BEGIN SELECT RAISE(ABORT, 'turn_prompt never changes'); END;
CREATE TRIGGER turn_prompt_stays BEFORE DELETE ON turn_prompt BEGIN SELECT RAISE(ABORT, 'turn_prompt is never deleted'); END;
