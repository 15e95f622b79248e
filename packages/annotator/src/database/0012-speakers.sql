-- Mentions are counted anew from the story when the world is opened and the story is there: who speaks, in capitals before
-- a colon, is no mention any more.
INSERT OR IGNORE INTO mention_recount (is_due) SELECT 1 WHERE EXISTS (SELECT 1 FROM mention);
