// Reads with models that could call tools but do not: once this is seen, they are asked for updates as text.

import { buildScriptedModel, type ScriptStep } from '@terrarium/kernel/testing/scripted-model';
import { describe, expect, it } from 'vitest';
import { callRequest, updatesRequest } from '../../src/prompts/prompts.ts';
import { openRetry } from '../../src/runner/open-retry.ts';
import type { RunSettings } from '../../src/runner/run-settings.ts';
import { runStates } from '../../src/runner/run-states.ts';
import { buildLongStory } from '../support/long-story.ts';
import { useSmallWorlds } from '../support/use-small-worlds.ts';

const openWorld = useSmallWorlds();

const story = ['Soma', 'Quillon', 'Ondine'].map((name) => ({
  thread: `Of ${name}`,
  body: `At dawn ${name} left. Then ${name} was a keeper of Vell.`,
}));

const chat: ScriptStep = { text: 'What a scene! I would add the keeper of Vell.' };

const buildDraft = (term: string, post: number) => ({
  term,
  definition: 'A keeper of Vell.',
  evidence: [{ post_id: post, label: 2 }],
});

function writeUpdate(term: string, post: number): ScriptStep {
  return { text: `<codex_updates>${JSON.stringify([buildDraft(term, post)])}</codex_updates>` };
}

function callFor(term: string, post: number): ScriptStep {
  return { calls: [{ name: 'glossary_create', arguments: buildDraft(term, post) }] };
}

const offersOf = ({ requests }: ReturnType<typeof buildScriptedModel>) =>
  requests.map(({ tools }) => tools.length > 0);

describe('a model that calls no tools', () => {
  it('RN31: is asked for updates written as text within its first scene, and in each scene after it', async () => {
    const model = buildScriptedModel([
      chat,
      chat,
      ...['Soma', 'Quillon', 'Ondine'].map((name, at) => writeUpdate(name, at + 1)),
    ]);
    const { run, connection, events } = openWorld(story).open(model);
    expect(await runStates(run)).toEqual({ kind: 'finished' });
    model.assertDone();
    expect(run.stores.glossary.countEntries()).toBe(3);
    expect(run.stores.ledger.countScenes().byStatus.committed).toBe(3);
    expect(offersOf(model)).toEqual([true, true, false, false, false]);
    expect(model.requests[1]?.messages.at(-1)?.content).toBe(callRequest);
    expect(model.requests[2]?.messages.at(-1)?.content).toBe(updatesRequest);
    expect(model.requests[2]?.messages[0]?.content).toContain('How you record here');
    expect(events.filter(({ kind }) => kind === 'tools-unused')).toHaveLength(1);
    connection.close();
  });

  it('RN31: is asked so from the next scene on if it wrote updates when it was asked again', async () => {
    const model = buildScriptedModel([
      chat,
      writeUpdate('Soma', 1),
      writeUpdate('Quillon', 2),
      { text: 'Nothing new.' },
    ]);
    const { run, connection } = openWorld(story).open(model);
    expect(await runStates(run)).toEqual({ kind: 'finished' });
    model.assertDone();
    expect(offersOf(model)).toEqual([true, true, false, false]);
    expect(run.stores.glossary.countEntries()).toBe(2);
    connection.close();
  });

  it('RN31: that goes on in prose has its scenes listed, and the fifth in a row halts the run', async () => {
    const model = buildScriptedModel(Array.from({ length: 11 }, () => chat));
    const posts = Array.from({ length: 7 }, (_, at) => ({ thread: `${at}`, body: 'Then Soma went.' }));
    const { run, connection } = openWorld(posts).open(model);
    expect(await runStates(run)).toMatchObject({ error: { code: 'model.calls-no-tools' } });
    expect(run.stores.ledger.countScenes().byStatus).toMatchObject({ skipped: 5, pending: 2 });
    connection.close();
  });

  it('RN31: stays on that rung in later runs, retries and behind folds; another model and a person are offered tools', async () => {
    const world = openWorld(story);
    const read = async (script: readonly ScriptStep[], settings: Partial<RunSettings> = {}, id?: string) => {
      const model = buildScriptedModel(script, id === undefined ? {} : { id });
      const opened = world.open(model, { settings: { limit: 1, ...settings } });
      await runStates(opened.run);
      opened.connection.close();
      return { offers: offersOf(model), events: opened.events.map(({ kind }) => kind) };
    };
    await read([chat, chat, chat]);
    const resumed = await read([writeUpdate('Quillon', 2)]);
    expect(resumed.offers).toEqual([false]);
    expect(resumed.events).toContain('tools-unused');
    const retried = buildScriptedModel([writeUpdate('Soma', 1)]);
    const { run, connection } = world.open(retried);
    const [scene] = run.stores.ledger.readUnread();
    if (scene === undefined) throw new Error('Nothing was skipped.');
    await runStates(openRetry({ ...run, model: retried }, scene));
    expect(offersOf(retried)).toEqual([false]);
    expect(run.stores.ledger.readUnread()).toEqual([]);
    connection.close();
    expect((await read([callFor('Ondine', 3)], {}, 'scripted:other')).offers).toEqual([true]);
    const again = openWorld(story);
    const insisting = buildScriptedModel([chat, chat, chat, chat, chat, chat]);
    const opened = again.open(insisting, { settings: { changesTools: true } });
    await runStates(opened.run);
    expect(offersOf(insisting)).not.toContain(false);
    opened.connection.close();
  });

  it('RN31: a model that has called before is still offered its tools when it turns to prose', async () => {
    const model = buildScriptedModel([callFor('Soma', 1), chat, chat, callFor('Ondine', 3)]);
    const { run, connection } = openWorld(story).open(model);
    expect(await runStates(run)).toEqual({ kind: 'finished' });
    expect(offersOf(model)).not.toContain(false);
    expect(run.stores.ledger.countScenes().byStatus).toMatchObject({ committed: 2, skipped: 1 });
    connection.close();
  });

  it('RN31: a fold after which the reading goes on offers no tools either', async () => {
    const asked: boolean[] = [];
    const { run, connection } = openWorld(buildLongStory(2, 10)).open(
      {
        id: 'test:prose',
        reply: async (request) => {
          asked.push(request.tools.length > 0);
          const text = asked.length < 3 ? 'What a scene! I would add the keeper.' : 'Nothing new.';
          const usage = {
            promptTokens: 'unknown',
            cachedTokens: 'unknown',
            outputTokens: 'unknown',
          } as const;
          return { text, reasoning: '', calls: [], finish: 'stop', usage };
        },
      },
      { settings: { contextBudget: 6_000 } },
    );
    expect(await runStates(run)).toEqual({ kind: 'finished' });
    expect(run.stores.context.readFoldMeasures(run.session.conversation.id).length).toBeGreaterThan(2);
    expect(asked.slice(2)).not.toContain(true);
    connection.close();
  });
});
