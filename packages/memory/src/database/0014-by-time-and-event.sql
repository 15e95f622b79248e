-- Index of changes by time: a look back at a moment leaves out all changes after it.
CREATE INDEX item_change_by_time ON item_change (at_ms);
-- Index of items by event: a page of the talk asks what each message had the companion hold in mind.
CREATE INDEX working_memory_by_event ON working_memory (event_id);
