-- Indexes that an earlier version built differently: the program builds them anew when it opens the memory.
CREATE TABLE stale_index (
  name TEXT PRIMARY KEY CHECK (name IN ('words'))
) STRICT, WITHOUT ROWID;
INSERT INTO stale_index (name) SELECT 'words' WHERE EXISTS (SELECT 1 FROM event);
