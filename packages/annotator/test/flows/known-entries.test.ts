// Proves which entries are sent with a scene: those in it whose present state the window does not show.

import type { LanguageModel, Message } from '@terrarium/kernel/language-model';
import { buildScriptedModel, type ScriptStep } from '@terrarium/kernel/testing/scripted-model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EntryChanges } from '../../src/glossary/change-entries.ts';
import type { EntryId, GlossaryEntry } from '../../src/glossary/entry.ts';
import { entriesShare } from '../../src/runner/run-settings.ts';
import { runStates } from '../../src/runner/run-states.ts';
import { buildLongStory } from '../support/long-story.ts';
import { buildStoryModel } from '../support/story-model.ts';
import { useSmallWorlds } from '../support/use-small-worlds.ts';

const openWorld = useSmallWorlds();

const story = [
  { thread: 'One', body: 'At dawn Soma opened the gate of Vell.' },
  { thread: 'One', body: 'go on', tags: ['vote_tally_post'] },
  { thread: 'One', body: 'Soma slept until noon.' },
  { thread: 'One', body: 'go on', tags: ['vote_tally_post'] },
  { thread: 'One', body: 'Rain fell on the salt.' },
];

const nothing: ScriptStep = { text: 'Nothing new.' };
const create: ScriptStep = {
  calls: [
    {
      name: 'glossary_create',
      arguments: {
        term: 'Soma',
        definition: 'The keeper of the gate.',
        evidence: [{ post_id: 1, label: 1 }],
      },
    },
  ],
};

/**
 * Makes a change and continues reading; returns the newest message of each request, and the entries that all messages
 * showed, in order.
 */
async function readWith(change: (run: ReturnType<ReturnType<typeof openWorld>['open']>['run']) => void) {
  const world = openWorld(story);
  const first = world.open(buildScriptedModel([create]), { settings: { limit: 1 } });
  await runStates(first.run);
  change(first.run);
  first.connection.close();
  const model = buildScriptedModel([nothing, nothing]);
  const second = world.open(model);
  await runStates(second.run);
  const log = second.run.stores.context.readLog(second.run.session.conversation.id);
  second.connection.close();
  const sent = model.requests.map((request) => request.messages.at(-1)?.content ?? '');
  return {
    sent,
    shown: log.flatMap((logged) => logged.shown.map(({ entryId, isPart }) => [entryId, isPart])),
  };
}

describe('the entries sent with a scene', () => {
  it('CX6: an entry that the window shows is not sent again', async () => {
    const { sent, shown } = await readWith(() => undefined);
    const [second, third] = sent;
    expect(shown).toEqual([[1, false]]);
    expect(second).not.toContain('<entry');
    expect(third).not.toContain('<entry');
  });

  it('CX6: an entry that has changed since is sent as a change, once', async () => {
    const { sent, shown } = await readWith(({ stores }) => {
      const soma = stores.glossary.findByTerm('Soma');
      if (soma === undefined) throw new Error('Soma is missing.');
      stores.glossary.update(
        soma.id,
        { definition: 'The gatekeeper of Vell.' },
        {
          author: 'human',
          position: soma.firstSeen,
          stepId: undefined,
          model: undefined,
          promptVersion: undefined,
          reason: 'shorter',
        },
      );
    });
    const [second, third] = sent;
    expect(second).toContain('<entry_changed id="1" term="Soma"');
    expect(second).toContain('The gatekeeper of Vell.');
    expect(shown).toEqual([
      [1, false],
      [1, false],
    ]);
    expect(third).not.toContain('<entry');
  });

  it('CX6: if only its status or relations changed, only these are sent, and nothing if only its quotes did', async () => {
    const curate = (change: (soma: GlossaryEntry) => EntryChanges) =>
      readWith(({ stores: { glossary } }) => {
        const soma = glossary.findByTerm('Soma');
        if (soma === undefined) throw new Error('Soma is missing.');
        const nobody = { stepId: undefined, model: undefined, promptVersion: undefined, reason: undefined };
        const source = { ...nobody, author: 'curator', position: soma.firstSeen } as const;
        glossary.create({ ...soma, term: 'Vell' }, source);
        glossary.update(soma.id, change(soma), source);
      });
    const { sent, shown } = await curate(() => ({ status: 'confirmed' }));
    const [second, third] = sent;
    expect(second).toContain('<entry_changed id="1" term="Soma" status="confirmed"/>');
    expect(third).not.toContain('<entry');
    expect(shown).toEqual([
      [1, false],
      [1, true],
    ]);
    const { sent: related } = await curate(({ evidence: [evidence] }) => ({
      relations: evidence === undefined ? [] : [{ kind: 'serves', to: 2 as EntryId, evidence }],
    }));
    expect(related[0]).toContain('<entry_changed id="1" term="Soma" relations="serves 2"/>');
    const { sent: quoted } = await curate(({ evidence: [piece] }) => ({
      evidence:
        piece === undefined ? [] : [{ ...piece, end: piece.end - 1, quote: piece.quote.slice(0, -1) }],
    }));
    expect(quoted[0]).not.toContain('<entry');
  });

  it('CX6: only entries are listed that are named there, or by all words of a name that no entry has', async () => {
    const world = openWorld([
      { thread: 'One', body: 'Soma the Martian had a guard and a Martian air compass. Kantos Kan smiled.' },
      { thread: 'Two', body: 'It guards the vitals. In the Martian night, Kantos slept.' },
    ]);
    const { run, connection } = world.open(buildScriptedModel([nothing]), { settings: { limit: 1 } });
    await runStates(run);
    const nobody = { stepId: undefined, model: undefined, promptVersion: undefined, reason: undefined };
    for (const [term, alias] of [
      ['guard'],
      ['air compass', 'Martian air compass'],
      ['Kantos Kan'],
      ['Soma'],
    ]) {
      run.stores.glossary.create(
        {
          term: term ?? '',
          aliases: alias === undefined ? [] : [alias],
          definition: 'Of the Martian guards; it knew Kantos.',
          status: 'tentative',
          tags: [],
          evidence: [],
        },
        {
          ...nobody,
          author: 'human',
          position: { corpus: 'main', threadId: 1 as never, postId: 1 as never },
        },
      );
    }
    connection.close();
    const model = buildScriptedModel([nothing]);
    const second = world.open(model);
    await runStates(second.run);
    second.connection.close();
    const shown = model.requests.at(-1)?.messages.at(-1)?.content ?? '';
    expect([...shown.matchAll(/<entry id="\d+" term="([^"]*)"/gu)].map(([, term]) => term)).toEqual([
      'Kantos Kan',
    ]);
  });

  it('CX6: after a fold the entries of a scene are sent anew, within their share of the budget', async () => {
    const contextBudget = 6_000;
    const { run, connection } = openWorld(buildLongStory(3, 14)).open(buildStoryModel(), {
      settings: { contextBudget },
    });
    await runStates(run);
    const log = run.stores.context.readLog(run.session.conversation.id);
    const sent = log.filter(
      ({ message }) => message.role === 'user' && message.content.includes('<known_entries>'),
    );
    expect(sent.length).toBeGreaterThan(3);
    for (const { message, shown } of sent) {
      const block = message.content.slice(message.content.indexOf('<known_entries>'));
      expect(block.length / 3).toBeLessThan(contextBudget * entriesShare);
      expect(new Set(shown.map((one) => one.entryId)).size).toBe(shown.length);
    }
    connection.close();
  });

  it('CX8: no scene holds more than a quarter of the budget', async () => {
    const body = 'They walked on through the salt and nobody spoke of the gate behind them. '.repeat(400);
    const { run, connection } = openWorld([{ thread: 'One', body }]).open(buildStoryModel(), {
      settings: { contextBudget: 8_000 },
    });
    await runStates(run);
    const scenes = [...run.stores.ledger.iterateScenes()];
    expect(scenes.length).toBeGreaterThan(3);
    const log = run.stores.context.readLog(run.session.conversation.id);
    for (const { message, tokens } of log) {
      if (message.role === 'user') expect(tokens).toBeLessThan(8_000 * 0.3);
    }
    connection.close();
  });
});

/** Answers nothing but what every reading must have: summaries. */
function buildSilentModel(requests: (readonly Message[])[]): LanguageModel {
  return {
    id: 'test:silent',
    async reply({ messages }) {
      requests.push(messages);
      const isSummary = messages.at(-1)?.content.includes('<summary_request') === true;
      const text = isSummary ? 'They went on over the salt.' : 'Nothing new.';
      const usage = { promptTokens: 'unknown', cachedTokens: 'unknown', outputTokens: 'unknown' } as const;
      return { text, reasoning: '', calls: [], finish: 'stop', usage };
    },
  };
}

const filler = 'The wagons rolled over the white plain and nobody spoke of what lay behind them. '.repeat(20);
const sceneKinds = {
  told: 'In the evening I went down to the river.',
  spoken: '“I went down to the river,” said the boy.',
  other: 'In the evening they went down to the river.',
} as const;

describe('the entry of whoever tells a scene as “I”', () => {
  it('CX6: stands once in the window of each scene that it tells, and in no other', async () => {
    const kinds = fc.array(fc.constantFrom(...Object.keys(sceneKinds)), { minLength: 1, maxLength: 14 });
    await fc.assert(
      fc.asyncProperty(kinds, fc.constantFrom(5_000, 30_000), async (chosen, contextBudget) => {
        const posts = chosen.flatMap((kind, at) => [
          { thread: `T${at >> 2}`, body: `${filler}${sceneKinds[kind as keyof typeof sceneKinds]}` },
          { thread: `T${at >> 2}`, body: 'go on', tags: ['vote_tally_post'] },
        ]);
        const requests: (readonly Message[])[] = [];
        const { run, connection } = openWorld(posts).open(buildSilentModel(requests), {
          settings: { contextBudget },
        });
        const position = { corpus: 'main', threadId: 1 as never, postId: 1 as never };
        const nobody = { stepId: undefined, model: undefined, promptVersion: undefined, reason: undefined };
        const entry = { aliases: [], definition: 'A boy.', status: 'tentative', evidence: [] } as const;
        const create = (term: string, tags: string[]) =>
          run.stores.glossary.create({ ...entry, term, tags }, { ...nobody, author: 'human', position });
        create('Quill', ['character', 'narrator']);
        create('Soma', ['character']);
        await runStates(run);
        connection.close();
        const scenes = requests.filter((messages) => messages.at(-1)?.content.includes('<story_passages'));
        expect(scenes).toHaveLength(chosen.length);
        for (const messages of scenes) {
          const shown = messages.filter(({ content }) => content.includes('<entry id="1" term="Quill"'));
          const isTold = messages.at(-1)?.content.includes(sceneKinds.told) === true;
          const wasTold = messages.some(({ content }) => content.includes(sceneKinds.told));
          if (isTold) expect(shown).toHaveLength(1);
          if (!wasTold) expect(shown).toHaveLength(0);
          expect(JSON.stringify(messages)).not.toContain('Soma');
        }
      }),
      { numRuns: 12 },
    );
  });
});
