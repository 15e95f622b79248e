-- The words by which each fragment is found, made from its texts.
-- Filled when a fragment is written, and by the program when a memory of an older layout is opened.
CREATE TABLE fragment_term (
  term TEXT NOT NULL,
  fragment_id INTEGER NOT NULL REFERENCES fragment (id),
  weight INTEGER NOT NULL,
  PRIMARY KEY (term, fragment_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX fragment_term_by_fragment ON fragment_term (fragment_id);

-- Which fragments rest on an event.
CREATE INDEX fragment_source_by_event ON fragment_source (event_id, fragment_id);
