-- Each turn asks for the lore of lorebooks that say when an entry comes to mind, and most games have none: without
-- this index all lore was read for that.
CREATE INDEX lore_with_trigger ON memories (session_id, id) WHERE kind = 'lore' AND instr(source, 'trigger') > 0;
