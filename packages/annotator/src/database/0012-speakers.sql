-- Mentions are counted anew, because a name in capitals before a colon only says who speaks, and counts no longer.
-- They are counted from the story when the world is opened and the story is there.
INSERT OR IGNORE INTO mention_recount (is_due) SELECT 1 WHERE EXISTS (SELECT 1 FROM mention);
