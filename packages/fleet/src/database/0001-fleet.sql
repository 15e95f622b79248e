-- The fleet: worlds as pieces, what is to be done with them, and every reply that was paid for.

CREATE SCHEMA fleet;

-- One row: which layout this is, and which program made it.
CREATE TABLE fleet.meta (
  one_row boolean PRIMARY KEY DEFAULT true CHECK (one_row),
  schema_version integer NOT NULL,
  program text NOT NULL,
  -- How far the turn of the owners has come: whoever comes anew begins here.
  pass double precision NOT NULL DEFAULT 0
);

-- Settings of owners; an owner without a row has a share of 1 and no bound.
CREATE TABLE fleet.owner (
  name text PRIMARY KEY,
  share integer NOT NULL DEFAULT 1 CHECK (share BETWEEN 1 AND 1000),
  most integer CHECK (most > 0),
  pass double precision NOT NULL DEFAULT 0
);

-- A world. What its reading began with is settled by the first worker: model, window and settings.
CREATE TABLE fleet.world (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner text NOT NULL DEFAULT current_user,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  title text NOT NULL DEFAULT '',
  notes text,
  has_memory boolean NOT NULL DEFAULT false,
  model text,
  budget integer,
  reading jsonb,
  epoch bigint NOT NULL DEFAULT 0,
  publishes bigint NOT NULL DEFAULT 0,
  scenes_done integer NOT NULL DEFAULT 0,
  scenes_all integer NOT NULL DEFAULT 0,
  bytes bigint NOT NULL DEFAULT 0,
  added_at timestamptz NOT NULL DEFAULT now(),
  published_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (owner, name)
);

-- Something to be done with a world. A lease is a row in the state `leased`; its epoch is that of the world.
CREATE TABLE fleet.task (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  world_id bigint NOT NULL REFERENCES fleet.world ON DELETE CASCADE,
  owner text NOT NULL DEFAULT current_user,
  kind text NOT NULL CHECK (kind IN ('read', 'verify', 'export', 'maintain')),
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'resting', 'leased', 'finished', 'poisoned')),
  priority integer NOT NULL DEFAULT 0 CHECK (priority BETWEEN -1000 AND 1000),
  model text,
  budget integer,
  options jsonb NOT NULL DEFAULT '{}',
  epoch bigint NOT NULL DEFAULT 0,
  tries integer NOT NULL DEFAULT 0,
  until_at timestamptz,
  worker text,
  server text,
  leased_at timestamptz,
  finished_at timestamptz,
  error jsonb,
  result jsonb,
  added_at timestamptz NOT NULL DEFAULT now()
);

-- Sorted first by what a worker must be able to do, then by owner: tasks that a worker cannot do cost it nothing, however many
-- wait.
CREATE INDEX task_waiting ON fleet.task (kind, coalesce(model, ''), owner, priority DESC, id) WHERE state = 'waiting';
CREATE INDEX task_due ON fleet.task (until_at) WHERE state IN ('leased', 'resting');
-- At most one lease of a world, whatever is done with it.
CREATE UNIQUE INDEX task_leased ON fleet.task (world_id) WHERE state = 'leased';
CREATE INDEX task_poisoned ON fleet.task (id) WHERE state = 'poisoned';
CREATE INDEX task_world ON fleet.task (world_id);

-- The newest published state of a world: its files, each a list of pieces by hash, 32 bytes each.
CREATE TABLE fleet.file (
  world_id bigint NOT NULL REFERENCES fleet.world ON DELETE CASCADE,
  name text NOT NULL,
  size bigint NOT NULL,
  hashes bytea NOT NULL,
  PRIMARY KEY (world_id, name)
);

CREATE TABLE fleet.piece (
  world_id bigint NOT NULL REFERENCES fleet.world ON DELETE CASCADE,
  hash bytea NOT NULL,
  packed bytea NOT NULL,
  PRIMARY KEY (world_id, hash)
);
ALTER TABLE fleet.piece ALTER COLUMN packed SET STORAGE EXTERNAL;

-- Replies since the published state: a worker that takes over the world gets them instead of asking the model again.
CREATE TABLE fleet.reply (
  world_id bigint NOT NULL REFERENCES fleet.world ON DELETE CASCADE,
  position bigint NOT NULL,
  hash bytea NOT NULL,
  packed bytea NOT NULL,
  logged_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (world_id, position, hash)
);
ALTER TABLE fleet.reply ALTER COLUMN packed SET STORAGE EXTERNAL;

-- What was paid, by day, owner, model and server.
CREATE TABLE fleet.usage (
  day date NOT NULL,
  owner text NOT NULL,
  model text NOT NULL,
  server text NOT NULL,
  replies bigint NOT NULL DEFAULT 0,
  prompt_tokens bigint NOT NULL DEFAULT 0,
  cached_tokens bigint NOT NULL DEFAULT 0,
  output_tokens bigint NOT NULL DEFAULT 0,
  seconds double precision NOT NULL DEFAULT 0,
  PRIMARY KEY (day, owner, model, server)
);

-- Owners see and change what is theirs. The role that made the tables is above this: it is the workers'.
ALTER TABLE fleet.world ENABLE ROW LEVEL SECURITY;
ALTER TABLE fleet.task ENABLE ROW LEVEL SECURITY;
ALTER TABLE fleet.file ENABLE ROW LEVEL SECURITY;
ALTER TABLE fleet.piece ENABLE ROW LEVEL SECURITY;
ALTER TABLE fleet.reply ENABLE ROW LEVEL SECURITY;
ALTER TABLE fleet.usage ENABLE ROW LEVEL SECURITY;
ALTER TABLE fleet.owner ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON fleet.world USING (owner = current_user);
CREATE POLICY own ON fleet.task FOR SELECT USING (owner = current_user);
-- An owner adds tasks that wait, and lets tasks that are not leased wait again; only workers lease tasks.
CREATE POLICY own_insert ON fleet.task FOR INSERT WITH CHECK (
  owner = current_user AND state = 'waiting' AND worker IS NULL AND server IS NULL
  AND EXISTS (SELECT 1 FROM fleet.world AS w WHERE w.id = world_id)
);
CREATE POLICY own_update ON fleet.task FOR UPDATE USING (owner = current_user AND state <> 'leased')
  WITH CHECK (owner = current_user AND state = 'waiting');
CREATE POLICY own ON fleet.file USING (EXISTS (SELECT 1 FROM fleet.world AS w WHERE w.id = world_id));
CREATE POLICY own ON fleet.piece USING (EXISTS (SELECT 1 FROM fleet.world AS w WHERE w.id = world_id));
CREATE POLICY own ON fleet.reply FOR SELECT USING (EXISTS (SELECT 1 FROM fleet.world AS w WHERE w.id = world_id));
CREATE POLICY own ON fleet.usage FOR SELECT USING (owner = current_user);
CREATE POLICY own ON fleet.owner FOR SELECT USING (name = current_user);
