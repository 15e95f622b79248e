// Tests the wish of a reading model to merge two entries: the curator is shown both and decides.

import type { ModelRequest } from '@terrarium/kernel/language-model';
import { buildScriptedModel, type ScriptStep } from '@terrarium/kernel/testing/scripted-model';
import { describe, expect, it } from 'vitest';
import { listContested } from '../../src/glossary/confirmation-wish.ts';
import type { ChangeSource, EntryId } from '../../src/glossary/entry.ts';
import { runStates } from '../../src/runner/run-states.ts';
import { openStory } from '../story-fixture.ts';
import { useSmallWorlds } from '../support/use-small-worlds.ts';

const openWorld = useSmallWorlds();

const story = [
  { thread: 'One', body: 'At dawn Orrin left. Then they met Dawnel, a keeper of Vell, at the gate.' },
  { thread: 'Two', body: 'In the night Dawnel came, whom his aunt called Trotter. So Trotter slept.' },
  { thread: 'Three', body: 'Then all left Vell.' },
];

const create = (term: string, definition: string, post: number) => ({
  name: 'glossary_create',
  arguments: { term, definition, tags: ['character'], evidence: [{ post_id: post, quote: term }] },
});
const update = (given: object) => ({ name: 'glossary_update', arguments: given as Record<string, unknown> });
const nothing: ScriptStep = { text: 'Nothing new.' };

/** A step of a script that stores the curator's question in `seen` and answers with `decisions`. */
function decide(seen: string[], decisions: readonly object[]): ScriptStep {
  return (request: ModelRequest) => {
    seen.push(request.messages.at(-1)?.content ?? '');
    return { text: JSON.stringify(decisions) };
  };
}

async function read(answer: readonly object[]) {
  const asked: string[] = [];
  const model = buildScriptedModel([
    { calls: [create('Dawnel', 'A keeper of Vell.', 1)] },
    {
      calls: [
        create('Trotter', 'Whom his aunt calls so.', 2),
        update({ entry_id: 'Trotter', same_as: 'Dawnel' }),
      ],
    },
    nothing,
    decide(asked, answer),
  ]);
  const settings = { curates: true, pointsAtQuotes: true } as const;
  const { run, connection } = openWorld(story).open(model, { settings });
  const outcome = await runStates(run);
  return { run, connection, outcome, model, asked: asked[0] ?? '' };
}

const keep = { entry_id: 1, verdict: 'CONFIRM', reason: 'A keeper.' };
const join = { entry_id: 2, verdict: 'MERGE', target_id: 1, reason: 'He is called so.' };

describe('two entries that are one thing', () => {
  it('CU13: are asked about once more if a relation says that they are two', async () => {
    const asked: string[] = [];
    const related = {
      entry_id: 'Trotter',
      relations: [{ kind: 'kin of', to: 'Dawnel', evidence: [{ post_id: 2, label: 1 }] }],
      same_as: 'Dawnel',
    };
    const model = buildScriptedModel([
      { calls: [create('Dawnel', 'A keeper of Vell.', 1)] },
      { calls: [create('Trotter', 'Whom his aunt calls so.', 2), update(related)] },
      nothing,
      decide(asked, [keep, join]),
      decide(asked, [{ ...join, verdict: 'CONFIRM' }]),
    ]);
    const { run, connection } = openWorld(story).open(model, { settings: { curates: true } });
    expect(await runStates(run)).toEqual({ kind: 'finished' });
    expect(asked[1]).toContain('a relation says “Trotter” kin of “Dawnel”. Say it again if they are');
    expect([...run.stores.glossary.iterateEntries()].map(({ term }) => term)).toEqual(['Dawnel', 'Trotter']);
    connection.close();
  });

  it('CU13: are joined by the curator, who is shown both and not asked back, and the merge can be undone', async () => {
    const { run, connection, outcome, model, asked } = await read([keep, join]);
    expect(outcome).toEqual({ kind: 'finished' });
    model.assertDone();
    expect(asked).toMatch(/<dossier id="2" term="Trotter"[^>]* wish="MERGE 1"/);
    expect(asked).toMatch(/<similar id="1" term="Dawnel"/);
    expect(asked).toContain('`MERGE 4`: the reader takes it for entry 4');
    const { glossary } = run.stores;
    expect(glossary.find(1 as EntryId)?.aliases).toEqual(['Trotter']);
    expect(glossary.resolve(2 as EntryId)).toBe(1);
    expect(listContested(glossary)).toEqual([]);
    const source: ChangeSource = {
      author: 'human',
      position: { corpus: 'main', threadId: 3 as never, postId: 3 as never },
      stepId: undefined,
      model: undefined,
      promptVersion: undefined,
      reason: undefined,
    };
    expect(glossary.revertMerge(2 as EntryId, source)?.term).toBe('Trotter');
    connection.close();
  });

  it('CU13: stay two where the curator does not follow the wish, and are not asked about again', async () => {
    const { run, connection, asked } = await read([keep, { ...keep, entry_id: 2 }]);
    expect(asked).toContain('wish="MERGE 1"');
    expect(run.stores.glossary.resolve(2 as EntryId)).toBe(2);
    expect(run.stores.curation.listWaiting(undefined, 10)).toEqual([]);
    connection.close();
  });

  it('CU13: are not joined where a person said that they are two, or where there is no other', () => {
    const world = openStory([['Soma kept the gate. Dawnel slept.'], ['They called Dawnel the keeper Soma.']]);
    const first = world.read(1);
    const [soma, dawnel] = [world.create(first, { term: 'Soma' }), world.create(first, { term: 'Dawnel' })];
    const second = world.read(2);
    expect(world.call('glossary_update', { entry_id: 2, same_as: 1 }, second).say).toContain(
      'The curator decides whether it is entry 1, "Soma".',
    );
    expect(world.call('glossary_update', { entry_id: 1, same_as: 1 }, second).ok).toBe(false);
    expect(world.call('glossary_update', { entry_id: 1, same_as: 'Nobody' }, second).ok).toBe(false);
    world.glossary.markApart(soma.id, dawnel.id, { ...second.source, author: 'human' });
    expect(world.call('glossary_update', { entry_id: 2, same_as: 1 }, second).say).toContain(
      'a person said that it and entry 1, "Soma" are two things',
    );
  });
});

describe("a curator's question", () => {
  it('CU7: explains only the parts that its dossiers have', async () => {
    const { asked, connection } = await read([keep, join]);
    const task = asked.slice(asked.indexOf('You are now'));
    expect(task).toContain('`wish`');
    expect(task).not.toContain('`relations`,');
    connection.close();
  });
});
