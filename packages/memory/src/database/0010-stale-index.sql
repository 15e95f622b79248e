-- Indexes that an earlier version made otherwise than this one would: the program makes them anew when it opens the memory.
CREATE TABLE stale_index (
  name TEXT PRIMARY KEY CHECK (name IN ('words'))
) STRICT, WITHOUT ROWID;
INSERT INTO stale_index (name) SELECT 'words' WHERE EXISTS (SELECT 1 FROM event);
