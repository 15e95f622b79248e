// Proves that an entry known only by a description is nowhere shown by its name before the story uses the name.

import { buildScriptedModel } from '@terrarium/kernel/testing/scripted-model';
import { describe, expect, it } from 'vitest';
import type { SceneId } from '../../src/context/message-log.ts';
import { readAt } from '../../src/export/wiki/client/read-at.js';
import { readWiki } from '../../src/export/wiki/read-wiki.ts';
import { runStates } from '../../src/runner/run-states.ts';
import { verifyAnnotator } from '../../src/verify-annotator.ts';
import { showRung, showVault } from '../support/shown-at.ts';
import { toAnnotator } from '../support/to-annotator.ts';
import { useSmallWorlds } from '../support/use-small-worlds.ts';

const openWorld = useSmallWorlds();

const story = [
  { thread: 'One', body: 'The servant of Ilm bowed and went out.' },
  { thread: 'Two', body: '“I am no servant,” he said.' },
  { thread: 'Three', body: 'It was Vas Kor of Ilm. Ilm slept.' },
];

async function readStory() {
  const world = openWorld(story);
  const model = buildScriptedModel(story.map(() => ({ text: 'Nothing new.' })));
  const first = world.open(model, { settings: { limit: 1 } });
  await runStates(first.run);
  const scene = first.run.stores.ledger.findScene(1 as SceneId);
  if (scene === undefined) throw new Error('The story has no scene.');
  const source = {
    author: 'human',
    position: { corpus: 'main', threadId: scene.threadId, postId: scene.lastPostId },
    stepId: undefined,
    model: undefined,
    promptVersion: undefined,
    reason: undefined,
  } as const;
  const create = (term: string, aliases: readonly string[], quote: string) => {
    const start = (story[0]?.body ?? '').indexOf(quote);
    const cited = { corpus: 'main', postId: scene.lastPostId, start, end: start + quote.length, quote };
    const evidence = [{ ...cited, isSnapped: false }];
    const draft = {
      term,
      aliases,
      definition: 'Somebody or somewhere.',
      status: 'tentative',
      tags: [],
      evidence,
    };
    return first.run.stores.glossary.create({ ...draft, status: 'tentative' }, source);
  };
  create('Vas Kor', ['the servant', 'Vas Kor of Ilm'], 'The servant');
  create('Ilm', [], 'Ilm');
  first.connection.close();
  const second = world.open(model);
  await runStates(second.run);
  return { annotator: toAnnotator(world, second), close: () => void second.connection.close() };
}

describe('an entry that is not yet named', () => {
  it('AO2: is shown to no reader at a place before the story says its name, and a description does not count', async () => {
    const { annotator, close } = await readStory();
    expect(verifyAnnotator(annotator).problems).toEqual([]);
    const data = readWiki(annotator);
    const show = (place: number) => [
      readAt(data, place)
        .entries.map(({ term }) => term)
        .toSorted(),
      showRung(annotator, place)
        .shown.map(({ term }) => term)
        .toSorted(),
      showVault(annotator, place)
        .entries.map(({ term }) => term)
        .toSorted(),
    ];
    for (const place of [1, 2]) expect(show(place)).toEqual([['Ilm'], ['Ilm'], ['Ilm']]);
    const both = ['Ilm', 'Vas Kor'];
    expect(show(3)).toEqual([both, both, both]);
    expect(readAt(data, 3).entries.find(({ term }) => term === 'Vas Kor')).toMatchObject({ since: 3 });
    close();
  });

  it('EX9, GL2: a count is that of the names known at the place: the longest takes a mention', async () => {
    const { annotator, close } = await readStory();
    const data = readWiki(annotator);
    const count = (place: number) => readAt(data, place).entries.find(({ term }) => term === 'Ilm')?.mentions;
    expect([1, 2, 3].map(count)).toEqual([1, 1, 2]);
    close();
  });
});
