-- Mentions are counted anew from the story when the world is opened and the story is there: a name that stands alone before
-- a colon at the beginning of a line only says who speaks, in whatever letters, and is no mention any more.
INSERT OR IGNORE INTO mention_recount (is_due) SELECT 1 WHERE EXISTS (SELECT 1 FROM mention);
