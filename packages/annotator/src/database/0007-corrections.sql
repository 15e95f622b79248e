-- A revision has two places in the story: the place where it was written, and the place from which it holds.
-- A correction has a row here if it holds from an earlier place; any other revision holds from where it was written.
CREATE TABLE correction (
  revision_id INTEGER PRIMARY KEY REFERENCES revision (id),
  -- The scene at whose end it holds first.
  scene_id INTEGER NOT NULL
) STRICT;
CREATE TRIGGER correction_is_append_only_update BEFORE UPDATE ON correction
BEGIN
  SELECT raise(ABORT, 'correction is append-only');
END;
CREATE TRIGGER correction_is_append_only_delete BEFORE DELETE ON correction
BEGIN
  SELECT raise(ABORT, 'correction is append-only');
END;
