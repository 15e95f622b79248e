// Proves that a glossary as of a moment is the one a reading that stopped there would have, and knows nothing later.

import { join } from 'node:path';
import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import { buildFakeEmbedder } from '@terrarium/kernel/testing/fake-embedder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Moment } from '../../src/as-of/moment-store.ts';
import { openGlossaryAsOf, type ReadableGlossary } from '../../src/as-of/open-glossary-as-of.ts';
import { openBuiltInReader } from '../../src/reader/built-in-reader.ts';
import { runStates } from '../../src/runner/run-states.ts';
import { searchGlossary } from '../../src/search-glossary.ts';
import { samplePosts } from '../support/sample-posts.ts';
import { buildSmallWorld, type OpenedRun, type SmallWorld } from '../support/small-world.ts';

/** Each moment is compared with a reading of its own: all of them in the proofs, every sixth and the last every day. */
const everyScene = readProcessEnvironment()['TERRARIUM_PROVE'] === '1' ? 1 : 6;
const clock = { now: () => 0, monotonic: () => 0, sleep: async () => undefined };
let whole: SmallWorld;
let opened: OpenedRun;

beforeAll(async () => {
  whole = buildSmallWorld(samplePosts);
  opened = whole.open(openBuiltInReader(), { settings: { curates: true } });
  await runStates(opened.run);
});

afterAll(() => {
  opened.connection.close();
  whole.remove();
});

async function readUntil(limit: number): Promise<unknown> {
  const world = buildSmallWorld(samplePosts);
  const { run, connection } = world.open(openBuiltInReader(), { settings: { limit, curates: true } });
  await runStates(run);
  const state = await describeGlossary(run.stores.glossary, world);
  connection.close();
  world.remove();
  return state;
}

/** The vectors are those of a world's own file, which holds those of every moment that was looked at before. */
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
  };
}

async function describeAsOf(moment: Moment): Promise<unknown> {
  const readBody = (_: string, postId: Parameters<typeof whole.corpus.findPost>[0]) =>
    whole.corpus.findPost(postId)?.body;
  const asOf = openGlossaryAsOf(opened.connection, { moment, clock, readBody });
  const state = await describeGlossary(asOf.glossary, whole);
  asOf.close();
  return state;
}

describe('a glossary as of a moment', () => {
  it('AO1: equals that of a fresh run that stopped there, its counts, orders and search results too', async () => {
    await describeGlossary(opened.run.stores.glossary, whole);
    const scenes = [...opened.run.stores.ledger.iterateScenes()];
    expect(scenes.length).toBeGreaterThan(20);
    for (const [index, scene] of scenes.entries()) {
      const limit = index + 1;
      if (index % everyScene !== 0 && limit !== scenes.length) continue;
      expect(await describeAsOf({ at: 'scene', sceneId: scene.id })).toEqual(await readUntil(limit));
    }
  });
});
