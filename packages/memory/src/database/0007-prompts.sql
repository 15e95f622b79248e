-- Prompt versions: a hash of all texts that a model was given, for each batch of maintenance and each reply in a tag pass.
-- There is no row if no model was asked, or if the batch or the pass is older than this table.
CREATE TABLE batch_prompt (
  run_id INTEGER NOT NULL,
  position INTEGER NOT NULL,
  version TEXT NOT NULL,
  PRIMARY KEY (run_id, position),
  FOREIGN KEY (run_id, position) REFERENCES maintenance_batch (run_id, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE tag_pass_prompt (
  event_id INTEGER PRIMARY KEY REFERENCES tag_pass (event_id),
  version TEXT NOT NULL
) STRICT;

CREATE TRIGGER batch_prompt_stays BEFORE UPDATE ON batch_prompt BEGIN SELECT raise(ABORT, 'A prompt stays as it was noted.'); END;
CREATE TRIGGER batch_prompt_remains BEFORE DELETE ON batch_prompt BEGIN SELECT raise(ABORT, 'A prompt is never deleted.'); END;
CREATE TRIGGER tag_pass_prompt_stays BEFORE UPDATE ON tag_pass_prompt BEGIN SELECT raise(ABORT, 'A prompt stays as it was noted.'); END;
CREATE TRIGGER tag_pass_prompt_remains BEFORE DELETE ON tag_pass_prompt BEGIN SELECT raise(ABORT, 'A prompt is never deleted.'); END;
