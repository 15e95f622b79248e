-- Places of the events that can be found: messages that follow one another have neighbouring places.
-- Between messages of different times there is a gap wider than the reach of a neighbour's words. Parroted events have no place.
CREATE TABLE echo_place (
  place INTEGER PRIMARY KEY,
  event_id INTEGER NOT NULL UNIQUE REFERENCES event (id)
) STRICT;

-- The text index of the kernel. `before` is the place the first distance of a block counts from.
CREATE TABLE text_term (
  id INTEGER PRIMARY KEY,
  term TEXT NOT NULL UNIQUE,
  documents INTEGER NOT NULL,
  last_place INTEGER NOT NULL,
  last_block INTEGER NOT NULL
) STRICT;
CREATE TABLE text_block (
  term_id INTEGER NOT NULL REFERENCES text_term (id),
  block INTEGER NOT NULL,
  before INTEGER NOT NULL,
  postings BLOB NOT NULL,
  PRIMARY KEY (term_id, block)
) STRICT, WITHOUT ROWID;
CREATE TABLE text_pending (
  place INTEGER PRIMARY KEY,
  weights TEXT NOT NULL
) STRICT;
CREATE TABLE text_extent (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  documents INTEGER NOT NULL,
  length INTEGER NOT NULL,
  pending INTEGER NOT NULL
) STRICT;
INSERT INTO text_extent (id, documents, length, pending) VALUES (1, 0, 0, 0);

-- Vectors of places, kept apart by the embedder that made them.
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
