-- Whether mentions were counted by the former rule, by which a name counted even inside a longer name of somebody else.
-- If so, they are counted anew from the story when the world is opened and the story is there.
CREATE TABLE mention_recount (
  is_due INTEGER PRIMARY KEY CHECK (is_due = 1)
) STRICT;

INSERT INTO mention_recount (is_due) SELECT 1 WHERE EXISTS (SELECT 1 FROM mention);
