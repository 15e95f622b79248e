-- Seals, which prove the rows of other tables: each is a hash of a row's values, its key and the name of its table.
-- The seals of turns and of moves of the head, which are only appended, also cover the row before: a chain.
CREATE TABLE record_seal (
  table_name TEXT NOT NULL,
  owner ANY NOT NULL,
  part ANY NOT NULL,
  seal TEXT NOT NULL,
  PRIMARY KEY (table_name, owner, part)
) STRICT, WITHOUT ROWID;
