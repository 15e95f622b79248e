// Tests summoning: a person, or a model that is reading, talks with the reader of an earlier moment.

import { ProviderError } from '@terrarium/kernel/errors';
import type { LanguageModel, Message, ModelReply, ModelRequest } from '@terrarium/kernel/language-model';
import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openConversation } from '../../src/moments/converse.ts';
import { chooseSnapshot } from '../../src/moments/load-snapshot.ts';
import type { Run, StopRequest } from '../../src/runner/run.ts';
import { defaultRunSettings } from '../../src/runner/run-settings.ts';
import { runStates } from '../../src/runner/run-states.ts';
import { verifyJournal } from '../../src/verify/verify-journal.ts';
import { dumpWorld, type WorldDump } from '../support/dump-world.ts';
import { Killed, plantKill } from '../support/kill-switch.ts';
import { buildLongStory } from '../support/long-story.ts';
import type { OpenedRun, SmallWorld } from '../support/small-world.ts';
import { answerStory } from '../support/story-model.ts';
import { useSmallWorlds } from '../support/use-small-worlds.ts';

const isProof = readProcessEnvironment()['TERRARIUM_PROVE'] === '1';
const openWorld = useSmallWorlds();
const settings = { contextBudget: 8_000, checkpointEvery: 2, tools: 'all' } as const;
type Call = readonly [name: string, input: object];

function reply(text: string, calls: readonly Call[] = [], place = 0): ModelReply {
  return {
    text,
    reasoning: '',
    calls: calls.map(([name, input], index) => ({
      id: `call-${place}-${index}`,
      name,
      arguments: JSON.stringify(input),
    })),
    finish: calls.length > 0 ? 'tool-calls' : 'stop',
    usage: { promptTokens: 'unknown', cachedTokens: 'unknown', outputTokens: 'unknown' },
  };
}

function isSummoned({ messages }: Pick<ModelRequest, 'messages'>): boolean {
  return messages.some(({ role, content }) => role === 'user' && content.startsWith('<summon_request'));
}

/** A reader that looks up everything it can, even tries to change something, and then says how much it found. */
function answerSummoned({ messages }: ModelRequest): ModelReply {
  const last = messages.at(-1);
  if (last?.role === 'tool') return reply(`It is gone & known: ${last.content.length} characters.`);
  const posts = Array.from(
    { length: 30 },
    (_, index): Call => ['read_post', { post_id: index + 1, after: 5 }],
  );
  const looks: readonly Call[] = [
    ['glossary_create', { term: 'Vell', definition: 'x', evidence: [] }],
    ['glossary_search', { query: 'spoken of here', limit: 50, include_references: true }],
    ...posts,
    ['read_thread_range', { thread_id: 1 }],
    ['read_thread_range', { thread_id: 2 }],
  ];
  return reply('', looks, messages.length);
}

/** The story model, except that it first answers scene number `scene` of each thread with `calls`. */
function buildModel(calls: readonly Call[], scene = 5, asked: ModelRequest[] = []): LanguageModel {
  const answer = (request: ModelRequest): ModelReply => {
    const last = request.messages.at(-1);
    if (isSummoned(request)) {
      asked.push(request);
      return answerSummoned(request);
    }
    const isScene = last?.role === 'user' && last.content.includes(`scene="${scene}"`);
    return isScene && last.content.includes('<story_passages')
      ? reply('', calls, request.messages.length)
      : answerStory(request);
  };
  return {
    id: 'test:summoner',
    async reply(request) {
      return { ...answer(request), usage: answerStory(request).usage };
    },
  };
}

const talk: readonly Call[] = [
  ['summon_snapshot', { snapshot_id: 1, query: 'Who is at the gate?' }],
  ['glossary_create', { term: 'Gate', definition: 'A gate.', evidence: [{ post_id: 1, label: 1 }] }],
  ['summon_snapshot', { snapshot_id: 2, query: 'And you?' }],
  ['summon_continue', { message: 'Why <did> you note it?' }],
  ['glossary_search', { query: 'Vell' }],
  ['summon_dismiss', { summary: 'Nobody special.' }],
  ['summon_dismiss', {}],
];

async function read(world: SmallWorld, model: LanguageModel): Promise<OpenedRun> {
  const opened = world.open(model, { settings });
  await runStates(opened.run);
  return opened;
}

/** Counts how many glossaries of earlier moments the run opens. */
function countMoments(run: Run) {
  const count = { made: 0, open: 0 };
  const openGlossaryAsOf: Run['stores']['openGlossaryAsOf'] = (moment) => {
    const asOf = run.stores.openGlossaryAsOf(moment);
    count.made += 1;
    count.open += 1;
    const close = () => {
      count.open -= 1;
      asOf.close();
    };
    return { ...asOf, close };
  };
  return { count, run: { ...run, stores: { ...run.stores, openGlossaryAsOf } } };
}

/** The first answers to calls in the reading, at most one for each item of `tools`. */
function listAnswers({ run }: OpenedRun, tools: readonly Call[]): readonly string[] {
  const log = run.stores.context.readLog(run.session.conversation.id);
  const told = log.flatMap(({ message }) => (message.role === 'tool' ? [message] : []));
  return told.slice(0, tools.length).map(({ name, content }) => `${name}: ${content}`);
}

function expectVerified({ run }: OpenedRun): void {
  const annotator = { stores: run.stores } as unknown as Parameters<typeof verifyJournal>[0];
  expect([...verifyJournal(annotator)]).toEqual([]);
}

describe('a reader summoned by a model', () => {
  it('SU1: answers several questions, one reader at a time, and nothing is written meanwhile', async () => {
    const asked: ModelRequest[] = [];
    const names = ['glossary_search', 'glossary_create'];
    const opened = await read(openWorld(buildLongStory(1, 7)), buildModel(talk, 5, asked));
    const answers = listAnswers(opened, Array.from({ length: 40 })).filter(
      (answer) => answer.includes('summon') || answer.includes('No reader') || answer.includes('dismissed'),
    );
    expect(answers).toEqual([
      expect.stringMatching(
        /^summon_snapshot: <summoned snapshot="1">It is gone &amp; known: \d+ characters/,
      ),
      expect.stringMatching(
        /^glossary_create: Nothing is written while the reader of snapshot 1 is summoned/,
      ),
      'summon_snapshot: The reader of snapshot 1 is summoned: dismiss it first.',
      expect.stringMatching(/^summon_continue: <summoned snapshot="1">/),
      'summon_dismiss: <dismissed snapshot="1"/>',
      'summon_dismiss: No reader is summoned.',
    ]);
    expect(asked).toHaveLength(4);
    expect(
      asked.at(-1)?.messages.filter(({ content }) => content.includes('Why &lt;did&gt; you')),
    ).toHaveLength(1);
    expect(JSON.stringify(asked)).toContain('There is no tool \\"glossary_create\\"');
    expect(names.every((name) => asked[0]?.tools.some((tool) => tool.name === name))).toBe(true);
    expectVerified(opened);
    opened.connection.close();
  });

  it('SU1: is dismissed at the end of the scene, and a question that cannot be asked is answered', async () => {
    const calls: readonly Call[] = [
      ['summon_continue', { message: 'Are you there?' }],
      ['summon_snapshot', { snapshot_id: 99, query: 'Who?' }],
      ['summon_snapshot', { snapshot_id: 1, query: '' }],
      ['summon_snapshot', { query: 'Who?' }],
      ['summon_snapshot', { snapshot_id: 1, query: 'Who is at the gate?' }],
    ];
    const opened = await read(openWorld(buildLongStory(1, 9)), buildModel(calls));
    const answers = listAnswers(opened, Array.from({ length: 40 })).filter((one) => one.startsWith('summon'));
    expect(answers).toMatchObject(
      [
        /No reader is summoned/,
        /There is no snapshot 99/,
        /Say what you want to know/,
        /arguments do not fit/,
        /<summoned snapshot="1">/,
      ].map((pattern) => expect.stringMatching(pattern)),
    );
    expect(dumpWorld(opened.connection).summon_end).toMatchObject([{ summary: '' }]);
    expect(opened.run.stores.ledger.countScenes().byStatus).toMatchObject({ committed: 9 });
    expectVerified(opened);
    opened.connection.close();
  });

  it('SU1: keeps the glossary of its moment open for one talk, and closes it with the talk', async () => {
    const again: readonly Call[] = [talk[0] as Call, talk[3] as Call, talk[5] as Call];
    const { run, connection } = openWorld(buildLongStory(1, 9)).open(
      buildModel([...again, ...again, ...again.slice(0, 2)]),
      {
        settings,
      },
    );
    const counted = countMoments(run);
    await runStates(counted.run);
    expect(listAnswers({ run } as OpenedRun, Array.from({ length: 40 })).join()).toContain('It is gone');
    // There are three dialogues, the last of which ends with its scene; in each, the reader looks things up twice.
    expect(counted.count).toEqual({ made: 3, open: 0 });
    connection.close();
  });

  it('TL16: is offered where the reading began with all tools', async () => {
    const requests: ModelRequest[] = [];
    const model: LanguageModel = {
      id: 'test:offered',
      async reply(request) {
        requests.push(request);
        return answerStory(request);
      },
    };
    const world = openWorld(buildLongStory(1, 2));
    const { run, connection } = world.open(model, { settings: { tools: 'all', limit: 1 } });
    await runStates(run);
    connection.close();
    const later = world.open(model);
    await runStates(later.run);
    later.connection.close();
    const offered = requests.map(({ tools }) => tools.map(({ name }) => name).join(' '));
    expect(new Set(offered).size).toBe(1);
    expect(offered[0]).toMatch(/explicate summon_snapshot summon_continue summon_dismiss/);
  });

  it('SU2: a talk that is killed anywhere goes on from its last step; no reply is asked for again', async () => {
    const story = buildLongStory(1, 7);
    const whole = await readKilled(openWorld(story), undefined);
    for (const when of ['before', 'after'] as const) {
      const killed = await readKilled(openWorld(story), when);
      expect(killed.kills).toBeGreaterThan(20);
      expect(killed.dump).toEqual(whole.dump);
      // The posts of each scene are counted while its reply is awaited: a kill at this moment costs another request,
      // because its reply is lost.
      if (when === 'after') expect(killed.replies).toBe(whole.replies + whole.dump.scene.length);
    }
  });

  it('SU4: if the server has no room for its window, the question ends, not the reading', async () => {
    const model = buildModel(talk.slice(0, 1));
    const narrow: LanguageModel = {
      id: 'test:narrow',
      reply(request) {
        if (!isSummoned(request)) return model.reply(request);
        const happened = 'The prompt is longer than the window.';
        throw new ProviderError({
          code: 'model.context-overflow',
          happened,
          todo: 'Wait.',
          retryable: false,
        });
      },
    };
    const opened = await read(openWorld(buildLongStory(1, 7)), narrow);
    const answers = listAnswers(opened, Array.from({ length: 40 })).filter((one) => one.startsWith('summon'));
    expect(answers).toEqual(['summon_snapshot: The window of that moment has no room for the question.']);
    expect(opened.run.stores.ledger.countScenes().byStatus).toMatchObject({ committed: 7 });
    opened.connection.close();
  });
});

interface KilledReading {
  readonly dump: WorldDump;
  readonly replies: number;
  readonly kills: number;
}

async function readKilled(world: SmallWorld, when: 'before' | 'after' | undefined): Promise<KilledReading> {
  const count = { replies: 0, kills: 0 };
  const inner = buildModel(talk);
  const model: LanguageModel = {
    id: inner.id,
    reply(request) {
      count.replies += 1;
      return inner.reply(request);
    },
  };
  for (;;) {
    const opened: { connection?: OpenedRun['connection'] } = {};
    const wrap = (connection: OpenedRun['connection']) => {
      opened.connection = connection;
      return when === undefined
        ? connection
        : plantKill(connection, { commits: when === 'before' ? 1 : 0, when });
    };
    try {
      const { run, connection } = world.open(model, { settings, wrap });
      await runStates(run);
      const dump = dumpWorld(connection);
      connection.close();
      return { dump, ...count };
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      count.kills += 1;
      opened.connection?.close();
    }
  }
}

/** Lists everything that a summoned reader was shown, except the questions and its own messages. */
function listShown(requests: readonly ModelRequest[]): string {
  const isOwn = ({ role, content }: Message) =>
    role === 'assistant' || (role === 'user' && content.startsWith('<summon_request'));
  return requests.map(({ messages }) => JSON.stringify(messages.filter((one) => !isOwn(one)))).join('\n');
}

interface SummonedThere {
  /** The people who had already appeared when the bookmark was made. */
  readonly known: readonly string[];
  readonly later: readonly string[];
  readonly shown: string;
}

/** Asks the readers of all bookmarks that were made after something had been read. */
async function summonAll(run: Run, world: SmallWorld): Promise<readonly SummonedThere[]> {
  const people = [...run.stores.ledger.iterateScenes()].map(({ id, lastPostId }) => {
    const body = world.corpus.findPost(lastPostId)?.body ?? '';
    return { sceneId: id, name: /they saw (\w+)/.exec(body)?.[1] ?? '' };
  });
  const found: SummonedThere[] = [];
  for (const snapshot of run.stores.snapshots.list({ limit: 100 })) {
    const last = run.stores.journal.findSceneShown(snapshot.conversationId, snapshot.stepId);
    if (last === undefined) continue;
    const asked: ModelRequest[] = [];
    const model = buildModel([], -1, asked);
    const talking = openConversation(run, { snapshot, model, settings: defaultRunSettings });
    expect(await talking.ask('What do you know?')).toContain('It is gone & known');
    const pick = (isWanted: (sceneId: number) => boolean) =>
      people.flatMap(({ sceneId, name }) => (isWanted(sceneId) ? [name] : []));
    found.push({
      known: pick((id) => id <= last),
      later: pick((id) => id > last),
      shown: listShown(asked),
    });
  }
  return found;
}

function buildStop(states: number): StopRequest {
  let left = states;
  const isRequested = () => {
    left -= 1;
    return left < 0;
  };
  return { isRequested, abort: new AbortController().signal };
}

describe('a reader summoned by a person', () => {
  it('SU3: is shown nothing later than its moment, in its window or by its tools, at any bookmark', async () => {
    const seen = { shown: 0, hidden: 0 };
    const reading = fc.record({
      scenes: fc.integer({ min: 3, max: 10 }),
      contextBudget: fc.integer({ min: 5_000, max: 9_000 }),
      checkpointEvery: fc.integer({ min: 1, max: 4 }),
      stopAfter: fc.integer({ min: 4, max: 90 }),
    });
    const property = fc.asyncProperty(reading, async ({ scenes, stopAfter, ...some }) => {
      const world = openWorld(buildLongStory(2, scenes));
      const model = buildModel([], -1);
      const begun = world.open(model, { settings: some, stop: buildStop(stopAfter) });
      await runStates(begun.run);
      begun.connection.close();
      const { run, connection } = world.open(model, { settings: some });
      await runStates(run);
      for (const { known, later, shown } of await summonAll(run, world)) {
        for (const name of later) expect(shown).not.toContain(name);
        seen.hidden += later.length;
        seen.shown += known.filter((name) => shown.includes(name)).length;
      }
      connection.close();
    });
    // Tested in addition to the random cases, so that at least one story has many bookmarks, and much text before and
    // after them.
    const long = { scenes: 10, contextBudget: 9_000, checkpointEvery: 1, stopAfter: 17 };
    await fc.assert(property, { numRuns: isProof ? 60 : 6, examples: [[long]] });
    expect(seen.shown).toBeGreaterThan(100);
    expect(seen.hidden).toBeGreaterThan(100);
  });

  it('SU2: keeps every word of a talk, and goes on with one that was left', async () => {
    const { run, connection } = await read(openWorld(buildLongStory(1, 6)), buildModel([], -1));
    const asked: ModelRequest[] = [];
    const snapshot = chooseSnapshot(run, 2);
    const options = { snapshot, model: buildModel([], -1, asked), settings: defaultRunSettings };
    await openConversation(run, options).ask('Who is there?');
    await openConversation(run, { ...options, isContinued: true }).ask('And who else?');
    expect(
      asked.at(-1)?.messages.filter(({ content }) => /Who is there|And who else/.test(content)),
    ).toHaveLength(2);
    expect(dumpWorld(connection).summon).toHaveLength(1);
    const counted = countMoments(run);
    const talking = openConversation(counted.run, options);
    await talking.ask('Who is there?');
    await talking.ask('And before?');
    expect(counted.count).toEqual({ made: 1, open: 1 });
    talking.close();
    expect(counted.count).toEqual({ made: 1, open: 0 });
    expect(await talking.ask('And now?')).toContain('It is gone');
    talking.finish();
    expect(counted.count).toEqual({ made: 2, open: 0 });
    expect(dumpWorld(connection).summon).toHaveLength(2);
    const silent = { ...options, model: { id: 'test:silent', reply: async () => reply('') } };
    await expect(openConversation(run, silent).ask('Hm?')).rejects.toThrow(/said nothing/);
    const restless = {
      ...options,
      model: { id: 'x', reply: async () => reply('Well', [['read_post', {}]]) },
    };
    expect(await openConversation(run, restless).ask('Hm?')).toBe('Well');
    connection.close();
  });
});
