-- What a model wrote when it was asked to sum up the story from the opening to a turn; prompts show it in place of these turns.
-- Turns form a tree, so the turn says which turns are covered: those on the way from the opening to it.
CREATE TABLE story_so_far (
  turn_id INTEGER PRIMARY KEY REFERENCES turn (id),
  text TEXT NOT NULL,
  model TEXT NOT NULL,
  version TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;

CREATE TRIGGER story_so_far_kept BEFORE UPDATE ON story_so_far BEGIN SELECT RAISE(ABORT, 'story_so_far never changes'); END;
CREATE TRIGGER story_so_far_stays BEFORE DELETE ON story_so_far BEGIN SELECT RAISE(ABORT, 'story_so_far is never deleted'); END;
