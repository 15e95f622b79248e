-- Mentions are counted anew, because a name alone before a colon at the beginning of a line counts no longer.
-- In capitals or not, it only says who speaks. Mentions are counted when the world is opened and the story is there.
INSERT OR IGNORE INTO mention_recount (is_due) SELECT 1 WHERE EXISTS (SELECT 1 FROM mention);
