-- Sessions: the games of a world, the rules as they were at the start, turns, rolls, drafts, and the state at each head.

-- Game systems as they were when sessions began with them: the JSON of each, under its hash. Never changed.
CREATE TABLE manifests (
  hash TEXT PRIMARY KEY,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  version TEXT NOT NULL,
  json TEXT NOT NULL,
  -- The file it was read from, where it was not a shipped one.
  origin TEXT
) STRICT;

-- A game. From its seed and its log, every roll can be computed again.
CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  manifest_hash TEXT NOT NULL REFERENCES manifests (hash),
  seed TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  -- The turn that is the present; the tree of turns is only appended to.
  head INTEGER REFERENCES turn (id)
) STRICT;

-- A turn that was committed. Turns form a tree by parent; undo and branch move the head of the session.
CREATE TABLE turn (
  id INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions (id),
  parent INTEGER REFERENCES turn (id),
  number INTEGER NOT NULL CHECK (number >= 0),
  words TEXT NOT NULL,
  narrative TEXT NOT NULL,
  suggestions TEXT NOT NULL DEFAULT '[]',
  state_hash TEXT NOT NULL,
  -- 1 for what a player did beside the story, such as a roll of their own.
  is_aside INTEGER NOT NULL DEFAULT 0 CHECK (is_aside IN (0, 1)),
  at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX turn_by_parent ON turn (session_id, parent);

-- What was done in a turn, in order: the action as it was asked for, and what it and settling changed.
CREATE TABLE event (
  turn_id INTEGER NOT NULL REFERENCES turn (id),
  position INTEGER NOT NULL,
  tool TEXT NOT NULL,
  arguments TEXT NOT NULL,
  by TEXT NOT NULL CHECK (by IN ('model', 'player', 'system')),
  answer TEXT NOT NULL,
  is_ok INTEGER NOT NULL CHECK (is_ok IN (0, 1)),
  patches TEXT NOT NULL,
  -- Rolls, thresholds crossed and formulas that failed, as JSON.
  outcome TEXT NOT NULL,
  PRIMARY KEY (turn_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE roll (
  turn_id INTEGER NOT NULL REFERENCES turn (id),
  roll_index INTEGER NOT NULL,
  expression TEXT NOT NULL,
  total INTEGER NOT NULL,
  target REAL,
  outcome TEXT,
  reason TEXT,
  asked_by TEXT NOT NULL,
  -- The whole roll as JSON: faces, kept, marks.
  roll TEXT NOT NULL,
  PRIMARY KEY (turn_id, roll_index)
) STRICT, WITHOUT ROWID;

-- Each entity as it is at the session's head: the fold of the log, which can be made again from it.
CREATE TABLE game_state (
  session_id TEXT NOT NULL REFERENCES sessions (id),
  entity_type TEXT NOT NULL,
  entity_key TEXT NOT NULL,
  -- Where it stands among the others: entities are listed in the order in which they came.
  position INTEGER NOT NULL,
  json TEXT NOT NULL,
  PRIMARY KEY (session_id, entity_type, entity_key)
) STRICT, WITHOUT ROWID;

-- Where the head of a session went and why; undo, redo and branch append here.
CREATE TABLE head_move (
  id INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions (id),
  from_turn INTEGER REFERENCES turn (id),
  to_turn INTEGER NOT NULL REFERENCES turn (id),
  reason TEXT NOT NULL CHECK (reason IN ('commit', 'undo', 'redo', 'branch', 'retry', 'edit')),
  at_ms INTEGER NOT NULL
) STRICT;

-- A name that a person gave to a turn, to come back to.
CREATE TABLE branch (
  session_id TEXT NOT NULL REFERENCES sessions (id),
  name TEXT NOT NULL,
  turn_id INTEGER NOT NULL REFERENCES turn (id),
  PRIMARY KEY (session_id, name)
) STRICT, WITHOUT ROWID;

-- What is remembered at the head: lore, facts, events, preferences. Follows the log like game_state.
CREATE TABLE memories (
  -- Never given twice: vectors are kept by it.
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  session_id TEXT NOT NULL REFERENCES sessions (id),
  key TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('rule', 'lore', 'fact', 'event', 'preference')),
  content TEXT NOT NULL,
  tags TEXT NOT NULL DEFAULT '[]',
  importance REAL NOT NULL DEFAULT 0.5,
  -- Where it came from, as JSON: a glossary entry and its quote, a span of a rulebook, a turn.
  source TEXT NOT NULL DEFAULT '{}',
  turn_number INTEGER NOT NULL DEFAULT 0,
  position INTEGER NOT NULL,
  -- The whole note; the columns above are what is searched of it.
  json TEXT NOT NULL,
  UNIQUE (session_id, key)
) STRICT;

-- What a turn was about: found again by search when the history has become long.
CREATE TABLE turn_metadata (
  turn_id INTEGER PRIMARY KEY REFERENCES turn (id),
  summary TEXT NOT NULL,
  tags TEXT NOT NULL DEFAULT '[]',
  importance REAL NOT NULL DEFAULT 0.5,
  -- What was recalled for the turn, frozen in where it fired.
  lore TEXT NOT NULL DEFAULT '[]'
) STRICT;

-- The turns from the opening to the head: what is visible. Follows the head like game_state.
CREATE TABLE head_path (
  session_id TEXT NOT NULL REFERENCES sessions (id),
  number INTEGER NOT NULL,
  turn_id INTEGER NOT NULL REFERENCES turn (id),
  PRIMARY KEY (session_id, number)
) STRICT, WITHOUT ROWID;

-- The turn that is being played: what it was begun with. At most one a session; gone once it is committed or dropped.
CREATE TABLE draft (
  session_id TEXT PRIMARY KEY REFERENCES sessions (id),
  parent INTEGER NOT NULL REFERENCES turn (id),
  words TEXT NOT NULL,
  is_aside INTEGER NOT NULL DEFAULT 0 CHECK (is_aside IN (0, 1)),
  at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What was done in the draft, as it came; it becomes the turn's events.
CREATE TABLE draft_action (
  session_id TEXT NOT NULL REFERENCES draft (session_id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  tool TEXT NOT NULL,
  arguments TEXT NOT NULL,
  by TEXT NOT NULL CHECK (by IN ('model', 'player', 'system')),
  answer TEXT NOT NULL,
  is_ok INTEGER NOT NULL CHECK (is_ok IN (0, 1)),
  patches TEXT NOT NULL,
  outcome TEXT NOT NULL,
  PRIMARY KEY (session_id, position)
) STRICT, WITHOUT ROWID;

-- What the model replied in the draft, before anything was done about it: it was paid for.
CREATE TABLE draft_reply (
  session_id TEXT NOT NULL REFERENCES draft (session_id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  reply TEXT NOT NULL,
  PRIMARY KEY (session_id, position)
) STRICT, WITHOUT ROWID;

-- Words of a player whose turn was dropped: never lost.
CREATE TABLE unanswered (
  id INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions (id),
  -- The turn they were said after.
  parent INTEGER NOT NULL REFERENCES turn (id),
  words TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;

-- Search over what is remembered at the head.
CREATE VIRTUAL TABLE memory_index USING fts5 (
  content, tags, kind, content = 'memories', content_rowid = 'id', tokenize = 'porter unicode61 remove_diacritics 2'
);
CREATE TRIGGER memory_indexed AFTER INSERT ON memories BEGIN
  INSERT INTO memory_index (rowid, content, tags, kind) VALUES (new.id, new.content, new.tags, new.kind);
END;
CREATE TRIGGER memory_unindexed AFTER DELETE ON memories BEGIN
  INSERT INTO memory_index (memory_index, rowid, content, tags, kind)
    VALUES ('delete', old.id, old.content, old.tags, old.kind);
END;
CREATE TRIGGER memory_reindexed AFTER UPDATE OF content, tags, kind ON memories BEGIN
  INSERT INTO memory_index (memory_index, rowid, content, tags, kind)
    VALUES ('delete', old.id, old.content, old.tags, old.kind);
  INSERT INTO memory_index (rowid, content, tags, kind) VALUES (new.id, new.content, new.tags, new.kind);
END;

-- Search over what turns were about; those that are not in head_path are not visible.
CREATE VIRTUAL TABLE turn_index USING fts5 (
  summary, tags, content = 'turn_metadata', content_rowid = 'turn_id',
  tokenize = 'porter unicode61 remove_diacritics 2'
);
CREATE TRIGGER turn_indexed AFTER INSERT ON turn_metadata BEGIN
  INSERT INTO turn_index (rowid, summary, tags) VALUES (new.turn_id, new.summary, new.tags);
END;
CREATE TRIGGER turn_unindexed AFTER DELETE ON turn_metadata BEGIN
  INSERT INTO turn_index (turn_index, rowid, summary, tags) VALUES ('delete', old.turn_id, old.summary, old.tags);
END;
CREATE TRIGGER turn_reindexed AFTER UPDATE OF summary, tags ON turn_metadata BEGIN
  INSERT INTO turn_index (turn_index, rowid, summary, tags) VALUES ('delete', old.turn_id, old.summary, old.tags);
  INSERT INTO turn_index (rowid, summary, tags) VALUES (new.turn_id, new.summary, new.tags);
END;

CREATE TRIGGER manifests_kept BEFORE UPDATE ON manifests BEGIN SELECT RAISE(ABORT, 'manifests never changes'); END;
CREATE TRIGGER manifests_stays BEFORE DELETE ON manifests BEGIN SELECT RAISE(ABORT, 'manifests is never deleted'); END;
CREATE TRIGGER turn_kept BEFORE UPDATE ON turn BEGIN SELECT RAISE(ABORT, 'turn never changes'); END;
CREATE TRIGGER turn_stays BEFORE DELETE ON turn BEGIN SELECT RAISE(ABORT, 'turn is never deleted'); END;
CREATE TRIGGER event_kept BEFORE UPDATE ON event BEGIN SELECT RAISE(ABORT, 'event never changes'); END;
CREATE TRIGGER event_stays BEFORE DELETE ON event BEGIN SELECT RAISE(ABORT, 'event is never deleted'); END;
CREATE TRIGGER roll_kept BEFORE UPDATE ON roll BEGIN SELECT RAISE(ABORT, 'roll never changes'); END;
CREATE TRIGGER roll_stays BEFORE DELETE ON roll BEGIN SELECT RAISE(ABORT, 'roll is never deleted'); END;
CREATE TRIGGER head_move_kept BEFORE UPDATE ON head_move BEGIN SELECT RAISE(ABORT, 'head_move never changes'); END;
CREATE TRIGGER head_move_stays BEFORE DELETE ON head_move BEGIN SELECT RAISE(ABORT, 'head_move is never deleted'); END;
