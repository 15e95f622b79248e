// Proves that a loaded snapshot has the window that was sent and the glossary that was known when it was made.

import type { LanguageModel } from '@terrarium/kernel/language-model';
import type { Connection } from '@terrarium/kernel/open-database';
import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReadableGlossary } from '../../src/as-of/open-glossary-as-of.ts';
import type { ContextWindow } from '../../src/context/context-window.ts';
import { exportSnapshot } from '../../src/export/export-snapshot.ts';
import type { SnapshotMark } from '../../src/journal/snapshot-store.ts';
import { chooseSnapshot, loadSnapshot } from '../../src/moments/load-snapshot.ts';
import { openSummoned } from '../../src/moments/open-summoned.ts';
import { createSnapshot } from '../../src/runner/create-snapshot.ts';
import { openRetry } from '../../src/runner/open-retry.ts';
import type { Run, StopRequest } from '../../src/runner/run.ts';
import { runStates } from '../../src/runner/run-states.ts';
import { verifyConversations } from '../../src/verify/verify-conversations.ts';
import { buildLongStory } from '../support/long-story.ts';
import { buildStoryModel } from '../support/story-model.ts';
import { useSmallWorlds } from '../support/use-small-worlds.ts';

const isProof = readProcessEnvironment()['TERRARIUM_PROVE'] === '1';
const openWorld = useSmallWorlds();

/** Everything of which a window and a glossary consist. */
function describeMoment(window: ContextWindow, glossary: ReadableGlossary): unknown {
  const entries = [...glossary.iterateEntries()];
  return {
    request: window.render(),
    tokens: window.tokens,
    newest: window.newest,
    fold: window.fold,
    live: window.live,
    shown: entries.map(({ id }) => window.findShown(id)),
    entries,
    spreads: [...glossary.iterateSpreads()],
    totals: glossary.readTotals(),
    revisions: entries.map(({ id }) => glossary.readRevisions(id)),
    found: entries.map(({ term }) => glossary.search({ query: term, limit: 20 })),
  };
}

/** Notes the run's window and glossary each time it makes a bookmark. */
function noteMoments(run: Run): Map<number, string> {
  const moments = new Map<number, string>();
  const { snapshots } = run.stores;
  const { create } = snapshots;
  snapshots.create = (mark: SnapshotMark) => {
    const id = create(mark);
    moments.set(id, JSON.stringify(describeMoment(run.session.window, run.stores.glossary)));
    return id;
  };
  return moments;
}

const reading = fc.record({
  threads: fc.integer({ min: 1, max: 3 }),
  scenes: fc.integer({ min: 2, max: 14 }),
  contextBudget: fc.integer({ min: 5_000, max: 9_000 }),
  checkpointEvery: fc.integer({ min: 1, max: 5 }),
  curates: fc.boolean(),
  /** For each run except the last: after how many states it is stopped. */
  stops: fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 5 }),
});

/** Whatever else is drawn, this reading is long enough, and its window small enough, for several folds. */
const folded = {
  threads: 3,
  scenes: 14,
  contextBudget: 5_000,
  checkpointEvery: 1,
  curates: true,
  stops: [17],
};

type Reading = typeof reading extends fc.Arbitrary<infer Value> ? Value : never;

interface Read {
  readonly run: Run;
  readonly connection: Connection;
  readonly moments: ReadonlyMap<number, string>;
}

/** Reads a story to its end, with stops in between. */
async function readThrough({ threads, scenes, stops, ...settings }: Reading): Promise<Read> {
  const world = openWorld(buildLongStory(threads, scenes));
  const moments = new Map<number, string>();
  const readOn = async (states: number) => {
    const opened = world.open(buildStoryModel(), { settings, stop: buildStop(states) });
    const noted = noteMoments(opened.run);
    await runStates(opened.run);
    for (const [id, moment] of noted) moments.set(id, moment);
    return opened;
  };
  for (const states of stops) (await readOn(states)).connection.close();
  return { ...(await readOn(Number.POSITIVE_INFINITY)), moments };
}

function buildStop(states: number): StopRequest {
  let left = states;
  const isRequested = () => {
    left -= 1;
    return left < 0;
  };
  return { isRequested, abort: new AbortController().signal };
}

function describeLoaded({ run }: Read, id: number): unknown {
  const loaded = loadSnapshot(run, chooseSnapshot(run, id));
  const moment = JSON.stringify(describeMoment(loaded.window, loaded.glossary));
  loaded.close();
  return JSON.parse(moment);
}

describe('a loaded snapshot', () => {
  it('SN1: equals what was in memory when it was made, over random stories, windows, stops and curations', async () => {
    const seen = { folds: 0, compared: 0 };
    const property = fc.asyncProperty(reading, async (drawn) => {
      const read = await readThrough(drawn);
      for (const [id, moment] of read.moments) {
        expect(describeLoaded(read, id)).toEqual(JSON.parse(moment));
      }
      seen.compared += read.moments.size;
      seen.folds += read.run.stores.context.readFolds(read.run.session.conversation.id).length - 1;
      read.connection.close();
    });
    await fc.assert(property, { numRuns: isProof ? 60 : 6, examples: [[folded]] });
    expect(seen.folds).toBeGreaterThan(3);
    expect(seen.compared).toBeGreaterThan(40);
  });
});

describe('a snapshot of a scene that is read again', () => {
  it('SN1: is loaded as it was too, verifies, and is no moment to ask or branch from', async () => {
    const world = openWorld(buildLongStory(2, 6));
    const story = buildStoryModel();
    const reluctant: LanguageModel = {
      id: story.id,
      async reply(request) {
        const reply = await story.reply(request);
        const isSixth = request.messages.at(-1)?.content.includes('scene="5"') === true;
        return isSixth ? { ...reply, text: '', calls: [], finish: 'content-filter' } : reply;
      },
    };
    const settings = { contextBudget: 6_000 };
    const first = world.open(reluctant, { settings });
    await runStates(first.run);
    first.connection.close();
    const { run, connection } = world.open(story, { settings });
    const [skipped] = run.stores.ledger.readUnread();
    if (skipped === undefined) throw new Error('No scene was skipped.');
    const again = openRetry(run, skipped);
    const moments = noteMoments(again);
    await runStates(again);
    expect(moments.size).toBe(1);
    for (const [id, moment] of moments) {
      expect(describeLoaded({ run, connection, moments }, id)).toEqual(JSON.parse(moment));
      const snapshot = chooseSnapshot(run, id);
      expect(snapshot).toMatchObject({ isOfRetry: true });
      expect(() => openSummoned(run, snapshot)).toThrow(/read again, when later scenes were known/);
    }
    const annotator = { stores: run.stores } as unknown as Parameters<typeof verifyConversations>[0];
    expect([...verifyConversations(annotator)]).toEqual([]);
    connection.close();
  });
});

describe('a snapshot', () => {
  it('SN2: is one row with its seal, as small at the end of a story as at its beginning', async () => {
    const world = openWorld(buildLongStory(3, 20));
    const settings = { contextBudget: 8_000, checkpointEvery: 1 };
    const { run, connection } = world.open(buildStoryModel(), { settings });
    await runStates(run);
    const count = connection.prepare<[], number>('SELECT total_changes()').pluck();
    const before = count.get() ?? 0;
    const annotator = { stores: run.stores };
    const id = createSnapshot(annotator, 'by hand');
    expect((count.get() ?? 0) - before).toBe(2);
    const sizes = connection
      .prepare<[], number>(`SELECT payload / ncell FROM dbstat WHERE name = 'snapshot' AND pagetype = 'leaf'`)
      .pluck()
      .all();
    expect(id).toBeGreaterThan(60);
    expect(Math.max(...sizes)).toBeLessThan(100);
    const [newest, former] = run.stores.snapshots.list({ limit: 2 });
    expect(newest).toMatchObject({ id, type: 'manual', note: 'by hand', stepId: former?.stepId });
    expect(newest?.tokens).toBe(former?.tokens);
    connection.close();
  });

  it('SN2: can be made only after something was read', () => {
    const { run, connection } = openWorld(buildLongStory(1, 1)).open(buildStoryModel());
    expect(() => createSnapshot({ stores: run.stores }, '')).toThrow(/Nothing has been read yet/);
    expect(() => chooseSnapshot({ stores: run.stores }, 4)).toThrow(/no snapshot 4/);
    connection.close();
  });

  it('SN3: is exported whole and the same when more was read', async () => {
    const world = openWorld(buildLongStory(2, 6));
    const settings = { contextBudget: 6_000, checkpointEvery: 2 };
    const { run, connection } = world.open(buildStoryModel(), { settings });
    const exported = new Map<number, string>();
    const { create } = run.stores.snapshots;
    const source = {
      connection,
      corpora: run.corpora,
      stores: run.stores,
      world: { title: 'A small story' },
    };
    const write = (id: number) => JSON.stringify(exportSnapshot(source, chooseSnapshot(source, id)));
    run.stores.snapshots.create = (mark) => {
      const id = create(mark);
      queueMicrotask(() => exported.set(id, write(id)));
      return id;
    };
    await runStates(run);
    expect(exported.size).toBeGreaterThan(4);
    for (const [id, text] of exported) {
      expect(write(id)).toBe(text);
      expect(JSON.parse(text)).toMatchObject({ format: 'terrarium-snapshot', snapshot: { id } });
    }
    const [first = ''] = exported.values();
    expect(first).toContain('Somaa');
    expect(first).not.toContain('Pella');
    connection.close();
  });
});
