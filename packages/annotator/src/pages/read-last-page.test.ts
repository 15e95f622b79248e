// Tests what is read as the last page of a story.

import { expect, it } from 'vitest';
import { readLastPage } from './read-last-page.ts';

function openRead(...bodies: readonly string[]): Parameters<typeof readLastPage>[0] {
  const scenes = bodies.map((body, at) => ({ id: at + 1, corpus: 'story', body }));
  const ledger = {
    readScenes: () => scenes,
    findLastScene: (_: string, id: number) => scenes.findLast((scene) => scene.id <= id),
  };
  const readScene = ({ body }: { readonly body: string }) => ({
    scenePosts: [{ body, span: { start: 0, end: body.length } }],
  });
  const corpora = new Map([['story', { readScene }]]);
  return { stores: { ledger }, corpora } as unknown as ReturnType<typeof openRead>;
}

it('has whole paragraphs, of earlier scenes too, and of one that is too long its end', () => {
  const story = openRead('One.\n\nTwo two.', 'Three.');
  expect(readLastPage(story, undefined, 15)).toEqual(['Two two.', 'Three.']);
  expect(readLastPage(openRead('She went down to the sea.'), undefined, 10)).toEqual(['… the sea.']);
  // In a script without spaces nothing more is left out.
  expect(readLastPage(openRead(`${'鐘'.repeat(90)} 鳴`), undefined, 80)).toEqual([`…${'鐘'.repeat(78)} 鳴`]);
  expect(readLastPage(openRead('🔔🔔'), undefined, 3)).toEqual(['…🔔']);
  expect(readLastPage(openRead(), undefined, 80)).toEqual([]);
});
