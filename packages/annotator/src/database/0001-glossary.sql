-- Glossary: the entries as they stand, everything that ever happened to them, and what has been read so far.

-- An entry as it stands now: the fold of its revisions. Aliases and tags are JSON arrays of strings.
CREATE TABLE entry (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  term TEXT NOT NULL,
  term_normal TEXT NOT NULL UNIQUE,
  aliases TEXT NOT NULL,
  definition TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('tentative', 'confirmed')),
  tags TEXT NOT NULL,
  first_corpus TEXT NOT NULL,
  first_thread INTEGER NOT NULL,
  first_post INTEGER NOT NULL,
  last_corpus TEXT NOT NULL,
  last_thread INTEGER NOT NULL,
  last_post INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  revision INTEGER NOT NULL
);

-- The words on which an entry is based: `quote` equals the post's body from `start_at` to `end_at` (UTF-16 offsets).
CREATE TABLE evidence (
  entry_id INTEGER NOT NULL REFERENCES entry (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  corpus TEXT NOT NULL,
  post INTEGER NOT NULL,
  start_at INTEGER NOT NULL,
  end_at INTEGER NOT NULL,
  quote TEXT NOT NULL,
  is_snapped INTEGER NOT NULL,
  PRIMARY KEY (entry_id, ordinal)
) WITHOUT ROWID;
CREATE INDEX evidence_by_post ON evidence (corpus, post);

-- How an entry may be named: its term without the suffix in parentheses, and its aliases, in folded forms.
CREATE TABLE surface (
  entry_id INTEGER NOT NULL REFERENCES entry (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  normal TEXT NOT NULL,
  name_key TEXT NOT NULL,
  first_word TEXT NOT NULL,
  last_word TEXT NOT NULL,
  head TEXT AS (substr(name_key, 1, 4)) VIRTUAL,
  tail TEXT AS (substr(name_key, -4)) VIRTUAL,
  PRIMARY KEY (entry_id, ordinal)
) WITHOUT ROWID;
CREATE INDEX surface_by_normal ON surface (normal);
CREATE INDEX surface_by_name_key ON surface (name_key);
CREATE INDEX surface_by_first_word ON surface (first_word);
CREATE INDEX surface_by_last_word ON surface (last_word);
CREATE INDEX surface_by_head ON surface (head);
CREATE INDEX surface_by_tail ON surface (tail);

-- Everything that ever happened to an entry: one row per changed field, appended and never changed. Values are JSON.
CREATE TABLE revision (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  entry_id INTEGER NOT NULL,
  field TEXT NOT NULL CHECK (
    field IN ('term', 'aliases', 'definition', 'status', 'tags', 'evidence', 'first_seen', 'deleted', 'merged_into')
  ),
  old TEXT,
  new TEXT,
  corpus TEXT NOT NULL,
  thread INTEGER NOT NULL,
  post INTEGER NOT NULL,
  step_id INTEGER,
  author TEXT NOT NULL CHECK (author IN ('agent', 'curator', 'human')),
  model TEXT,
  prompt_version TEXT,
  reason TEXT,
  at TEXT NOT NULL
);
CREATE INDEX revision_by_entry ON revision (entry_id, id);
CREATE INDEX revision_by_step ON revision (step_id) WHERE step_id IS NOT NULL;
CREATE TRIGGER revision_is_never_updated BEFORE UPDATE ON revision
BEGIN
  SELECT RAISE(ABORT, 'revisions are append-only');
END;
CREATE TRIGGER revision_is_never_deleted BEFORE DELETE ON revision
BEGIN
  SELECT RAISE(ABORT, 'revisions are append-only');
END;

-- What was read, in the order of reading: a post, or a part of a long one. Totals count everything up to the row.
CREATE TABLE read_part (
  id INTEGER PRIMARY KEY,
  corpus TEXT NOT NULL,
  thread INTEGER NOT NULL,
  post INTEGER NOT NULL,
  start_at INTEGER NOT NULL,
  end_at INTEGER NOT NULL,
  posts_total INTEGER NOT NULL,
  words_total INTEGER NOT NULL,
  UNIQUE (corpus, post, start_at)
);

-- Which folded words occur in which part: finds the parts a new name must be looked for in. Holds no text.
CREATE VIRTUAL TABLE read_words USING fts5 (words, content = '', detail = none, columnsize = 0, tokenize = 'ascii');

-- How often an entry is named in a part.
CREATE TABLE mention (
  entry_id INTEGER NOT NULL REFERENCES entry (id) ON DELETE CASCADE,
  part_id INTEGER NOT NULL REFERENCES read_part (id),
  mentions INTEGER NOT NULL,
  PRIMARY KEY (entry_id, part_id)
) WITHOUT ROWID;

-- Words put on hold: not entries yet, counted while reading and offered again when they recur.
CREATE TABLE candidate (
  id INTEGER PRIMARY KEY,
  surface TEXT NOT NULL,
  normal TEXT NOT NULL UNIQUE,
  mentions INTEGER NOT NULL,
  posts INTEGER NOT NULL,
  first_part INTEGER REFERENCES read_part (id),
  last_part INTEGER REFERENCES read_part (id)
);

-- Word search over entries, best first by bm25.
CREATE VIRTUAL TABLE entry_words USING fts5 (
  term, aliases, definition, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
);

-- Substring search over entries, for scripts that put no spaces between words.
CREATE VIRTUAL TABLE entry_trigrams USING fts5 (
  names_and_definition, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram'
);
