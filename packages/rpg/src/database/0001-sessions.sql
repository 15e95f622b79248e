-- A game system as a session was begun with it: its JSON by what it hashes to. Never changed.
CREATE TABLE manifests (
  hash TEXT PRIMARY KEY,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  version TEXT NOT NULL,
  json TEXT NOT NULL,
  -- The file it was read from, where it was not a shipped one.
  origin TEXT
) STRICT;

-- A game. Its seed and what happened give every roll again.
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
  id INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions (id),
  key TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('rule', 'lore', 'fact', 'event', 'preference')),
  content TEXT NOT NULL,
  tags TEXT NOT NULL DEFAULT '[]',
  importance REAL NOT NULL DEFAULT 0.5,
  -- Where it came from, as JSON: a glossary entry and its quote, a span of a rulebook, a turn.
  source TEXT NOT NULL DEFAULT '{}',
  turn_number INTEGER NOT NULL DEFAULT 0,
  UNIQUE (session_id, key)
) STRICT;

-- What a turn was about: found again by search when the history has become long.
CREATE TABLE turn_metadata (
  turn_id INTEGER PRIMARY KEY REFERENCES turn (id),
  summary TEXT NOT NULL,
  tags TEXT NOT NULL DEFAULT '[]',
  importance REAL NOT NULL DEFAULT 0.5
) STRICT;
