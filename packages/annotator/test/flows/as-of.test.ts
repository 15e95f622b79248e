// Proves that a glossary as of a moment equals the glossary of a reading that stopped at this moment.

import { join } from 'node:path';
import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import { buildFakeEmbedder } from '@terrarium/kernel/testing/fake-embedder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Moment } from '../../src/as-of/moment-store.ts';
import { openGlossaryAsOf, type ReadableGlossary } from '../../src/as-of/open-glossary-as-of.ts';
import type { SceneId } from '../../src/context/message-log.ts';
import type { PostId } from '../../src/corpus/corpus.ts';
import type { EntryId } from '../../src/glossary/entry.ts';
import { openBuiltInReader } from '../../src/reader/built-in-reader.ts';
import { runStates } from '../../src/runner/run-states.ts';
import { searchGlossary } from '../../src/search-glossary.ts';
import { samplePosts } from '../support/sample-posts.ts';
import { buildSmallWorld, type OpenedRun, type SmallWorld } from '../support/small-world.ts';

/**
 * Which moments are compared with a reading that stopped there: all in the long proofs, otherwise every ninth and the
 * last.
 */
const everyScene = readProcessEnvironment()['TERRARIUM_PROVE'] === '1' ? 1 : 9;
const clock = { now: () => 0, monotonic: () => 0, sleep: async () => undefined };

interface Whole extends OpenedRun {
  readonly world: SmallWorld;
}

let plain: Whole;
let curated: Whole;

async function readWhole(curates: boolean): Promise<Whole> {
  const world = buildSmallWorld(samplePosts);
  const opened = world.open(openBuiltInReader(), { settings: { curates } });
  await runStates(opened.run);
  return { ...opened, world };
}

beforeAll(async () => {
  plain = await readWhole(false);
  curated = await readWhole(true);
});

afterAll(() => {
  for (const { connection, world } of [plain, curated]) {
    connection.close();
    world.remove();
  }
});

type Described = Awaited<ReturnType<typeof describeGlossary>>;

async function readUntil(limit: number, curates: boolean): Promise<Described> {
  const world = buildSmallWorld(samplePosts);
  const { run, connection } = world.open(openBuiltInReader(), { settings: { limit, curates } });
  await runStates(run);
  const state = await describeGlossary(run.stores.glossary, world);
  connection.close();
  world.remove();
  return state;
}

/** The vectors come from the world's own file, which also has vectors of all moments that were compared before. */
async function describeGlossary(glossary: ReadableGlossary, { folder }: SmallWorld) {
  const entries = [...glossary.iterateEntries()].map(({ createdAt: _c, updatedAt: _u, ...entry }) => entry);
  const meaning = { embedder: buildFakeEmbedder(), vectorsPath: join(folder, 'vectors.db') };
  const near = entries.map(async ({ term }) => {
    const found = await searchGlossary(glossary, { query: `of ${term}`, limit: 50, meaning });
    return found.entries.map(({ id }) => id);
  });
  return {
    near: await Promise.all(near),
    entries,
    spreads: [...glossary.iterateSpreads()],
    totals: glossary.readTotals(),
    found: entries.map(({ term }) => glossary.search({ query: term, limit: 50 }).map(({ id }) => id)),
    newest: glossary.readNewestRevision(),
    held: glossary.listHeld(),
  };
}

async function describeAsOf({ connection, world }: Whole, moment: Moment): Promise<Described> {
  const readBody = (_: string, postId: PostId) => world.corpus.findPost(postId)?.body;
  const asOf = openGlossaryAsOf(connection, { moment, clock, readBody });
  const state = await describeGlossary(asOf.glossary, world);
  asOf.close();
  return state;
}

/** Lists the scenes that are compared, and how many scenes had been read by the end of each. */
function listSampled({ run }: Whole): readonly { readonly sceneId: SceneId; readonly limit: number }[] {
  const scenes = [...run.stores.ledger.iterateScenes()];
  expect(scenes.length).toBeGreaterThan(20);
  return scenes
    .map(({ id }, index) => ({ sceneId: id, limit: index + 1 }))
    .filter(({ limit }) => (limit - 1) % everyScene === 0 || limit === scenes.length);
}

/** Lists entries with a correction that was written after a revision but holds from an earlier place. */
function listCorrected({ run }: Whole, revision: number): ReadonlySet<EntryId> {
  const { glossary } = run.stores;
  const isLater = (id: EntryId) =>
    glossary.readRevisions(id).some((one) => one.id > revision && one.holdsFrom !== undefined);
  return new Set(glossary.listEntryIds().filter(isLater));
}

describe('a glossary as of a moment', () => {
  it('AO1: equals that of a fresh run that stopped there, its counts, orders and search results too', async () => {
    await describeGlossary(plain.run.stores.glossary, plain.world);
    for (const { sceneId, limit } of listSampled(plain)) {
      expect(await describeAsOf(plain, { at: 'scene', sceneId })).toEqual(await readUntil(limit, false));
    }
  });

  it('AO5: also has the corrections that hold there, and nothing else that was written later', async () => {
    let corrections = 0;
    for (const { sceneId, limit } of listSampled(curated)) {
      const fresh = await readUntil(limit, true);
      const corrected = listCorrected(curated, fresh.newest);
      corrections += corrected.size;
      const leave = ({ entries }: Described) => entries.filter(({ id }) => !corrected.has(id));
      const asOf = await describeAsOf(curated, { at: 'scene', sceneId });
      expect(leave(asOf)).toEqual(leave(fresh));
      const known = new Set(fresh.entries.map(({ id }) => id));
      expect(asOf.entries.filter(({ id }) => !known.has(id))).toEqual([]);
    }
    expect(corrections).toBeGreaterThan(0);
  });
});
