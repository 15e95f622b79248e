-- What changed after a moment: a look at that moment takes it away again.
CREATE INDEX item_change_by_time ON item_change (at_ms);
-- What a message had the companion hold in mind: a page of the talk asks for it.
CREATE INDEX working_memory_by_event ON working_memory (event_id);
