-- Who told a turn, and which texts they were asked with: the version is a hash of all of them. Several where a turn was gone on
-- with; none of what a player did alone, and of turns that are older than this is kept.
CREATE TABLE turn_prompt (
  turn_id INTEGER NOT NULL REFERENCES turn (id),
  position INTEGER NOT NULL,
  model TEXT NOT NULL,
  version TEXT NOT NULL,
  PRIMARY KEY (turn_id, position)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER turn_prompt_kept BEFORE UPDATE ON turn_prompt BEGIN SELECT RAISE(ABORT, 'turn_prompt never changes'); END;
CREATE TRIGGER turn_prompt_stays BEFORE DELETE ON turn_prompt BEGIN SELECT RAISE(ABORT, 'turn_prompt is never deleted'); END;
