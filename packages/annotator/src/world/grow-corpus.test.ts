// Tests files that are imported again when they hold more.

import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '../../test/temporary-folder.ts';
import { addCorpus } from './add-corpus.ts';
import { createWorld, openWorld, openWorldCorpus } from './open-world.ts';

const clock = { now: () => 0, monotonic: () => 0, sleep: async () => undefined };
const chapter = (number: number) => `Chapter ${number}\n\n${'Soma kept the gate of Vell. '.repeat(30)}\n\n`;

function openGrowing() {
  const folder = createTemporaryFolder();
  const dir = folder.path('world');
  createWorld({ dir, title: 'Vell', clock });
  const importText = (text: string, name = 'story.txt') => {
    const path = folder.path(name);
    writeFileSync(path, text);
    return addCorpus(openWorld(dir), { path });
  };
  const countPosts = () => {
    const world = openWorld(dir);
    return world.corpora.map(({ name }) => {
      const corpus = openWorldCorpus(world, name);
      const threads = [...corpus.iterateThreads()].length;
      corpus.close();
      return threads;
    });
  };
  return { importText, countPosts };
}

describe('a file that is imported again', () => {
  it('FO4: grows its corpus where it begins with all it held', async () => {
    const { importText, countPosts } = openGrowing();
    await importText(chapter(1) + chapter(2));
    const grown = await importText(chapter(1) + chapter(2) + chapter(3));
    expect(grown).toMatchObject({ status: 'grown', newPosts: 1, newThreads: 1, corpus: { name: 'story' } });
    expect(countPosts()).toEqual([3]);
    expect(await importText(chapter(1) + chapter(2) + chapter(3))).toMatchObject({ status: 'known' });
  });

  it('FO4: is another corpus where it says anything else, and it is said where they part', async () => {
    const { importText, countPosts } = openGrowing();
    await importText(chapter(1) + chapter(2));
    const other = await importText(chapter(1).replace('gate', 'door') + chapter(2) + chapter(3));
    expect(other).toMatchObject({
      status: 'added',
      other: { corpus: 'story', growth: { isGrown: false, firstDifference: 'post 1 was edited' } },
    });
    expect(countPosts()).toEqual([2, 3]);
    expect(await importText(chapter(7), 'elsewhere.txt')).toMatchObject({
      status: 'added',
      other: undefined,
    });
  });
});
