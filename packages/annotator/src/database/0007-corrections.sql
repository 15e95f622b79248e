-- A revision has two times: when it was written, and from where in the story it holds. A correction that holds from an
-- earlier place than the one where it was written has a row here; any other revision holds from where it was written.
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
