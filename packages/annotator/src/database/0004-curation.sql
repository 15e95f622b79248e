-- What a curator and a person decide about entries, beyond what their revisions say.

-- Entries that must never be merged; `one` is the smaller id.
CREATE TABLE kept_apart (
  one INTEGER NOT NULL,
  other INTEGER NOT NULL,
  step_id INTEGER,
  author TEXT NOT NULL CHECK (author IN ('agent', 'curator', 'human')),
  reason TEXT,
  at TEXT NOT NULL,
  PRIMARY KEY (one, other),
  CHECK (one < other)
) WITHOUT ROWID;
CREATE TRIGGER kept_apart_is_append_only_update BEFORE UPDATE ON kept_apart
BEGIN
  SELECT raise(ABORT, 'kept_apart is append-only');
END;
CREATE TRIGGER kept_apart_is_append_only_delete BEFORE DELETE ON kept_apart
BEGIN
  SELECT raise(ABORT, 'kept_apart is append-only');
END;

-- What curators decided, in order; the revisions of the same step are what it did.
CREATE TABLE curator_decision (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  step_id INTEGER NOT NULL REFERENCES step (id) DEFERRABLE INITIALLY DEFERRED,
  entry_id INTEGER NOT NULL,
  term TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('CONFIRM', 'REJECT', 'MERGE', 'REVISE', 'UNDECIDED')),
  target_id INTEGER,
  reason TEXT NOT NULL
) STRICT;
CREATE INDEX curator_decision_by_entry ON curator_decision (entry_id);
CREATE UNIQUE INDEX curator_decision_by_step ON curator_decision (step_id);
CREATE INDEX entry_waiting ON entry (id) WHERE status = 'tentative';
CREATE TRIGGER curator_decision_is_append_only_update BEFORE UPDATE ON curator_decision
BEGIN
  SELECT raise(ABORT, 'curator_decision is append-only');
END;
CREATE TRIGGER curator_decision_is_append_only_delete BEFORE DELETE ON curator_decision
BEGIN
  SELECT raise(ABORT, 'curator_decision is append-only');
END;
