// Kills and stops real workers and restarts the database, then compares the worlds with worlds read without a fleet.

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openAnnotator } from '@terrarium/annotator/open-annotator';
import { openWorld } from '@terrarium/annotator/open-world';
import { startTerrarium } from '@terrarium/annotator/testing/reading-process';
import { openStoryServer } from '@terrarium/annotator/testing/story-server';
import { verifyAnnotator } from '@terrarium/annotator/verify-annotator';
import { buildSystemEnvironment } from '@terrarium/kernel/environment';
import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import type { FakeServer } from '@terrarium/kernel/testing/fake-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { retryTasks } from '../../src/queue/world-store.ts';
import { retryWhileAway } from '../../src/working/retry-while-away.ts';
import { createStory, dumpFolder, openSmallFleet, type SmallFleet } from '../support/small-fleet.ts';

const isProof = readProcessEnvironment()['TERRARIUM_PROVE'] === '1';
const [worlds, blows, restarts, workers] = isProof ? [40, 100, 10, 4] : [2, 10, 1, 2];
const slots = 2;
/**
 * How long the model takes for a reply: a world then takes some seconds, so that a worker can be killed at any point
 * of its reading.
 */
const thinkingMs = 100;
const leaseSeconds = 2;
const seed = 20_262;

let fleet: SmallFleet;
let server: FakeServer;
beforeAll(async () => {
  fleet = await openSmallFleet();
  server = await openStoryServer({ thinkingMs, usage: 'without-cache' });
});
afterAll(async () => {
  for (const { child } of alive.values()) child.kill('SIGKILL');
  await server.close();
  await fleet.close();
});

type Started = ReturnType<typeof startTerrarium>;
type Chance = ReturnType<typeof buildFakeEnvironment>['chance'];

const reader = () => ['--model', 'openai:story', '--base-url', server.baseUrl, '--context-budget', '6000'];

/** The workers share a folder, in which each new worker clears what dead workers left behind. */
function startWorker(at: number, dir = join(fleet.folder, 'work')): Started {
  const more = ['--until-empty', '--slots', String(slots), '--only', 'read', '--dir', dir];
  const pace = ['--publish-every', '1s', '--lease', `${leaseSeconds}s`];
  const argv = ['fleet', 'work', '--database', fleet.address, ...reader(), ...more, ...pace];
  // Each worker has its own name, like a worker on its own machine; all of them ask the same server.
  return startTerrarium([...argv, '--worker', `w${at}`], fleet.folder);
}

/** How many worlds were added; all have the same story. */
const added = { count: 0 };

async function addWorld(): Promise<void> {
  await fleet.addStory(`world-${added.count}`);
  added.count += 1;
}

/** Tries again, because an open connection does not notice at once that the database was restarted. */
function persist<Result>(work: () => Promise<Result>): Promise<Result> {
  return retryWhileAway(buildSystemEnvironment().clock, new AbortController().signal, work);
}

const alive = new Map<string, Started>();
const started = { count: 0 };

function keepAlive(): void {
  for (const [name, { child }] of alive)
    if (child.exitCode !== null || child.signalCode !== null) alive.delete(name);
  while (alive.size < workers) {
    started.count += 1;
    alive.set(`w${started.count}`, startWorker(started.count));
  }
}

/** Finds a worker that has a world now. If all worlds are read before the killing is over, adds more. */
async function findVictim(chance: Chance): Promise<Started> {
  for (;;) {
    keepAlive();
    await setTimeout(50 + chance.next() * 400);
    const held = await persist(() =>
      fleet.database.query<{ worker: string; state: string }>(
        "SELECT DISTINCT worker, state FROM fleet.task WHERE state IN ('waiting', 'leased')",
      ),
    );
    if (held.length === 0) await addWorld();
    const victims = held.flatMap(({ worker, state }) =>
      state === 'leased' ? (alive.get(worker) ?? []) : [],
    );
    const victim = victims[Math.floor(chance.next() * victims.length)];
    if (victim !== undefined) return victim;
  }
}

async function strike(victim: Started, chance: Chance): Promise<void> {
  if (chance.next() < 0.5) {
    victim.child.kill('SIGKILL');
    await victim.ended;
    return;
  }
  victim.child.kill('SIGSTOP');
  await setTimeout(chance.next() * 1.5 * leaseSeconds * 1_000);
  victim.child.kill('SIGCONT');
}

/** Kills and stops workers and restarts the database as often as planned; then lets the workers finish undisturbed. */
async function strikeAll(chance: Chance): Promise<void> {
  for (let blow = 0; blow < blows; blow += 1) {
    await strike(await findVictim(chance), chance);
    const isRestart = Math.floor((blow * restarts) / blows) < Math.floor(((blow + 1) * restarts) / blows);
    if (isRestart) fleet.cluster.restart(chance.next() < 0.5 ? 'fast' : 'immediate');
  }
  // A world is set aside if five workers died on it without progress. This has already happened, or will happen when
  // the lease of the last dead worker runs out.
  do {
    await persist(() => retryTasks(fleet.database.query, undefined));
    keepAlive();
    for (const one of alive.values()) {
      const { exitCode, output } = await one.ended;
      expect(exitCode, output).toBe(0);
    }
  } while (await isAnyAside());
}

async function isAnyAside(): Promise<boolean> {
  const aside = await persist(() => fleet.database.query("SELECT FROM fleet.task WHERE state = 'poisoned'"));
  return aside.length > 0;
}

/** Starts a worker that can soon write nothing more to its folder. */
async function startFull(): Promise<Started> {
  const dir = join(fleet.folder, 'full');
  const full = startWorker(9_999, dir);
  await setTimeout(1_000);
  rmSync(dir, { recursive: true, force: true });
  writeFileSync(dir, '');
  return full;
}

function countProblems(dir: string): number {
  const annotator = openAnnotator(openWorld(dir), { clock: buildFakeEnvironment().clock });
  try {
    return verifyAnnotator(annotator).problems.length;
  } finally {
    annotator.close();
  }
}

describe('a fleet whose workers die', () => {
  it(`FL1, FL2, FL3, FE2, FE5: with ${blows} kills and stops, ${restarts} restarts of the database and a full disk holds what was read alone`, async () => {
    const { chance } = buildFakeEnvironment({ seed });
    const alone = await createStory(join(fleet.folder, 'alone'), 1);
    const read = await startTerrarium(['annotate', 'run', '--world', alone, ...reader()], fleet.folder).ended;
    expect(read.exitCode, read.output).toBe(0);
    const dump = dumpFolder(alone);
    const repliesAlone = server.records.length;
    for (let at = 0; at < worlds; at += 1) await addWorld();
    const full = await startFull();
    await strikeAll(chance);
    full.child.kill('SIGKILL');
    const unfinished = await fleet.database.query(
      "SELECT world_id, state, tries, error FROM fleet.task WHERE state <> 'finished'",
    );
    expect(unfinished).toEqual([]);
    for (let at = 0; at < added.count; at += 1) {
      const dir = await fleet.fetch(`world-${at}`);
      expect(dumpFolder(dir)).toEqual(dump);
      expect(countProblems(dir)).toBe(0);
    }
    // The log counted exactly the replies in the journals: none was paid for twice.
    const [paid] = await fleet.database.query<{ replies: string }>(
      'SELECT sum(replies) AS replies FROM fleet.usage',
    );
    expect(Number(paid?.replies)).toBe(added.count * repliesAlone);
    // Each further request was under way when its worker was killed, or came from a worker that slept until another
    // one had asked the same question.
    const more = server.records.length - repliesAlone - added.count * repliesAlone;
    expect(more).toBeLessThanOrEqual(blows * slots);
  });
});
