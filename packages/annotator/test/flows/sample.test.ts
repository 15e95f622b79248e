// Proves that the sample serial, a story told on a forum, is imported without warnings and divided into scenes.

import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { PostId } from '../../src/corpus/corpus.ts';
import { addCorpus } from '../../src/world/add-corpus.ts';
import { createWorld, openWorldCorpus } from '../../src/world/open-world.ts';
import { createTemporaryFolder } from '../temporary-folder.ts';

const sample = fileURLToPath(new URL('../../../../samples/low-veyre.jsonl', import.meta.url));
const clock = { now: () => 0, monotonic: () => 0, sleep: async () => undefined };

describe('the sample serial', () => {
  it('CO11: imports without a warning, in the order of its file', async () => {
    const world = createWorld({ dir: createTemporaryFolder().path('world'), clock });
    const added = await addCorpus(world, { path: sample, title: 'The Lamplighter of Low Veyre' });
    expect(added).toMatchObject({
      status: 'added',
      corpus: { name: 'the-lamplighter-of-low-veyre' },
      report: { kind: 'jsonl', posts: 100, storyPosts: 38, threads: 5, warnings: [], unknownKeys: [] },
    });
  });

  it('CO3: its readers are never part of a scene, and every thread begins and ends with one', async () => {
    const world = createWorld({ dir: createTemporaryFolder().path('world'), clock });
    const corpus = openWorldCorpus((await addCorpus(world, { path: sample })).world);
    const scenes = [...corpus.planScenes({ maxCharacters: 12_000 })].map((plan) => corpus.readScene(plan));
    expect(scenes.filter((scene) => scene.isThreadStart)).toHaveLength(5);
    expect(scenes.filter((scene) => scene.isThreadEnd)).toHaveLength(5);
    expect(new Set(scenes.flatMap((scene) => scene.scenePosts.map((post) => post.author)))).toEqual(
      new Set(['Lampblack']),
    );
    const between = scenes.map((scene) => corpus.readAdjacent(scene.lastPostId as PostId, 0, 1).at(-1)?.tags);
    expect(between.flat()).toContain('reader_post');
    corpus.close();
  });
});
