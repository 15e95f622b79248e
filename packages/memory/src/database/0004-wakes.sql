-- Wakes: a row for each assembly that was sent, with what went in and what stayed out, each with its score.
CREATE TABLE wake (
  id INTEGER PRIMARY KEY,
  at_ms INTEGER NOT NULL,
  turn INTEGER NOT NULL,
  -- The message that woke it; none where it was woken without one.
  event_id INTEGER REFERENCES event (id),
  tokens INTEGER NOT NULL,
  -- Sections, entries, factors of the scores: JSON, deflated.
  ledger BLOB NOT NULL
) STRICT;

-- The words of the newest few wakes, so that a reply which only repeats them is known: JSON, deflated.
CREATE TABLE wake_words (
  wake_id INTEGER PRIMARY KEY REFERENCES wake (id),
  words BLOB NOT NULL
) STRICT;

-- Fragments that were recalled, and those next to them, with the last turn they were: they stay for a while, fading.
CREATE TABLE recalled_fragment (
  key TEXT PRIMARY KEY,
  turn INTEGER NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
