-- When a game is opened, all its memories are read in the order in which they were added; this index gives the order.
CREATE INDEX memory_by_position ON memories (session_id, position);

-- Counts removals of vectors, and additions before later ones: a program that holds vectors in memory then reads them again.
CREATE TABLE vector_change (count INTEGER NOT NULL) STRICT;
INSERT INTO vector_change (count) VALUES (0);
CREATE TRIGGER vector_gone AFTER DELETE ON text_vector BEGIN
  UPDATE vector_change SET count = count + 1;
END;
CREATE TRIGGER vector_between AFTER INSERT ON text_vector
WHEN EXISTS (SELECT 1 FROM text_vector WHERE embedder_id = new.embedder_id AND place > new.place) BEGIN
  UPDATE vector_change SET count = count + 1;
END;
