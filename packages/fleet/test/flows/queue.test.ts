// Tests leasing tasks of many worlds: each has one holder, owners are served fairly, and none sees another owner's worlds.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildStoryModel } from '@terrarium/annotator/testing/story-model';
import { quickAddJob, runOnce } from 'graphile-worker';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openFleetDatabase } from '../../src/database/fleet-database-store.ts';
import { checkFleet, schemaVersion } from '../../src/database/migrate-store.ts';
import { addOwner } from '../../src/database/owner-store.ts';
import { prepareFleet } from '../../src/prepare-fleet.ts';
import { updateHeld } from '../../src/queue/held-task-store.ts';
import { type Lease, type LeaseRequest, leaseTask } from '../../src/queue/lease-store.ts';
import { addNightlyTasks } from '../../src/queue/nightly-store.ts';
import { storePlace } from '../../src/queue/place-store.ts';
import { listShelved } from '../../src/queue/shelved-store.ts';
import { readFleetStatus } from '../../src/queue/status-store.ts';
import { addWorld, retryTasks } from '../../src/queue/world-store.ts';
import { packChange, storeChange } from '../../src/states/state-store.ts';
import { defaultLeaseTerms } from '../../src/values/lease.ts';
import { splitIntoPieces } from '../../src/values/piece.ts';
import { buildTaskList, silentLogger } from '../../src/working/nightly.ts';
import { runWorker } from '../../src/working/run-worker.ts';
import type { WorldWork } from '../../src/working/worker.ts';
import { buildWorker, openSmallFleet, type SmallFleet } from '../support/small-fleet.ts';

let fleet: SmallFleet;
beforeAll(async () => {
  fleet = await openSmallFleet();
  for (const name of ['ann', 'bob']) await addOwner(fleet.database, { name });
});
afterAll(() => fleet.close());
beforeEach(() => fleet.clear());

const terms = { ...defaultLeaseTerms, mostTries: 3, baseRestMs: 0 };

function buildRequest(more: Partial<LeaseRequest> = {}): LeaseRequest {
  return {
    worker: 'one',
    server: 'here',
    slots: 1_000,
    kinds: ['verify'],
    reader: undefined,
    terms,
    ...more,
  };
}

function buildState(text: string) {
  const pieces = splitIntoPieces(Buffer.from(text));
  const manifest = new Map([['world.json', { size: text.length, hashes: pieces.map(({ hash }) => hash) }]]);
  return { manifest, pieces: new Map(pieces.map(({ hash, bytes }) => [hash, bytes])) };
}

async function add(name: string, owner?: string, priority = 0, database = fleet.database): Promise<void> {
  const { manifest, pieces } = buildState(name);
  const world = { name, title: name, owner, notes: undefined, hasMemory: false, bytes: name.length };
  await addWorld(
    database,
    { ...world, task: { kind: 'verify', priority, options: {} } },
    { pack: (before) => packChange(before, manifest, pieces) },
  );
}

async function lease(more: Partial<LeaseRequest> = {}): Promise<Lease> {
  const found = await leaseTask(fleet.database, buildRequest(more));
  if (found === undefined) throw new Error('Nothing was leased.');
  return found;
}

function end(held: Lease, change: Parameters<typeof updateHeld>[2]['change'] = { kind: 'finished' }) {
  return fleet.database.transact((query) => updateHeld(query, held, { change, terms }));
}

async function expire(): Promise<void> {
  await fleet.database.query(
    "UPDATE fleet.task SET until_at = now() - interval '1 second' WHERE state = 'leased'",
  );
}

describe('leases', () => {
  it('FE1: go to one worker each, however many ask at once, and never twice for one world', async () => {
    for (const name of ['a', 'b', 'c']) await add(name);
    await fleet.database.query(
      "INSERT INTO fleet.task (world_id, owner, kind) SELECT id, owner, 'export' FROM fleet.world",
    );
    const asks = Array.from({ length: 8 }, (_, at) =>
      leaseTask(fleet.database, buildRequest({ worker: `w${at}`, kinds: ['verify', 'export'] })),
    );
    const given = (await Promise.all(asks)).filter((one) => one !== undefined);
    expect(given.map(({ name }) => name).sort()).toEqual(['a', 'b', 'c']);
    for (const held of given) await end(held);
    const next = await lease({ kinds: ['verify', 'export'] });
    expect(next.epoch).toBe(2);
  });

  it('FE2: refuse a stale epoch, and all that came with it', async () => {
    await add('a');
    const first = await lease();
    await expire();
    const second = await lease({ worker: 'two' });
    expect(second.epoch).toBe(first.epoch + 1);
    const { manifest, pieces } = buildState('changed');
    const publish = (held: Lease) =>
      fleet.database.transact(async (query) => {
        await storeChange(query, held.worldId, packChange(new Map(), manifest, pieces));
        await updateHeld(query, held, { change: { kind: 'renewed', hasProgressed: true }, terms });
      });
    await expect(publish(first)).rejects.toMatchObject({ code: 'fleet.lease-lost' });
    await expect(end(first)).rejects.toMatchObject({ code: 'fleet.lease-lost' });
    expect(await fleet.database.query('SELECT size FROM fleet.file')).toEqual([{ size: '1' }]);
    await publish(second);
    expect(await fleet.database.query('SELECT size FROM fleet.file')).toEqual([{ size: '7' }]);
  });

  it('FE3: hold when they are renewed, and are taken back when nothing is heard', async () => {
    await add('a');
    const held = await lease();
    await end(held, { kind: 'renewed', hasProgressed: false });
    expect(await leaseTask(fleet.database, buildRequest())).toBeUndefined();
    await expire();
    expect(await lease()).toMatchObject({ epoch: 2 });
  });

  it('FE4: end in a rest, then aside with the error, listed, until somebody asks again', async () => {
    await add('a');
    for (let failure = 0; failure < 3; failure += 1) {
      const held = await lease();
      const notes = { error: { happened: `failure ${failure}` } };
      await fleet.database.transact((query) =>
        updateHeld(query, held, { change: { kind: 'failed', isHopeless: false }, terms, notes }),
      );
    }
    expect(await leaseTask(fleet.database, buildRequest())).toBeUndefined();
    const { failed } = await readFleetStatus(fleet.database.query);
    expect(failed).toMatchObject([{ name: 'a', state: 'poisoned', tries: 3, reason: 'failure 2' }]);
    expect(await retryTasks(fleet.database.query, undefined)).toEqual(['a']);
    expect((await lease()).name).toBe('a');
  });

  it('FE4: end with an error of any text, without what the database refuses', async () => {
    await add('a');
    const texts = [
      ['\\u0000 is written as \\\\u0000 or "\\\\"', '\\u0000 is written as \\\\u0000 or "\\\\"'],
      ['a\u0000b \\\u0000u0000', 'ab \\u0000'],
      [
        'half \ud83d, \ude00 and \\ud83d, whole \u{1f600}',
        'half \ufffd, \ufffd and \\ud83d, whole \u{1f600}',
      ],
    ] as const;
    for (const [happened, kept] of texts) {
      const held = await lease();
      const notes = { error: { happened, [`key\u0000${happened}`]: 1 } };
      await fleet.database.transact((query) =>
        updateHeld(query, held, { change: { kind: 'failed', isHopeless: true }, terms, notes }),
      );
      const { failed } = await readFleetStatus(fleet.database.query);
      expect(failed.map(({ reason }) => reason)).toEqual([kept]);
      await retryTasks(fleet.database.query, undefined);
    }
  });

  it('FE4: of workers that vanish one after the other put a world aside', async () => {
    await add('a');
    for (let death = 0; death < 3; death += 1) {
      await lease();
      await expire();
    }
    expect(await leaseTask(fleet.database, buildRequest())).toBeUndefined();
    const { failed } = await readFleetStatus(fleet.database.query);
    expect(failed).toMatchObject([
      { state: 'poisoned', reason: expect.stringContaining('stopped reporting') },
    ]);
  });
});

describe('whose turn it is', () => {
  it('FQ1: follows the shares', async () => {
    await addOwner(fleet.database, { name: 'ann', share: 2 });
    for (let at = 0; at < 12; at += 1) for (const owner of ['ann', 'bob']) await add(`${owner} ${at}`, owner);
    const owners: string[] = [];
    for (let turn = 0; turn < 12; turn += 1) {
      const held = await lease();
      owners.push(held.owner);
      await end(held);
    }
    expect(owners.filter((owner) => owner === 'ann')).toHaveLength(8);
  });

  it('FQ2: within an owner follows priority, then who waited longer, up to their bound', async () => {
    await addOwner(fleet.database, { name: 'ann', most: 2 });
    await add('low', 'ann');
    await add('high', 'ann', 5);
    await add('late', 'ann');
    expect((await lease()).name).toBe('high');
    const low = await lease();
    expect(low.name).toBe('low');
    expect(await leaseTask(fleet.database, buildRequest())).toBeUndefined();
    await end(low);
    expect((await lease()).name).toBe('late');
  });

  it('FQ3: a server has no more at once than its slots, whichever workers use it', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await add(name);
    const asks = Array.from({ length: 4 }, (_, at) =>
      leaseTask(fleet.database, buildRequest({ worker: `w${at}`, slots: 2 })),
    );
    expect((await Promise.all(asks)).filter((one) => one !== undefined)).toHaveLength(2);
    expect(await leaseTask(fleet.database, buildRequest({ server: 'there', slots: 2 }))).toBeDefined();
  });
});

describe('what is done beside reading', () => {
  it('FN1: is added each night, once, for each world with a memory, by the engine for jobs', async () => {
    await add('remembers');
    await add('forgets');
    await fleet.database.query("UPDATE fleet.world SET has_memory = true WHERE name = 'remembers'");
    for (let night = 0; night < 2; night += 1) {
      const engine = { connectionString: fleet.address, logger: silentLogger };
      await quickAddJob(engine, 'plan_maintenance', {});
      await runOnce({ ...engine, taskList: buildTaskList(fleet.database), noHandleSignals: true });
    }
    const tasks = await fleet.database.query(
      "SELECT w.name FROM fleet.task AS t JOIN fleet.world AS w ON w.id = t.world_id WHERE t.kind = 'maintain'",
    );
    expect(tasks).toEqual([{ name: 'remembers' }]);
    // However often it is set aside, a world has one such task.
    for (let night = 0; night < 2; night += 1) {
      await fleet.database.query("UPDATE fleet.task SET state = 'poisoned' WHERE kind = 'maintain'");
      expect(await addNightlyTasks(fleet.database.query)).toBe(1);
    }
    expect(await fleet.database.query("SELECT state FROM fleet.task WHERE kind = 'maintain'")).toEqual([
      { state: 'waiting' },
    ]);
  });

  it('FN1: is done by a worker, and what it changes is published', async () => {
    await fleet.addStory('one');
    const write: WorldWork = async (dir) => {
      writeFileSync(join(dir, 'exports', 'note.txt'), 'read me');
      return { file: 'exports/note.txt' };
    };
    await fleet.database.query("UPDATE fleet.task SET kind = 'export'");
    const works = { export: write, maintain: async () => ({}) };
    const { worker } = buildWorker(fleet, buildStoryModel(), { reader: undefined, works });
    expect(await runWorker(worker)).toMatchObject({ finished: 1 });
    expect(readFileSync(join(await fleet.fetch('one'), 'exports', 'note.txt'), 'utf8')).toBe('read me');
    expect(await fleet.database.query('SELECT result FROM fleet.task')).toEqual([
      { result: { file: 'exports/note.txt' } },
    ]);
  });
});

describe('an owner', () => {
  it('FS1: sees and changes what is their own alone, and holds no lease', async () => {
    const ann = openFleetDatabase(fleet.cluster.buildAddress('fleet', 'ann'));
    const bob = openFleetDatabase(fleet.cluster.buildAddress('fleet', 'bob'));
    try {
      await add('hers', undefined, 0, ann);
      await add('his', undefined, 0, bob);
      await fleet.database.query(
        "INSERT INTO fleet.reply (world_id, position, hash, packed) SELECT id, 1, 'x', 'x' FROM fleet.world",
      );
      expect((await readFleetStatus(ann.query)).owners).toEqual([{ owner: 'ann', waiting: 1, running: 0 }]);
      expect((await readFleetStatus(fleet.database.query)).worlds).toBe(2);
      for (const table of ['world', 'task', 'file', 'piece', 'reply'])
        expect(await ann.query(`SELECT 1 FROM fleet.${table}`), table).toHaveLength(1);
      const [other] = await fleet.database.query<{ id: string }>(
        "SELECT id FROM fleet.world WHERE name = 'his'",
      );
      const id = other?.id ?? '';
      const refused = [
        `INSERT INTO fleet.world (owner, name) VALUES ('bob', 'forged')`,
        `INSERT INTO fleet.task (world_id, owner, kind) VALUES (${id}, 'bob', 'read')`,
        `INSERT INTO fleet.task (world_id, owner, kind) VALUES (${id}, 'ann', 'read')`,
        `INSERT INTO fleet.file (world_id, name, size, hashes) VALUES (${id}, 'x', 1, 'x')`,
        `INSERT INTO fleet.piece (world_id, hash, packed) VALUES (${id}, 'x', 'x')`,
        `UPDATE fleet.task SET state = 'leased'`,
        `UPDATE fleet.task SET worker = 'me'`,
        `UPDATE fleet.world SET owner = 'bob'`,
        'UPDATE fleet.owner SET share = 1000',
        'UPDATE fleet.meta SET pass = 0',
        `INSERT INTO fleet.place (world_id, text) VALUES (${id}, 'x')`,
        `INSERT INTO fleet.place (world_id, reader, text) SELECT id, 'bob', 'x' FROM fleet.world`,
        'DELETE FROM fleet.usage',
        'TRUNCATE fleet.world CASCADE',
      ];
      for (const statement of refused)
        await expect(ann.query(statement), statement).rejects.toMatchObject({ code: 'fleet.no-right' });
      await ann.query("UPDATE fleet.world SET title = 'mine now'");
      await ann.query('DELETE FROM fleet.piece');
      expect(await bob.query('SELECT title FROM fleet.world')).toEqual([{ title: 'his' }]);
      expect(await bob.query('SELECT 1 FROM fleet.piece')).toHaveLength(1);
      await expect(checkFleet(ann, { isWorker: true })).rejects.toMatchObject({ code: 'fleet.no-right' });
      await expect(leaseTask(ann, buildRequest())).rejects.toMatchObject({ code: 'fleet.no-right' });
    } finally {
      await ann.close();
      await bob.close();
    }
  });
});

describe('FS2: what says what is wrong', () => {
  const cases: readonly (readonly [what: string, code: string, address: () => string])[] = [
    ['no database of that name', 'fleet.no-database', () => fleet.cluster.buildAddress('nothing')],
    ['an unknown user', 'fleet.refused', () => fleet.cluster.buildAddress('fleet', 'nobody')],
    ['no fleet in it', 'fleet.none', () => fleet.cluster.buildAddress('postgres')],
    ['nobody there', 'fleet.unreachable', () => 'postgres://me:secret@localhost:1/fleet'],
  ];
  it.each(cases)('%s', async (_what, code, address) => {
    const database = openFleetDatabase(address());
    const failure = await checkFleet(database).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code });
    expect(String(failure)).not.toContain('secret');
    await database.close();
  });

  it.each(['', 'mysql://x/y', 'postgres://localhost', 'postgres://h/50%', 'terrarium'])(
    'no address: "%s"',
    (address) => {
      expect(() => openFleetDatabase(address)).toThrow(expect.objectContaining({ code: 'fleet.no-address' }));
    },
  );

  it('another layout, and a worker of another version', async () => {
    const set = (to: string) => fleet.database.query(`UPDATE fleet.meta SET ${to}`);
    await set('schema_version = 99');
    await expect(checkFleet(fleet.database)).rejects.toMatchObject({ code: 'fleet.newer' });
    await expect(prepareFleet(fleet.database)).rejects.toMatchObject({ code: 'fleet.newer' });
    await set('schema_version = 0');
    await expect(checkFleet(fleet.database)).rejects.toMatchObject({ code: 'fleet.older' });
    await set(`schema_version = ${schemaVersion}, program = '0.0.1'`);
    await checkFleet(fleet.database);
    await expect(checkFleet(fleet.database, { isWorker: true })).rejects.toMatchObject({
      code: 'fleet.other-program',
    });
    await prepareFleet(fleet.database);
    await checkFleet(fleet.database, { isWorker: true });
  });
});

describe('an upgrade', () => {
  it('FS5: an older layout is brought up to date, with its worlds and the rights of its owners', async () => {
    const older = openFleetDatabase(await fleet.cluster.createDatabase('older'));
    const ann = openFleetDatabase(fleet.cluster.buildAddress('older', 'ann'));
    try {
      const first = new URL('../../src/database/0001-fleet.sql', import.meta.url);
      for (const statement of [
        readFileSync(first, 'utf8'),
        "INSERT INTO fleet.meta (schema_version, program) VALUES (1, '0.0.1')",
        "INSERT INTO fleet.world (owner, name) VALUES ('ann', 'hers'), ('bob', 'his')",
        'GRANT USAGE ON SCHEMA fleet TO ann',
        'GRANT SELECT ON fleet.meta, fleet.world, fleet.task TO ann',
        'GRANT INSERT, DELETE ON fleet.piece TO ann',
      ])
        await older.query(statement);
      await expect(checkFleet(ann)).rejects.toMatchObject({ code: 'fleet.older' });
      expect(await prepareFleet(older)).toEqual({ from: 1, to: schemaVersion });
      await checkFleet(ann);
      const [hers, ...others] = await listShelved(ann.query);
      expect(others).toEqual([]);
      const id = hers?.id ?? '';
      await storePlace(ann.query, id, 'here');
      expect(await listShelved(ann.query, id)).toMatchObject([{ name: 'hers', place: 'here' }]);
      expect(await listShelved(older.query, id)).toMatchObject([{ name: 'hers', place: undefined }]);
      expect(await prepareFleet(older)).toEqual({ from: schemaVersion, to: schemaVersion });
    } finally {
      await ann.close();
      await older.close();
    }
  });
});
