// Reads with models and servers that fail: nothing is lost, and nothing is left out without a report.

import { ProviderError } from '@terrarium/kernel/errors';
import type { FakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { buildScriptedModel, type ScriptStep } from '@terrarium/kernel/testing/scripted-model';
import { writtenCalls } from '@terrarium/kernel/testing/written-calls';
import { describe, expect, it } from 'vitest';
import { callRequest } from '../../src/prompts/prompts.ts';
import { openRetry } from '../../src/runner/open-retry.ts';
import { runStates } from '../../src/runner/run-states.ts';
import { buildLongStory } from '../support/long-story.ts';
import { buildStoryModel } from '../support/story-model.ts';
import { useSmallWorlds } from '../support/use-small-worlds.ts';

const openWorld = useSmallWorlds();

const story = [
  { thread: 'One', body: 'At dawn Soma opened the gate. Soma was the keeper of Vell, a town of salt.' },
  { thread: 'One', body: 'go on', tags: ['vote_tally_post'] },
  { thread: 'One', body: 'Vell burned in the night, and Dawnel saw it.' },
  { thread: 'Two', body: 'Soma and Dawnel left in the spring.' },
];

const nothing: ScriptStep = { text: 'Nothing new.' };

function createEntry(term: string, postId: number, label = 1): ScriptStep {
  const draft = { term, definition: `${term}, of whom we read.`, evidence: [{ post_id: postId, label }] };
  return { calls: [{ name: 'glossary_create', arguments: draft }] };
}

function failWith(retryable: boolean, code = 'model.unreachable'): ProviderError {
  return new ProviderError({
    code,
    happened: 'The server is down.',
    todo: 'Start it.',
    retryable,
    retryAfterMs: 7_000,
  });
}

describe('failing models', () => {
  it('RN5: a passing failure is waited out as long as the server asks, and the run goes on', async () => {
    const model = buildScriptedModel([failWith(true), createEntry('Soma', 1, 2), nothing, nothing]);
    const { run, connection } = openWorld(story).open(model);
    expect(await runStates(run)).toEqual({ kind: 'finished' });
    expect((run.environment as FakeEnvironment).clock.slept[0]).toBeGreaterThanOrEqual(7_000);
    connection.close();
  });

  it('RN5: a server that answered before and is gone is waited for, which counts as no attempt, but not for ever', async () => {
    const gone = Array.from({ length: 12 }, () => failWith(true));
    const loading = gone.map(() => failWith(true, 'model.unavailable'));
    const back = openWorld(story).open(buildScriptedModel([...loading, nothing, ...gone, nothing, nothing]));
    expect(await runStates(back.run)).toEqual({ kind: 'finished' });
    back.connection.close();
    const never = openWorld(story).open(buildScriptedModel(gone.slice(0, 3)));
    expect((await runStates(never.run)).kind).toBe('halted');
    never.connection.close();
    const lost = openWorld(story).open(buildScriptedModel([nothing, ...gone, ...gone, ...gone, ...gone]));
    expect((await runStates(lost.run)).kind).toBe('halted');
    const { slept } = (lost.run.environment as FakeEnvironment).clock;
    const waitedMs = slept.reduce((sum, ms) => sum + ms, 0);
    expect(waitedMs).toBeGreaterThanOrEqual(5 * 60_000);
    expect(waitedMs).toBeLessThan(6 * 60_000);
    lost.connection.close();
  });

  it('RN5: a failure that persists halts the run after a checkpoint; the next run goes on from there', async () => {
    const world = openWorld(story);
    const failing = Array.from({ length: 3 }, () => failWith(true, 'model.server-error'));
    const first = world.open(buildScriptedModel([createEntry('Soma', 1, 2), ...failing]));
    const outcome = await runStates(first.run);
    expect(outcome.kind).toBe('halted');
    expect(first.run.stores.snapshots.list()[0]?.note).toBe('halted: model.server-error');
    expect(first.run.stores.ledger.findNextScene('main')?.lastError).toBe('The server is down.');
    first.connection.close();
    const model = buildScriptedModel([nothing, nothing]);
    const second = world.open(model);
    expect(await runStates(second.run)).toEqual({ kind: 'finished' });
    model.assertDone();
    second.connection.close();
  });

  it('RN6: after an empty, refused or cut reply the model is asked again; then the scene is skipped for all to see', async () => {
    const unusable: ScriptStep[] = [
      { text: '' },
      { text: 'I will not.', finish: 'content-filter' },
      { text: 'Let me', finish: 'length' },
    ];
    const { run, connection } = openWorld(story).open(buildScriptedModel([...unusable, nothing, nothing]));
    await runStates(run);
    const [skipped] = run.stores.ledger.readScenes('skipped');
    expect(skipped?.sceneIndex).toBe(0);
    expect(skipped?.lastError).toContain('cut off');
    expect(run.stores.ledger.countScenes().byStatus).toMatchObject({ committed: 2, skipped: 1 });
    connection.close();
  });

  it('RN15: a model that only writes prose is asked once more, then its scene is skipped; the fifth in a row halts the run', async () => {
    const chat: ScriptStep = { text: 'What a scene! Vell is such a fine town of salt.' };
    const world = openWorld(
      Array.from({ length: 7 }, (_, at) => ({ thread: `${at}`, body: 'Then Soma went.' })),
    );
    const chatting = world.open(buildScriptedModel(Array.from({ length: 11 }, () => chat)));
    expect(await runStates(chatting.run)).toMatchObject({ error: { code: 'model.calls-no-tools' } });
    const { ledger } = chatting.run.stores;
    expect(ledger.countScenes().byStatus).toMatchObject({ skipped: 5, pending: 2 });
    expect(ledger.readUnread()[0]?.lastError).toContain('Answered in prose');
    chatting.connection.close();
    const calling = world.open(buildScriptedModel([createEntry('Soma', 6), chat, chat]));
    expect(await runStates(calling.run)).toEqual({ kind: 'finished' });
    expect(calling.run.stores.ledger.countScenes().byStatus).toMatchObject({ skipped: 6, committed: 1 });
    calling.connection.close();
  });

  it.each<[string, ScriptStep]>([
    ['prose', { text: 'I would add Soma, the keeper of Vell.' }],
    ['a denial that goes on', { text: 'Nothing new about the gate, but I would add Soma.' }],
    [
      'a note in prose that ends in a denial',
      { text: 'I would note that Soma keeps the gate. There is nothing else that is new here.' },
    ],
    ['prose behind a look', { calls: [{ name: 'glossary_search', arguments: { query: 'Soma' } }] }],
  ])('RN15: %s leads to one more question in one line, even after calls', async (_what, first) => {
    const prose: readonly ScriptStep[] =
      'text' in first ? [first] : [first, { text: 'Soma keeps the gate.' }];
    const script = [...prose, createEntry('Soma', 1, 2), nothing, { text: 'No new entries.' }];
    const model = buildScriptedModel(script);
    const { run, connection } = openWorld(story).open(model);
    expect(await runStates(run)).toEqual({ kind: 'finished' });
    model.assertDone();
    expect(run.stores.ledger.countScenes().byStatus.committed).toBe(3);
    expect(run.stores.glossary.findByTerm('Soma')).toBeDefined();
    const asked = run.session.window.render().messages.filter(({ content }) => content === callRequest);
    expect(asked).toHaveLength(1);
    connection.close();
  });

  it.each(Object.entries(writtenCalls))(
    'RN23: a call written into the text as %s counts as a call',
    async (_form, write) => {
      const text = (name: string, values: Readonly<Record<string, string>>) =>
        `I note:\n${write(name, values)}`;
      const draft = {
        term: 'Soma',
        definition: 'The keeper of Vell.',
        evidence: 'Soma was the keeper of Vell',
      };
      const model = buildScriptedModel([
        { text: text('glossary_search', { query: 'Soma' }) },
        { text: text('glossary_create', draft) },
      ]);
      const { run, connection } = openWorld(story.slice(0, 1)).open(model);
      expect(await runStates(run)).toEqual({ kind: 'finished' });
      model.assertDone();
      expect([...run.stores.glossary.iterateEntries()].map(({ term }) => term)).toEqual(['Soma']);
      expect(model.requests[1]?.messages.at(-1)).toMatchObject({ role: 'tool', name: 'glossary_search' });
      connection.close();
    },
  );

  it('RN8: tool rounds are bounded, and the model is told', async () => {
    const searches = Array.from(
      { length: 3 },
      (_, index): ScriptStep => ({
        calls: [{ name: 'glossary_search', arguments: { query: `word ${index}` } }],
      }),
    );
    const model = buildScriptedModel([...searches, nothing, nothing]);
    const { run, connection } = openWorld(story).open(model, { settings: { maxToolRounds: 3 } });
    await runStates(run);
    model.assertDone();
    expect(JSON.stringify(run.session.window.render().messages)).toContain('No more calls for this scene');
    connection.close();
  });

  it('RN8: the same call with the same answer twice in a row ends the rounds', async () => {
    const search: ScriptStep = { calls: [{ name: 'glossary_search', arguments: { query: 'Soma' } }] };
    const model = buildScriptedModel([search, search, nothing, nothing]);
    const { run, connection } = openWorld(story).open(model);
    await runStates(run);
    model.assertDone();
    expect(JSON.stringify(run.session.window.render().messages)).toContain('same answer twice in a row');
    connection.close();
  });

  it('RN8: a scene whose last calls could not be read is skipped, and can be read again', async () => {
    const garbled: readonly ScriptStep[] = [
      { calls: [{ name: 'glossary_create', arguments: '{"term":"So' }], finish: 'length' },
      { calls: [{ name: 'glossary_create', arguments: { term: 'Soma' } }] },
      { calls: [{ name: 'glossary_add', arguments: { term: 'Soma' } }] },
    ];
    for (const step of garbled) {
      const { run, connection } = openWorld(story.slice(0, 1)).open(buildScriptedModel([step, step]));
      await runStates(run);
      expect(run.stores.ledger.readUnread()).toMatchObject([
        { status: 'skipped', lastError: expect.stringContaining('could not be read') },
      ]);
      const [scene] = run.stores.ledger.readUnread();
      if (scene === undefined) throw new Error('Nothing was skipped.');
      await runStates(openRetry({ ...run, model: buildScriptedModel([createEntry('Soma', 1, 2)]) }, scene));
      expect([...run.stores.glossary.iterateEntries()].map(({ term }) => term)).toEqual(['Soma']);
      expect(run.stores.ledger.readUnread()).toEqual([]);
      connection.close();
    }
  });

  it('RN8: a scene is committed once a call can be read, or if the model says itself that it is done', async () => {
    const garbled: ScriptStep = { calls: [{ name: 'glossary_create', arguments: '{"term":"So' }] };
    for (const last of [createEntry('Soma', 1, 2), nothing]) {
      const model = buildScriptedModel([garbled, last]);
      const { run, connection } = openWorld(story.slice(0, 1)).open(model);
      expect(await runStates(run)).toEqual({ kind: 'finished' });
      model.assertDone();
      expect(run.stores.ledger.readUnread()).toEqual([]);
      connection.close();
    }
  });

  it('RN7: a reply that was cut off after successful calls is asked to go on', async () => {
    const model = buildScriptedModel([
      { ...createEntry('Soma', 1, 2), finish: 'length' },
      createEntry('Vell', 1, 2),
    ]);
    const { run, connection } = openWorld(story.slice(0, 1)).open(model);
    await runStates(run);
    model.assertDone();
    expect(model.requests[1]?.messages.at(-1)?.content).toContain('Your reply was cut off');
    expect(run.stores.glossary.countEntries()).toBe(2);
    connection.close();
  });

  it('RN11: tagged updates pass the same checks; malformed ones are skipped, counted and reported with the next scene', async () => {
    const updates = [
      {
        action: 'create',
        term: 'Soma',
        definition: 'The keeper of Vell.',
        evidence: [{ post_id: 1, label: 2 }],
      },
      {
        action: 'create',
        term: 'Ghost',
        definition: 'Not in the text.',
        evidence: [{ post_id: 1, quote: 'A ghost walked.' }],
      },
      { action: 'sing' },
    ];
    const text = `<codex_updates>${JSON.stringify(updates)}</codex_updates>`;
    const { run, connection, events } = openWorld(story).open(
      buildScriptedModel([{ text }, nothing, nothing]),
    );
    await runStates(run);
    expect([...run.stores.glossary.iterateEntries()].map((entry) => entry.term)).toEqual(['Soma']);
    expect(events.filter((event) => event.kind === 'update-skipped')).toHaveLength(1);
    expect(events.filter((event) => event.kind === 'call-refused')).toHaveLength(1);
    const scenes = run.session.window.render().messages.filter((message) => message.role === 'user');
    expect(scenes[1]?.content).toContain('<update_results>');
    expect(scenes[1]?.content).toContain('<glossary_created');
    expect(scenes[1]?.content).toContain('use create, update or delete');
    expect(scenes[2]?.content).not.toContain('<update_results>');
    connection.close();
  });

  it('CX7: a server that finds the prompt too long makes the window fold without being asked, and teaches the ratio', async () => {
    let refused = 0;
    const story = buildLongStory(2, 10);
    const honest = buildStoryModel();
    const model = {
      ...honest,
      reply: (request: Parameters<typeof honest.reply>[0]) => {
        if (JSON.stringify(request.messages).length / 3 > 4_000) {
          refused += 1;
          return Promise.reject(failWith(false, 'model.context-overflow'));
        }
        return honest.reply(request);
      },
    };
    const { run, connection } = openWorld(story).open(model, { settings: { contextBudget: 8_000 } });
    expect(await runStates(run)).toEqual({ kind: 'finished' });
    expect(refused).toBeGreaterThan(0);
    expect(run.stores.ledger.countScenes().byStatus.committed).toBe(20);
    connection.close();
  });

  it('RN10: an interrupt finishes the step, makes a checkpoint and leaves; the next run goes on', async () => {
    const world = openWorld(story);
    let asked = 0;
    const stop = { isRequested: () => asked > 0, abort: new AbortController().signal };
    const model = buildStoryModel(() => {
      asked += 1;
    });
    const first = world.open(model, { stop });
    expect(await runStates(first.run)).toEqual({ kind: 'interrupted' });
    expect(first.run.stores.snapshots.list()[0]?.note).toBe('interrupted');
    expect(asked).toBe(1);
    first.connection.close();
    const second = world.open(model);
    expect(await runStates(second.run)).toEqual({ kind: 'finished' });
    expect(second.run.stores.ledger.countScenes().calls).toBe(asked);
    second.connection.close();
  });

  it('RN12: a skipped scene is read again as at its own place, and what later scenes changed stands', async () => {
    const world = openWorld(story);
    const unusable: ScriptStep[] = [{ text: '' }, { text: '' }, { text: '' }];
    const first = world.open(buildScriptedModel([nothing, ...unusable, createEntry('Soma', 4)]));
    await runStates(first.run);
    const [skipped] = first.run.stores.ledger.readUnread();
    first.connection.close();
    const model = buildScriptedModel([
      {
        calls: [
          {
            name: 'glossary_create',
            arguments: {
              term: 'Dawnel',
              definition: 'Who saw Vell burn.',
              evidence: [{ post_id: 3, label: 1 }],
            },
          },
          {
            name: 'glossary_update',
            arguments: { entry_id: 1, definition: 'Another.', evidence: [{ post_id: 3, label: 1 }] },
          },
          { name: 'glossary_update', arguments: { entry_id: 'Soma', tags: ['faction'] } },
        ],
      },
      nothing,
    ]);
    const second = world.open(model);
    if (skipped === undefined) throw new Error('No scene was skipped.');
    const { stores, corpora, corpus, environment, settings, stop, emit } = second.run;
    const retry = openRetry({ stores, corpora, corpus, model, environment, settings, stop, emit }, skipped);
    expect(await runStates(retry)).toEqual({ kind: 'finished' });
    model.assertDone();
    const shown = JSON.stringify(model.requests[0]?.messages);
    expect(shown).toContain('At dawn Soma opened the gate');
    expect(shown).not.toContain('left in the spring');
    expect(stores.glossary.findByTerm('Dawnel')?.lastUpdated.postId).toBe(3);
    expect(stores.glossary.findByTerm('Soma')?.definition).toBe('Soma, of whom we read.');
    expect(stores.glossary.findByTerm('Soma')?.tags).not.toContain('faction');
    expect(stores.ledger.countScenes().byStatus.committed).toBe(3);
    expect(second.events.filter((event) => event.kind === 'call-refused' && event.isConflict)).toHaveLength(
      2,
    );
    second.connection.close();
  });
});
