-- What a model said about a word when the word was put on hold: it is shown again when the word returns.
CREATE TABLE held_meaning (
  held_change_id INTEGER PRIMARY KEY REFERENCES held_change (id),
  -- The newest part of the story that had been read.
  part_id INTEGER NOT NULL,
  definition TEXT NOT NULL,
  -- JSON: the quote that names the word, and where it stands.
  evidence TEXT
) STRICT;
CREATE TRIGGER held_meaning_is_append_only_update BEFORE UPDATE ON held_meaning
BEGIN
  SELECT raise(ABORT, 'held_meaning is append-only');
END;
CREATE TRIGGER held_meaning_is_append_only_delete BEFORE DELETE ON held_meaning
BEGIN
  SELECT raise(ABORT, 'held_meaning is append-only');
END;
