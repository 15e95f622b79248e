// Tests explicating words of definitions after a reading: for a person, in any entry; for a model, with its tool.

import { describe, expect, it } from 'vitest';
import { explicate } from '../../src/as-of/explicate.ts';
import type { PostId, ThreadId } from '../../src/corpus/corpus.ts';
import type { ChangeSource } from '../../src/glossary/entry.ts';
import { runStates } from '../../src/runner/run-states.ts';
import { explicateWords } from '../../src/tools/explicate.ts';
import type { ToolContext } from '../../src/tools/tool-context.ts';
import { buildStoryModel } from '../support/story-model.ts';
import { useSmallWorlds } from '../support/use-small-worlds.ts';

const openWorld = useSmallWorlds();

const story = [
  { thread: 'One', body: 'At the gate stood Soma. She kept the keys of salt & lime.' },
  { thread: 'Two', body: 'Nobody knew where Soma had been born. It was Quillon, they said.' },
  { thread: 'Three', body: 'And then Ondine came.' },
];

/** Makes a world in which the definition of Soma is changed twice after the second thread. */
async function readStory() {
  const world = openWorld(story);
  const { run, connection } = world.open(buildStoryModel(), { settings: { limit: 2 } });
  await runStates(run);
  const { glossary, snapshots } = run.stores;
  const soma = glossary.findByTerm('Soma');
  if (soma === undefined) throw new Error('Soma was not noted.');
  const position = { corpus: 'main', threadId: 2 as ThreadId, postId: 2 as PostId };
  const source: ChangeSource = {
    author: 'agent',
    position,
    stepId: undefined,
    model: 'test:story',
    promptVersion: 'p',
    reason: 'a secret reason',
  };
  const body = story[1]?.body ?? '';
  const quote = 'where Soma had been born';
  const start = body.indexOf(quote);
  const piece = {
    corpus: 'main',
    postId: 2 as PostId,
    start,
    end: start + quote.length,
    quote,
    isSnapped: false,
  };
  const evidence = [...soma.evidence, piece];
  glossary.update(soma.id, { definition: 'Somebody of unknown birth, who keeps a gate.', evidence }, source);
  glossary.update(soma.id, { definition: 'Somebody of unknown birth.' }, source);
  const after = world.open(buildStoryModel());
  await runStates(after.run);
  after.connection.close();
  const build = (postId: number): ToolContext => ({
    glossary,
    corpora: run.corpora,
    position: { ...position, postId: postId as PostId, threadId: postId as ThreadId },
    scenePosts: [],
    source,
    snapshots,
  });
  return { glossary, soma, build, close: () => connection.close() };
}

describe('explicate', () => {
  it('EP3: finds words of any entry, even words that no definition has today, with the new quotes first', async () => {
    const { glossary, soma, close } = await readStory();
    const today = explicate(glossary, { quote: 'of unknwon birth' });
    expect(today?.origin).toMatchObject({ entry: { id: soma.id }, isCurrent: true });
    expect(today?.unsaid).toEqual(['unknown', 'birth']);
    expect(today?.quotes.map(({ piece }) => piece.postId)).toEqual([2, 1]);
    const past = explicate(glossary, { quote: 'who keeps a gate' });
    expect(past?.origin).toMatchObject({ entry: { id: soma.id }, isCurrent: false });
    expect(explicate(glossary, { quote: 'seven bells under frost' })).toBeUndefined();
    expect(explicate(glossary, { quote: '' })).toBeUndefined();
    close();
  });

  it('EP4: tells how many other entries have the same words in any case, but not if the entry is given', async () => {
    const { glossary, soma, build, close } = await readStory();
    // An earlier definition of Soma had these words, but her present one does not.
    const found = explicate(glossary, { quote: 'IS SPOKEN OF' });
    expect(found?.others.total).toBe(1);
    expect([found?.origin.entry.term, ...(found?.others.terms ?? [])].sort()).toEqual(['Ondine', 'Quillon']);
    expect(explicate(glossary, { quote: 'birth' })?.others).toEqual({ total: 0, terms: [] });
    expect(explicate(glossary, { quote: 'spoken of', entryId: soma.id })?.others.total).toBe(0);
    const say = (quote: string) => explicateWords.run(JSON.stringify({ quote }), build(3)).say;
    expect(say('is spoken of')).toMatch(/<others entries="1">Quote more words, or give entry_id\.<\/others>/);
    expect(say('of unknown birth')).not.toContain('<others');
    close();
  });

  it('EP3: shows a model marked posts and a snapshot, and nothing of revisions', async () => {
    const { build, close } = await readStory();
    const answer = explicateWords.run('{"quote":"Somebody of unknown birth"}', build(3));
    expect(answer.say).toMatchInlineSnapshot(`
      "<explicated entry_id="1" term="Soma">
      <post id="2" thread="2">
      Nobody knew <source>where Soma had been born</source>. It was Quillon, they said.
      </post>
      <post id="1" thread="1">
      <source>At the gate stood Soma.</source> She kept the keys of salt &amp; lime.
      </post>
      <unsaid>No quote has: unknown, birth.</unsaid>
      <snapshot id="3" entries="3"/>
      </explicated>"
    `);
    expect(answer.say).not.toMatch(/secret|gate\.|revision|step/);
    close();
  });

  it('EP3: shows a model no post it has not read, and answers what it can mend', async () => {
    const { build, close } = await readStory();
    const early = explicateWords.run('{"quote":"Somebody of unknown birth","entry_id":"Soma"}', build(1));
    expect(early.say).toContain('<post id="1"');
    expect(early.say).not.toContain('<post id="2"');
    const run = (call: string) => explicateWords.run(call, build(3));
    expect(run('{"quote":""}')).toMatchObject({ ok: false });
    expect(run('{"quote":"frost & bells"}').say).toBe(
      'No definition says that. Copy some words of a definition exactly.',
    );
    expect(run('{"quote":"frost","entry_id":"Soma"}').say).toContain(
      'The definition of "Soma" never says that',
    );
    expect(run('{"quote":"frost","entry_id":99}')).toMatchObject({ ok: false });
    close();
  });
});
