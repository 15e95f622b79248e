-- Vectors of the texts of entries, by the embedder that made them. All follow from the glossary: the file may be removed.

-- Texts that were embedded, recognised by their digests; the words themselves are in the glossary. The place of a vector is the
-- id of its text.
CREATE TABLE embedded_text (
  id INTEGER PRIMARY KEY,
  -- SHA-256 of the text as it was embedded.
  digest BLOB NOT NULL UNIQUE
) STRICT;

-- Embedders, each a model and how long its vectors are; and vectors of length 1, kept apart by the embedder that made them.
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
