-- Vectors of what is remembered, by the embedder that made them; a place is the id of a row of memories.
CREATE TABLE text_embedder (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  dimensions INTEGER NOT NULL
) STRICT;
CREATE TABLE text_vector (
  embedder_id INTEGER NOT NULL REFERENCES text_embedder (id),
  place INTEGER NOT NULL,
  vector BLOB NOT NULL,
  PRIMARY KEY (embedder_id, place)
) STRICT, WITHOUT ROWID;

-- A vector speaks of the words it was made of: it goes when they do.
CREATE TRIGGER memory_vector_gone AFTER DELETE ON memories BEGIN
  DELETE FROM text_vector WHERE place = old.id;
END;
CREATE TRIGGER memory_vector_stale AFTER UPDATE OF content ON memories BEGIN
  DELETE FROM text_vector WHERE place = old.id;
END;
