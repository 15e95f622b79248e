// Measures how long adding, leasing and ending tasks takes as the queue grows, and whether each owner gets its share of leases.

import { updateHeld } from '@terrarium/fleet/held-task';
import { defaultLeaseTerms } from '@terrarium/fleet/lease';
import { type LeaseRequest, leaseTask } from '@terrarium/fleet/lease-store';
import { readFleetStatus } from '@terrarium/fleet/status';
import { addWorld } from '@terrarium/fleet/world-store';
import { renderTable, writeResults } from '../report.ts';
import { computeMedian, measureTimes } from './median.ts';
import type { PartOptions } from './part-options.ts';

const owners = 20;
const request: LeaseRequest = {
  worker: 'bench',
  server: 'bench',
  slots: 1_000,
  kinds: ['verify'],
  reader: undefined,
  terms: defaultLeaseTerms,
};

type Fleet = PartOptions['fleet'];

export async function reportQueue({ fleet, queued }: PartOptions): Promise<string> {
  const sizes = [1_000, 10_000, 100_000].filter((size) => size <= queued);
  const rows: Row[] = [];
  for (const size of sizes) {
    await fleet.clear();
    await fill(fleet, size);
    rows.push(await measure(fleet, size));
  }
  const fair = await measureFairness(fleet);
  writeResults('fleet', { rows, fair }, 'queue');
  const table = renderTable(
    ['worlds waiting', 'add ms', 'lease ms', 'end ms', 'idle ask ms', 'status ms'],
    rows.map((row) => [
      String(row.size),
      ...[row.add, row.lease, row.end, row.idle, row.status].map((value) => value.toFixed(2)),
    ]),
  );
  return `${table}\nOf 120 leases, owners with shares 1, 1 and 2 got ${fair.join(', ')}.\n`;
}

interface Row {
  readonly size: number;
  readonly add: number;
  readonly lease: number;
  readonly end: number;
  readonly idle: number;
  readonly status: number;
}

async function fill(fleet: Fleet, size: number): Promise<void> {
  await fleet.database.query(
    `INSERT INTO fleet.world (owner, name, title)
     SELECT 'owner ' || at % ${owners}, 'world ' || at, 'A world' FROM generate_series(1, ${size}) AS at`,
  );
  await fleet.database.query(
    "INSERT INTO fleet.task (world_id, owner, kind, priority) SELECT id, owner, 'verify', id % 7 FROM fleet.world",
  );
  await fleet.database.query('ANALYZE fleet.task, fleet.world');
}

async function measure(fleet: Fleet, size: number): Promise<Row> {
  const { database } = fleet;
  const add = await measureTimes(50, (at) => {
    const world = {
      name: `new ${at}`,
      title: 'New',
      owner: 'owner 1',
      notes: undefined,
      hasMemory: false,
      bytes: 0,
    };
    const task = { kind: 'verify', priority: 0, options: {} } as const;
    const pack = () => ({ added: [], dropped: [], changed: [], removed: [], bytes: 0 });
    return addWorld(database, { ...world, task }, { pack });
  });
  const held: Awaited<ReturnType<typeof leaseTask>>[] = [];
  const lease = await measureTimes(200, async () => held.push(await leaseTask(database, request)));
  const end = await measureTimes(200, async (at) => {
    const one = held[at];
    if (one === undefined) throw new Error('Nothing was leased.');
    const work = { change: { kind: 'finished' }, terms: defaultLeaseTerms } as const;
    await database.transact((query) => updateHeld(query, one, work));
  });
  // A worker that can do none of the waiting tasks stops at the first query, before it takes the lock.
  const idle = await measureTimes(50, () => leaseTask(database, { ...request, kinds: ['export'] }));
  const status = await measureTimes(11, () => readFleetStatus(database.query));
  const [a, l, e, i, s] = [add, lease, end, idle, status].map(computeMedian);
  return { size, add: a ?? 0, lease: l ?? 0, end: e ?? 0, idle: i ?? 0, status: s ?? 0 };
}

async function measureFairness(fleet: Fleet): Promise<readonly number[]> {
  await fleet.clear();
  await fleet.database.query(
    `INSERT INTO fleet.world (owner, name) SELECT o, o || at FROM unnest(ARRAY['a', 'b', 'c']) AS o, generate_series(1, 200) AS at`,
  );
  await fleet.database.query(
    "INSERT INTO fleet.task (world_id, owner, kind) SELECT id, owner, 'verify' FROM fleet.world",
  );
  await fleet.database.query(
    "INSERT INTO fleet.owner (name, share) VALUES ('a', 1), ('b', 1), ('c', 2) ON CONFLICT (name) DO UPDATE SET share = excluded.share",
  );
  const counts = new Map([
    ['a', 0],
    ['b', 0],
    ['c', 0],
  ]);
  for (let at = 0; at < 120; at += 1) {
    const one = await leaseTask(fleet.database, request);
    if (one === undefined) throw new Error('Nothing was leased.');
    counts.set(one.owner, (counts.get(one.owner) ?? 0) + 1);
  }
  return [...counts.values()];
}
