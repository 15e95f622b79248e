-- What proves the rows of other tables: a hash of all that stands in each, of its table and of its key, and of turns and moves
-- of the head, which are only appended, of the one before too: a chain.
CREATE TABLE record_seal (
  table_name TEXT NOT NULL,
  owner ANY NOT NULL,
  part ANY NOT NULL,
  seal TEXT NOT NULL,
  PRIMARY KEY (table_name, owner, part)
) STRICT, WITHOUT ROWID;
