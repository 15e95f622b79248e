// Proves that a skipped scene leaves nothing behind, and that a scene with very many names can still be read.

import type { LanguageModel } from '@terrarium/kernel/language-model';
import { buildScriptedModel, type ScriptStep } from '@terrarium/kernel/testing/scripted-model';
import { describe, expect, it } from 'vitest';
import type { SceneId } from '../../src/context/message-log.ts';
import { verifyGlossary } from '../../src/glossary/verify-glossary-store.ts';
import { openBuiltInReader } from '../../src/reader/built-in-reader.ts';
import { openRetry } from '../../src/runner/open-retry.ts';
import { runStates } from '../../src/runner/run-states.ts';
import type { OpenedRun } from '../support/small-world.ts';
import { answerStory } from '../support/story-model.ts';
import { useSmallWorlds } from '../support/use-small-worlds.ts';

const openWorld = useSmallWorlds();

const story = [
  { thread: 'One', body: 'Soma was the keeper of Vell.' },
  { thread: 'Two', body: 'Soma shut the gate of Vell, and Dawnel saw it.' },
  { thread: 'Three', body: 'Then Dawnel left Vell.' },
];
const nothing: ScriptStep = { text: 'Nothing new.' };
const garbled = { name: 'glossary_add', arguments: { term: 'Dawnel' } };

function buildCreate(term: string, postId: number) {
  const draft = { term, definition: `${term}, of whom we read.`, evidence: [{ post_id: postId, label: 1 }] };
  return { name: 'glossary_create', arguments: draft };
}

const describeEntries = ({ run }: OpenedRun) =>
  [...run.stores.glossary.iterateEntries()].map(({ term, definition, aliases }) => [
    term,
    definition,
    ...aliases,
  ]);
const findFaults = ({ connection, run }: OpenedRun) =>
  verifyGlossary(connection, (name, id) => run.corpora.get(name)?.findBody(id));

/** Reads three scenes. The second one records something and is then skipped. */
async function readWithSkipped() {
  const change = {
    name: 'glossary_update',
    arguments: {
      entry_id: 1,
      definition: 'Soma, of whom we read, shut the gate.',
      aliases: ['Dawnel'],
      distinct_from: [2],
      evidence: [{ post_id: 2, label: 1 }],
    },
  };
  const model = buildScriptedModel([
    { calls: [buildCreate('Soma', 1)] },
    { calls: [buildCreate('Dawnel', 2), change, garbled] },
    { calls: [garbled] },
    { calls: [garbled] },
    nothing,
  ]);
  const opened = openWorld(story).open(model);
  await runStates(opened.run);
  model.assertDone();
  return { opened, model };
}

describe('a scene that is skipped', () => {
  it('RN27: leaves the glossary as it was before it, and the model is told', async () => {
    const { opened, model } = await readWithSkipped();
    expect(opened.run.stores.ledger.countScenes().byStatus).toMatchObject({ skipped: 1, committed: 2 });
    expect(describeEntries(opened)).toEqual([['Soma', 'Soma, of whom we read.']]);
    expect(findFaults(opened)).toEqual([]);
    expect(opened.events).toContainEqual({ kind: 'scene-taken-back', deleted: 1, restored: 1 });
    expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain('its new entries (2) are gone');
    opened.connection.close();
  });

  it('RN27: words that it put on hold are let go, and a word that it took off hold is held again', async () => {
    const model = buildScriptedModel([
      { calls: [buildCreate('gate', 1)] },
      { calls: [buildCreate('gate', 2), buildCreate('brush', 2), garbled] },
      { calls: [garbled] },
    ]);
    const plain = [
      { thread: 'One', body: 'Somebody shut the gate.' },
      { thread: 'Two', body: 'The gate was shut, and a brush lay before it.' },
    ];
    const opened = openWorld(plain).open(model);
    await runStates(opened.run);
    model.assertDone();
    const { glossary } = opened.run.stores;
    expect(describeEntries(opened)).toEqual([]);
    expect(glossary.listHeld()).toMatchObject([{ surface: 'gate', definition: 'gate, of whom we read.' }]);
    expect(findFaults(opened)).toEqual([]);
    const view = opened.run.stores.openGlossaryAsOf({ at: 'scene', sceneId: 2 as SceneId });
    expect(view.glossary.listHeld()).toMatchObject([{ surface: 'gate' }]);
    view.close();
    opened.connection.close();
  });

  it('RN27: is read again later as if it had never been tried', async () => {
    const { opened } = await readWithSkipped();
    const [scene] = opened.run.stores.ledger.readUnread();
    if (scene === undefined) throw new Error('Nothing was skipped.');
    const again = buildScriptedModel([{ calls: [buildCreate('Dawnel', 2)] }]);
    await runStates(openRetry({ ...opened.run, model: again }, scene));
    expect(describeEntries(opened)).toEqual([
      ['Soma', 'Soma, of whom we read.'],
      ['Dawnel', 'Dawnel, of whom we read.'],
    ]);
    expect(opened.run.stores.ledger.readUnread()).toEqual([]);
    opened.connection.close();
  });

  it('RN27: a field that a person changed meanwhile stays as it is, and so does an entry that they worked on', async () => {
    const { opened } = await readWithSkipped();
    const { glossary, journal } = opened.run.stores;
    const soma = glossary.findByTerm('Soma');
    if (soma === undefined) throw new Error('Where is Soma?');
    const source = {
      author: 'agent',
      position: soma.lastUpdated,
      stepId: journal.readNextStepId(),
      model: undefined,
      promptVersion: undefined,
      reason: undefined,
    } as const;
    const human = { ...source, author: 'human', stepId: undefined } as const;
    const { evidence } = soma;
    glossary.update(soma.id, { definition: 'Hers.', tags: ['location'] }, source);
    const draft = {
      term: 'Vell',
      aliases: [],
      definition: 'A town.',
      status: 'tentative',
      tags: [],
      evidence,
    } as const;
    const vell = glossary.create(draft, source);
    glossary.update(soma.id, { definition: 'As a person says.' }, human);
    glossary.update(vell.id, { definition: 'A town of salt.' }, human);
    expect(glossary.revertSteps([source.stepId], source)).toEqual({ deleted: [], restored: [soma.id] });
    expect(glossary.find(soma.id)).toMatchObject({ definition: 'As a person says.', tags: soma.tags });
    expect(glossary.find(vell.id)?.definition).toBe('A town of salt.');
    expect(findFaults(opened)).toEqual([]);
    opened.connection.close();
  });
});

const first = 'Al Be Cor Dun El Fen Gor Hal Is Jor Kel Lor'.split(' ');
const last = 'dric mond wen thas rick bert'.split(' ');
/** One post that introduces seventy people, each in a sentence. */
const crowd = [
  {
    thread: 'One',
    body: first
      .flatMap((one) =>
        last.map((other) => `${one}${other} Marlowe was the mason of ${other}${one}holm, and feared nobody.`),
      )
      .join(' '),
  },
];

describe('a scene dense with names', () => {
  it('CP4: a note repeats refused calls and parts of calls, and names what the first calls without room were about', async () => {
    const notes: string[] = [];
    const long = 'He was a mason and feared nobody. '.repeat(25);
    const name = `${first[0]}${last[0]} Marlowe`;
    const partial = {
      id: 'call-partial',
      name: 'glossary_create',
      arguments: JSON.stringify({
        term: name,
        definition: 'A mason.',
        aliases: ['Somebody Unread'],
        evidence: [`${name} was the mason of ${last[0]}${first[0]}holm`],
      }),
    };
    const refused = Array.from({ length: 60 }, (_, at) => ({
      id: `call-${at}`,
      name: 'glossary_create',
      arguments: JSON.stringify({ term: `Mason ${at}`, definition: long, evidence: [{ post_id: 9 }] }),
    }));
    const model: LanguageModel = {
      id: 'test:refused',
      async reply(request) {
        const last = request.messages.at(-1)?.content ?? '';
        if (last.includes('<story_passages')) {
          return { ...answerStory(request), text: '', calls: [partial, ...refused], finish: 'tool-calls' };
        }
        if (last.startsWith('<calls_removed')) notes.push(last);
        return { ...answerStory(request), text: 'Nothing new.', calls: [], finish: 'stop' };
      },
    };
    const opened = openWorld(crowd).open(model, { settings: { contextBudget: 12_000 } });
    await runStates(opened.run);
    expect(notes.length).toBeGreaterThan(0);
    // A call that was carried out in part: its refused part is repeated too.
    expect(notes[0]).toContain('no post read so far has it: "Somebody Unread"');
    const [, count, named = ''] =
      /refused_not_shown="(\d+)"[\s\S]*<refused_too>(.*)<\/refused_too>/u.exec(notes[0] ?? '') ?? [];
    expect(Number(count)).toBeGreaterThan(8);
    expect(named.split('; ')).toHaveLength(8);
    expect(named).toMatch(/^glossary_create Mason \d+; glossary_create Mason \d+;/u);
    opened.connection.close();
  });

  it('CP4: is read completely by the built-in reader: a note replaces its calls, and refused calls are corrected', async () => {
    const opened = openWorld(crowd).open(openBuiltInReader(), { settings: { contextBudget: 12_000 } });
    expect(await runStates(opened.run)).toEqual({ kind: 'finished' });
    expect(opened.run.stores.ledger.readUnread()).toEqual([]);
    const folds = opened.events.flatMap((event) => (event.kind === 'fold-applied' ? [event] : []));
    expect(folds.some(({ tiers }) => tiers.includes(6))).toBe(true);
    for (const fold of folds) expect(fold.tokensAfter).toBeLessThan(12_000);
    const roomy = openWorld(crowd).open(openBuiltInReader(), { settings: { contextBudget: 60_000 } });
    await runStates(roomy.run);
    expect(describeEntries(opened)).toEqual(describeEntries(roomy));
    expect(describeEntries(opened).length).toBeGreaterThan(30);
    roomy.connection.close();
    expect(findFaults(opened)).toEqual([]);
    opened.connection.close();
  });
});
