-- Events of a game for its screens, numbered from 1 in each game without a gap. Triggers write them: nobody can forget to.
CREATE TABLE game_event (
  session_id TEXT NOT NULL REFERENCES sessions (id),
  sequence INTEGER NOT NULL CHECK (sequence >= 1),
  kind TEXT NOT NULL CHECK (
    kind IN ('turn-begun', 'turn-ended', 'words-kept', 'head-moved', 'branch-named', 'wishes-changed')
  ),
  -- Of a move of the head: which one. Its turns and what they changed never change, so they are read where they stand.
  move_id INTEGER REFERENCES head_move (id),
  -- Of everything else: what is told, as JSON.
  json TEXT NOT NULL DEFAULT '{}',
  PRIMARY KEY (session_id, sequence)
) STRICT, WITHOUT ROWID;

-- For games from before events were kept: every move in its order, then what holds now.
INSERT INTO game_event (session_id, sequence, kind, move_id)
  SELECT session_id, row_number() OVER (PARTITION BY session_id ORDER BY id), 'head-moved', id FROM head_move;
INSERT INTO game_event (session_id, sequence, kind, json)
  SELECT session_id,
    (SELECT count(*) FROM game_event AS former WHERE former.session_id = now.session_id)
      + row_number() OVER (PARTITION BY session_id ORDER BY rank, about),
    kind, json
  FROM (
    SELECT session_id, 1 AS rank, name AS about, 'branch-named' AS kind,
      json_object('name', name, 'turn', turn_id) AS json FROM branch
    UNION ALL SELECT session_id, 2, '', 'wishes-changed', json_object('wishes', json(json)) FROM session_settings
    UNION ALL SELECT session_id, 3, id, 'words-kept', json_object('words', words, 'parent', parent) FROM unanswered
    UNION ALL SELECT session_id, 4, '', 'turn-begun',
      json_object('words', words, 'isAside', json(iif(is_aside, 'true', 'false')), 'parent', parent) FROM draft
  ) AS now;

CREATE TRIGGER head_move_told AFTER INSERT ON head_move BEGIN
  INSERT INTO game_event (session_id, sequence, kind, move_id) SELECT new.session_id,
    coalesce((SELECT max(sequence) FROM game_event WHERE session_id = new.session_id), 0) + 1, 'head-moved', new.id;
END;
CREATE TRIGGER branch_told AFTER INSERT ON branch BEGIN
  INSERT INTO game_event (session_id, sequence, kind, json) SELECT new.session_id,
    coalesce((SELECT max(sequence) FROM game_event WHERE session_id = new.session_id), 0) + 1, 'branch-named',
    json_object('name', new.name, 'turn', new.turn_id);
END;
CREATE TRIGGER branch_moved_told AFTER UPDATE ON branch BEGIN
  INSERT INTO game_event (session_id, sequence, kind, json) SELECT new.session_id,
    coalesce((SELECT max(sequence) FROM game_event WHERE session_id = new.session_id), 0) + 1, 'branch-named',
    json_object('name', new.name, 'turn', new.turn_id);
END;
CREATE TRIGGER session_settings_told AFTER INSERT ON session_settings BEGIN
  INSERT INTO game_event (session_id, sequence, kind, json) SELECT new.session_id,
    coalesce((SELECT max(sequence) FROM game_event WHERE session_id = new.session_id), 0) + 1, 'wishes-changed',
    json_object('wishes', json(new.json));
END;
CREATE TRIGGER draft_told AFTER INSERT ON draft BEGIN
  INSERT INTO game_event (session_id, sequence, kind, json) SELECT new.session_id,
    coalesce((SELECT max(sequence) FROM game_event WHERE session_id = new.session_id), 0) + 1, 'turn-begun',
    json_object('words', new.words, 'isAside', json(iif(new.is_aside, 'true', 'false')), 'parent', new.parent);
END;
CREATE TRIGGER draft_end_told AFTER DELETE ON draft BEGIN
  INSERT INTO game_event (session_id, sequence, kind) SELECT old.session_id,
    coalesce((SELECT max(sequence) FROM game_event WHERE session_id = old.session_id), 0) + 1, 'turn-ended';
END;
CREATE TRIGGER unanswered_told AFTER INSERT ON unanswered BEGIN
  INSERT INTO game_event (session_id, sequence, kind, json) SELECT new.session_id,
    coalesce((SELECT max(sequence) FROM game_event WHERE session_id = new.session_id), 0) + 1, 'words-kept',
    json_object('words', new.words, 'parent', new.parent);
END;

CREATE TRIGGER game_event_kept BEFORE UPDATE ON game_event BEGIN SELECT RAISE(ABORT, 'game_event never changes'); END;
CREATE TRIGGER game_event_stays BEFORE DELETE ON game_event BEGIN SELECT RAISE(ABORT, 'game_event is never deleted'); END;
