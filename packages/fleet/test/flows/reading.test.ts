// Reads worlds of a fleet, and compares them with a world that was read without a fleet.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openAnnotator } from '@terrarium/annotator/open-annotator';
import { openWorld } from '@terrarium/annotator/open-world';
import { buildStoryModel } from '@terrarium/annotator/testing/story-model';
import { verifyAnnotator } from '@terrarium/annotator/verify-annotator';
import { buildSystemEnvironment } from '@terrarium/kernel/environment';
import type { LanguageModel } from '@terrarium/kernel/language-model';
import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addSkippedTasks } from '../../src/queue/skipped-store.ts';
import { readFleetStatus } from '../../src/queue/status-store.ts';
import { runWorker } from '../../src/working/run-worker.ts';
import {
  buildWorker,
  createStory,
  dumpFolder,
  openSmallFleet,
  readAlone,
  retryAlone,
  type SmallFleet,
} from '../support/small-fleet.ts';

const { clock } = buildSystemEnvironment();
const isProof = readProcessEnvironment()['TERRARIUM_PROVE'] === '1';
let fleet: SmallFleet;
let alone: ReturnType<typeof dumpFolder>;
let callsAlone = 0;

beforeAll(async () => {
  fleet = await openSmallFleet();
  const dir = await createStory(join(fleet.folder, 'alone'), 1);
  await readAlone(
    dir,
    buildStoryModel(() => {
      callsAlone += 1;
    }),
  );
  alone = dumpFolder(dir);
});
afterAll(() => fleet.close());
beforeEach(() => fleet.clear());

/** Builds a model that counts its calls. Before the calls with the given numbers, it does something else. */
function buildCounted(before: Readonly<Record<number, () => Promise<void>>> = {}) {
  const counted = { calls: 0 };
  const story = buildStoryModel();
  const model: LanguageModel = {
    ...story,
    reply: async (request, options) => {
      counted.calls += 1;
      await before[counted.calls]?.();
      return await story.reply(request, options);
    },
  };
  return { model, counted };
}

function countProblems(dir: string): number {
  const annotator = openAnnotator(openWorld(dir), { clock });
  try {
    return verifyAnnotator(annotator).problems.length;
  } finally {
    annotator.close();
  }
}

/** Builds a model that gives no reply for these scenes. */
function buildSilent(scenes: readonly number[]): LanguageModel {
  const story = buildStoryModel();
  return {
    ...story,
    reply: async (request, options) => {
      const reply = await story.reply(request, options);
      const asked = request.messages.findLast(({ content }) => /scene="\d+"/.test(content));
      const scene = Number(/scene="(\d+)"/.exec(asked?.content ?? '')?.[1]);
      return scenes.includes(scene) ? { ...reply, text: '', calls: [], finish: 'stop' } : reply;
    },
  };
}

/**
 * Reads a world with a worker that falls silent at the reply numbered `at`, having published at most one state, and
 * with a second worker that takes over the world. Returns how often each of them asked its model.
 */
async function readWithSleeper(at: number): Promise<{ sleeper: number; second: number }> {
  const awake = Promise.withResolvers<void>();
  const taken = Promise.withResolvers<void>();
  const sleeper = buildCounted({
    [at]: async () => {
      taken.resolve();
      await awake.promise;
    },
  });
  const sleeps = { name: 'sleeper', publishEveryMs: 3_600_000 };
  const first = runWorker(buildWorker(fleet, sleeper.model, sleeps).worker);
  const isAsleep = await Promise.race([taken.promise.then(() => true), first.then(() => false)]);
  if (!isAsleep) throw new Error(`The world was read with fewer replies than ${at}.`);
  const second = buildCounted();
  const { worker } = buildWorker(fleet, second.model, { name: 'second' });
  const finishing = runWorker(worker);
  const taking = { isOver: false };
  void finishing.finally(() => {
    taking.isOver = true;
  });
  // A renewal that the sleeper has already sent may still arrive, so its lease is made to run out again and again.
  while (!taking.isOver) {
    await expireLeases('sleeper');
    await setTimeout(20);
  }
  expect(await finishing).toMatchObject({ finished: 1 });
  awake.resolve();
  expect(await first).toMatchObject({ finished: 0, lost: 1 });
  return { sleeper: sleeper.counted.calls, second: second.counted.calls };
}

async function expireLeases(worker: string): Promise<void> {
  await fleet.database.query(
    "UPDATE fleet.task SET until_at = now() - interval '1 second' WHERE state = 'leased' AND worker = $1",
    [worker],
  );
}

describe('a world that the fleet reads', () => {
  it('FL3: holds what one holds that was read alone', async () => {
    await fleet.addStory('one');
    const { model, counted } = buildCounted();
    expect(await runWorker(buildWorker(fleet, model).worker)).toMatchObject({ finished: 1, failed: 0 });
    const dir = await fleet.fetch('one');
    expect(dumpFolder(dir)).toEqual(alone);
    expect(countProblems(dir)).toBe(0);
    expect(counted.calls).toBe(callsAlone);
    expect(await fleet.database.query('SELECT 1 FROM fleet.reply')).toEqual([]);
  });

  it.each(isProof ? [1, 2, 4, 7, 9] : [1, 9])(
    'FL1, FL2, FL3, FE3: whose worker was silent at reply %i goes on with another, and nothing is paid twice',
    async (at) => {
      await fleet.addStory('one');
      const { sleeper, second } = await readWithSleeper(at);
      expect(dumpFolder(await fleet.fetch('one'))).toEqual(alone);
      // Only one question was asked twice: the one that was under way when the sleeper fell asleep.
      expect(sleeper + second).toBe(callsAlone + 1);
      expect(sleeper).toBe(at);
      // The sleeper's late reply is not stored: the world has been published with another reply.
      expect(await fleet.database.query('SELECT 1 FROM fleet.reply')).toEqual([]);
    },
  );

  it('FC3, FC4: is fetched whole at any time, also while it is being read', async () => {
    await fleet.addStory('one');
    const fetched: Promise<string>[] = [];
    const { worker } = buildWorker(fleet, buildStoryModel(), {
      emit: (event) => {
        if (event.kind === 'scene-read' || event.kind === 'world-published') fetched.push(fleet.fetch('one'));
      },
    });
    await runWorker(worker);
    const dirs = await Promise.all(fetched);
    expect(dirs.length).toBeGreaterThan(7);
    // In the long proofs, each world is checked; otherwise, every fourth.
    const looked = dirs.slice(1).filter((_, at) => isProof || at % 4 === 0);
    for (const dir of looked) expect(countProblems(dir)).toBe(0);
  });

  it('FS3: goes on when the database was restarted in the middle', async () => {
    await fleet.addStory('one');
    const restarts = {
      3: async () => fleet.cluster.restart('immediate'),
      7: async () => fleet.cluster.restart('fast'),
    };
    const { model, counted } = buildCounted(restarts);
    expect(await runWorker(buildWorker(fleet, model).worker)).toMatchObject({ finished: 1 });
    expect(counted.calls).toBe(callsAlone);
    expect(dumpFolder(await fleet.fetch('one'))).toEqual(alone);
  });

  it('FL4: is read with the model and the settings that it was begun with', async () => {
    await fleet.addStory('one');
    const abort = new AbortController();
    const stop = { isRequested: () => abort.signal.aborted, abort: abort.signal };
    const stops = buildCounted({ 3: async () => abort.abort(new DOMException('Stopped.', 'AbortError')) });
    expect(await runWorker(buildWorker(fleet, stops.model, { stop }).worker)).toMatchObject({ released: 1 });
    const { worker } = buildWorker(fleet, buildStoryModel());
    const { reader } = worker;
    if (reader === undefined) throw new Error('It reads.');
    const leases = async (contextBudget: number, id: string) => {
      const settings = { ...reader.settings, contextBudget };
      const other = { ...worker, reader: { ...reader, settings, model: { ...reader.model, id } } };
      const isAsked = new AbortController();
      const stopSoon = { isRequested: () => isAsked.signal.aborted, abort: isAsked.signal };
      const waits = {
        ...other,
        stop: stopSoon,
        environment: { ...other.environment, clock: stopAtSleep(isAsked) },
      };
      return await runWorker(waits);
    };
    expect(await leases(6_000, 'test:other')).toMatchObject({ finished: 0 });
    expect(await leases(5_000, 'test:story')).toMatchObject({ finished: 0 });
    expect(await leases(60_000, 'test:story')).toMatchObject({ finished: 1 });
    expect(dumpFolder(await fleet.fetch('one'))).toEqual(alone);
  });

  it('FL5, FL1: has its skipped scenes read again where somebody asks, as one that is read alone, whoever dies on the way', async () => {
    const silent = buildSilent([2, 5]);
    const dir = await createStory(join(fleet.folder, 'skipping'), 1);
    await readAlone(dir, silent);
    await fleet.addStory('one');
    await runWorker(buildWorker(fleet, silent).worker);
    expect(dumpFolder(await fleet.fetch('one'))).toEqual(dumpFolder(dir));
    const { skipped } = await readFleetStatus(fleet.database.query);
    expect(skipped).toEqual([{ name: 'one', owner: 'terrarium', scenes: 2 }]);
    let callsAgain = 0;
    await retryAlone(
      dir,
      buildStoryModel(() => {
        callsAgain += 1;
      }),
    );
    expect(await addSkippedTasks(fleet.database.query, undefined)).toEqual(['one']);
    expect(await addSkippedTasks(fleet.database.query, undefined)).toEqual([]);
    expect(callsAgain).toBeGreaterThan(1);
    // The first worker dies in the second of two scenes: its reply about the first one is only in the log.
    expect(await readWithSleeper(callsAgain)).toEqual({ sleeper: callsAgain, second: 1 });
    expect(dumpFolder(await fleet.fetch('one'))).toEqual(dumpFolder(dir));
    expect((await readFleetStatus(fleet.database.query)).skipped).toEqual([]);
  });

  it('FE4: is put aside with its error where somebody must change something first, and listed', async () => {
    await fleet.addStory('one', { until: 'no such place' });
    expect(await runWorker(buildWorker(fleet, buildStoryModel()).worker)).toMatchObject({ failed: 1 });
    const { failed } = await readFleetStatus(fleet.database.query);
    expect(failed).toMatchObject([
      { name: 'one', state: 'poisoned', tries: 1, reason: expect.stringContaining('no such place') },
    ]);
  });

  it('FE5: counts no failure where the disk of its worker takes nothing', async () => {
    await fleet.addStory('one');
    const blocked = join(fleet.folder, 'a file');
    writeFileSync(blocked, '');
    const abort = new AbortController();
    const { worker } = buildWorker(fleet, buildStoryModel(), {
      folder: join(blocked, 'below'),
      stop: { isRequested: () => abort.signal.aborted, abort: abort.signal },
      emit: (event) => {
        if (event.kind === 'worker-waits') abort.abort();
      },
    });
    expect(await runWorker(worker)).toMatchObject({ failed: 0, released: 1 });
    expect(await fleet.database.query('SELECT state, tries FROM fleet.task')).toEqual([
      { state: 'waiting', tries: 0 },
    ]);
    expect(await runWorker(buildWorker(fleet, buildStoryModel()).worker)).toMatchObject({ finished: 1 });
  });
});

describe('what stands in the database', () => {
  it('FC5: never leads out of the folder of a world', async () => {
    await fleet.addStory('one');
    await fleet.database.query("UPDATE fleet.file SET name = '../out.json' WHERE name = 'world.json'");
    await expect(fleet.fetch('one')).rejects.toMatchObject({ code: 'fleet.bad-name' });
  });

  it('FC5: is refused where a piece is gone or was changed', async () => {
    await fleet.addStory('one');
    await fleet.database.query("UPDATE fleet.piece SET packed = packed || '\\x00'::bytea");
    await fleet.database.query(
      'DELETE FROM fleet.piece WHERE hash = (SELECT min(hash::text) FROM fleet.piece)::bytea',
    );
    await expect(fleet.fetch('one')).rejects.toMatchObject({ code: 'fleet.broken-state' });
  });
});

/** A clock like the real one, except that any wait aborts `stop`. */
function stopAtSleep(stop: AbortController) {
  return {
    ...clock,
    sleep: async () => {
      stop.abort(new DOMException('Stopped.', 'AbortError'));
    },
  };
}
