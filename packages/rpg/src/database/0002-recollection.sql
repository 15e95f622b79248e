-- Vectors of memories, by the embedder that made them: `place` is the `id` of the row of `memories`.
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

-- A vector belongs to the words that it was made from: it goes when they do.
CREATE TRIGGER memory_vector_gone AFTER DELETE ON memories BEGIN
  DELETE FROM text_vector WHERE place = old.id;
END;
CREATE TRIGGER memory_vector_stale AFTER UPDATE OF content ON memories BEGIN
  DELETE FROM text_vector WHERE place = old.id;
END;

-- Tags say what a text is about; its kind only chooses among texts.
INSERT INTO memory_index (memory_index, rank) VALUES ('rank', 'bm25(1.0, 2.0, 0.0)');
INSERT INTO turn_index (turn_index, rank) VALUES ('rank', 'bm25(1.0, 2.0)');

-- Preferences come to mind in every turn.
CREATE INDEX preference_by_importance ON memories (session_id, importance DESC, id DESC) WHERE kind = 'preference';
