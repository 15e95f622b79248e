-- Proposals: operations that a run proposed and that a person accepts or refuses, one for each row, as JSON.
-- A proposal is `withdrawn` if its run was taken back, or if nothing is left of it after something was forgotten.
CREATE TABLE proposal (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  run_id INTEGER NOT NULL REFERENCES maintenance_run (id),
  operation TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'accepted', 'refused', 'withdrawn')),
  made_at_ms INTEGER NOT NULL,
  -- Null while it waits.
  decided_at_ms INTEGER,
  -- The run that did it; null unless it was accepted.
  done_by_run INTEGER REFERENCES maintenance_run (id)
) STRICT;
CREATE INDEX proposal_by_state ON proposal (state, id);
CREATE INDEX proposal_by_doing ON proposal (done_by_run) WHERE done_by_run IS NOT NULL;

-- Whether a person approved a fragment, or took that back. A fragment without a row counts as approved if a person wrote it.
-- The row of a removed fragment stays, and counts again if the fragment comes back.
CREATE TABLE approved_fragment (
  fragment_id INTEGER PRIMARY KEY,
  is_approved INTEGER NOT NULL CHECK (is_approved IN (0, 1)),
  at_ms INTEGER NOT NULL
) STRICT;

-- Messages that a person set aside, with the answers to them; the events stay as they were said. Messages that were set aside
-- together have the same `run`. `place` is the event that they followed; 0 if there is none. The changes after `first_change`, up
-- to `last_change`, took back what these messages had changed.
CREATE TABLE aside (
  event_id INTEGER PRIMARY KEY REFERENCES event (id),
  run INTEGER NOT NULL,
  place INTEGER NOT NULL,
  first_change INTEGER NOT NULL,
  last_change INTEGER NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX aside_by_place ON aside (place, run);

-- The events of the talk as it stands.
CREATE VIEW standing_event AS SELECT * FROM event WHERE id NOT IN (SELECT event_id FROM aside);
