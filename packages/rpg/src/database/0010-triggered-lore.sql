-- Index of the lore that comes to mind by a trigger: each turn asks for it, and most games have none of it.
-- Without this index, each turn would read all lore.
CREATE INDEX lore_with_trigger ON memories (session_id, id) WHERE kind = 'lore' AND instr(source, 'trigger') > 0;
