// Tests curation: questions come at the ends of threads, replies are checked strictly, and no kill loses anything.

import type { ModelReply, ModelRequest } from '@terrarium/kernel/language-model';
import { describe, expect, it } from 'vitest';
import { runStates } from '../../src/runner/run-states.ts';
import { verifyJournal } from '../../src/verify/verify-journal.ts';
import { buildLongStory } from '../support/long-story.ts';
import type { OpenedRun } from '../support/small-world.ts';
import { answerStory } from '../support/story-model.ts';
import { useSmallWorlds } from '../support/use-small-worlds.ts';

const openWorld = useSmallWorlds();
const curated = { settings: { curates: true } } as const;

type Answer = (request: ModelRequest) => Partial<ModelReply> | undefined;

/** The story model, in which `answer` can replace the reply to a curator's question. */
function buildModel(answer: Answer = () => undefined) {
  const questions: ModelRequest[] = [];
  return {
    questions,
    model: {
      id: 'test:curator',
      async reply(request: ModelRequest): Promise<ModelReply> {
        const reply = answerStory(request);
        if (!isQuestion(request)) return reply;
        questions.push(request);
        return { ...reply, ...answer(request) };
      },
    },
  };
}

function isQuestion({ messages }: ModelRequest): boolean {
  return messages.some((message) => message.content.includes('<curation_request'));
}

function listDossiers(request: ModelRequest | undefined): readonly { id: number; term: string }[] {
  const content = request?.messages.map((message) => message.content).join('\n') ?? '';
  return [...content.matchAll(/<dossier id="(\d+)" term="([^"]*)"/g)].map(([, id, term = '']) => ({
    id: Number(id),
    term,
  }));
}

function listMissing(request: ModelRequest): readonly number[] {
  const again = /one decision for each of these entries, and for no others: ([\d, ]+)\./.exec(
    request.messages.at(-1)?.content ?? '',
  )?.[1];
  return again?.split(',').map(Number) ?? listDossiers(request).map(({ id }) => id);
}

function decideAll(request: ModelRequest, decide: (id: number) => object): Partial<ModelReply> {
  const decisions = listDossiers(request).map(({ id }) => ({
    entry_id: id,
    reason: 'So it is.',
    ...decide(id),
  }));
  return { text: JSON.stringify(decisions), calls: [], finish: 'stop' };
}

function expectVerified({ run }: OpenedRun): void {
  const annotator = { stores: run.stores } as unknown as Parameters<typeof verifyJournal>[0];
  expect([...verifyJournal(annotator)]).toEqual([]);
}

/** Builds a stop request that stops the run after this many states. */
function stopAfter(states: number) {
  let left = states;
  const isRequested = (): boolean => {
    left -= 1;
    return left < 0;
  };
  return { isRequested, abort: new AbortController().signal };
}

async function read(story: ReturnType<typeof buildLongStory>, answer?: Answer) {
  const world = openWorld(story);
  const { model, questions } = buildModel(answer);
  const opened = world.open(model, curated);
  const outcome = await runStates(opened.run);
  return { world, opened, outcome, questions, stores: opened.run.stores };
}

describe('the curator', () => {
  it('CU12: is asked about as many entries as its share of the tokens pays for, first those named most often', async () => {
    const opened = openWorld(buildLongStory(4, 16)).open(buildModel().model, {
      settings: { curates: true, curationShare: 0.04 },
    });
    await runStates(opened.run);
    const { context, curation, glossary } = opened.run.stores;
    const rounds = opened.events.flatMap((event) => (event.kind === 'curation-opened' ? [event] : []));
    expect(rounds.at(-1)?.left).toBeGreaterThan(0);
    const decided = curation.list().map(({ entryId }) => entryId);
    expect(rounds.reduce((sum, { entries }) => sum + entries, 0)).toBe(decided.length);
    const waiting = curation.listWaiting(undefined, 1_000);
    const count = (ids: readonly (typeof waiting)[number][]) =>
      ids.map((id) => glossary.readSpread(id).mentions);
    const standing = decided.filter((id) => glossary.find(id) !== undefined);
    expect(Math.min(...count(standing))).toBeGreaterThanOrEqual(Math.min(...count(waiting)));
    const fresh = context.sumFreshTokens(opened.run.session.conversation.id).tokens;
    expect(decided.length * 100).toBeLessThan(fresh * 0.15);
    expectVerified(opened);
    opened.connection.close();
    // All entries of a short story are decided about, even if this takes more than the share.
    const short = openWorld(buildLongStory(2, 3)).open(buildModel().model, {
      settings: { curates: true, curationShare: 0.01 },
    });
    await runStates(short.run);
    expect(short.run.stores.curation.listWaiting(undefined, 10)).toEqual([]);
    short.connection.close();
  });

  it('CU1: is asked about entries first seen before the thread that ended, and at the end about the rest', async () => {
    const { opened, questions, stores } = await read(buildLongStory(4, 6));
    expect(questions.length).toBeGreaterThanOrEqual(2);
    const isFirst = ({ messages }: ModelRequest) => messages.at(-1)?.content.startsWith('<curation_request');
    const asked = questions.filter(isFirst).flatMap((question) => listDossiers(question).map(({ id }) => id));
    expect(new Set(asked).size).toBe(asked.length);
    const first = stores.glossary.readRevisions(asked[0] as never)[0]?.position.threadId ?? 0;
    const last = opened.run.stores.journal.readTotals().position?.threadId;
    expect(first).toBeLessThan(last ?? 0);
    expect(stores.curation.listWaiting(undefined, 10)).toEqual([]);
    const outcomes = stores.curation.countByOutcome();
    for (const outcome of ['CONFIRM', 'MERGE', 'REJECT', 'REVISE'] as const)
      expect(outcomes.has(outcome)).toBe(true);
    expectVerified(opened);
    opened.connection.close();
  });

  it('CU2: is asked as a continuation that leaves no trace in the window', async () => {
    const { opened, questions } = await read(buildLongStory(3, 8));
    const [question] = questions;
    const log = JSON.stringify(opened.run.session.window.render().messages);
    expect(log).not.toContain('<curation_request');
    expect(question?.messages.at(-2)?.role).not.toBe('user');
    expect(question?.messages.length).toBeGreaterThan(10);
    opened.connection.close();
  });

  it('CU3: is asked once more if the reply is unclear, with what was wrong; then the entry stays as it is and is listed', async () => {
    const { opened, questions, stores, outcome } = await read(buildLongStory(2, 8), () => ({
      text: 'I confirm them all!',
      calls: [],
    }));
    expect(outcome).toEqual({ kind: 'finished' });
    expect(questions).toHaveLength(2);
    expect(questions[1]?.messages.at(-1)?.content).toContain('no JSON list');
    const decided = stores.curation.list();
    expect(decided.every(({ outcome: one }) => one === 'UNDECIDED')).toBe(true);
    expect(decided.length).toBe(stores.glossary.countEntries({ status: 'tentative' }));
    expectVerified(opened);
    opened.connection.close();
  });

  it('CU3: uses the clear part of a second reply, and leaves the rest', async () => {
    const { opened, stores } = await read(buildLongStory(2, 8), (request) =>
      decideAll(request, (id) => (id % 2 === 0 ? { verdict: 'CONFIRM' } : { verdict: 'PERHAPS' })),
    );
    for (const { entryId, outcome } of stores.curation.list())
      expect(outcome).toBe(entryId % 2 === 0 ? 'CONFIRM' : 'UNDECIDED');
    opened.connection.close();
  });

  it('CU3: is asked to go on where its reply was cut off, about what is missing, until all is decided', async () => {
    const { opened, questions, stores } = await read(buildLongStory(2, 8), (request) => {
      const missing = listMissing(request);
      const whole = missing.slice(0, 3).map((id) => ({ entry_id: id, verdict: 'CONFIRM', reason: 'So.' }));
      const list = JSON.stringify(whole);
      if (missing.length <= 3) return { text: list, calls: [], finish: 'stop' };
      return { text: `\`\`\`json\n${list.slice(0, -1)},{"entry_id": 9`, calls: [], finish: 'length' };
    });
    const decided = stores.curation.list();
    expect(decided.length).toBeGreaterThan(6);
    expect(decided.every(({ outcome }) => outcome === 'CONFIRM')).toBe(true);
    expect(questions).toHaveLength(Math.ceil(decided.length / 3));
    const asked = questions.map((question) => listMissing(question).length);
    expect(asked).toEqual(asked.map((_, at) => decided.length - 3 * at));
    expectVerified(opened);
    opened.connection.close();
  });

  it('CU3: is asked once more if its reply was cut off before it decided anything', async () => {
    const { opened, questions, stores } = await read(buildLongStory(2, 8), () => ({
      text: 'Let me look at each of them. [{"entry_id": 1',
      calls: [],
      finish: 'length',
    }));
    expect(questions).toHaveLength(2);
    expect(stores.curation.list().every(({ outcome }) => outcome === 'UNDECIDED')).toBe(true);
    opened.connection.close();
  });

  it('CU3: is asked once more for what is missing, and not for what is decided', async () => {
    const { opened, questions, stores } = await read(buildLongStory(2, 8), (request) => {
      const missing = listMissing(request);
      const left = missing.length === listDossiers(request).length ? missing.slice(2) : missing;
      const decisions = left.map((id) => ({ entry_id: id, verdict: 'CONFIRM', reason: 'So it is.' }));
      return { text: JSON.stringify(decisions), calls: [], finish: 'stop' };
    });
    expect(questions).toHaveLength(2);
    const [first, second] = questions;
    expect(second && listMissing(second)).toEqual(first && listMissing(first).slice(0, 2));
    expect(stores.curation.list().every(({ outcome }) => outcome === 'CONFIRM')).toBe(true);
    opened.connection.close();
  });

  const verdicts: Readonly<Record<number, object>> = {
    1: { verdict: 'REJECT', reason: 'A passing word.' },
    2: { verdict: 'MERGE', target_id: 3, reason: 'The same.' },
    4: { verdict: 'REVISE', definition: 'New.', evidence: [{ post_id: 1, quote: 'No such words.' }] },
    5: { verdict: 'MERGE', target_id: 999 },
    6: { verdict: 'MERGE', target_id: 1 },
  };

  function readRuled(story: ReturnType<typeof buildLongStory>, later: typeof verdicts = {}) {
    return read(story, (request) => {
      const isAgain = request.messages.at(-1)?.content.startsWith('<curation_refused') === true;
      const rulings = isAgain ? { ...verdicts, ...later } : verdicts;
      return decideAll(request, (id) => rulings[id] ?? { verdict: 'CONFIRM' });
    });
  }

  it('CU4: carries each decision out with its reason; one that may not be carried out changes nothing', async () => {
    const { opened, stores } = await readRuled(buildLongStory(2, 8));
    const outcomes = new Map<number, string>(
      stores.curation.list().map(({ entryId, outcome }) => [entryId, outcome]),
    );
    expect([1, 2, 3, 4, 5, 6].map((id) => outcomes.get(id))).toEqual([
      'REJECT',
      'MERGE',
      'CONFIRM',
      'UNDECIDED',
      'UNDECIDED',
      'UNDECIDED',
    ]);
    expect(stores.glossary.readRevisions(1 as never).at(-1)).toMatchObject({
      field: 'deleted',
      author: 'curator',
      reason: 'A passing word.',
    });
    expect(stores.glossary.resolve(2 as never)).toBe(3);
    const told = opened.events.filter(({ kind }) => kind === 'entry-decided');
    expect(told.find((event) => 'into' in event)).toMatchObject({
      entryId: 2,
      into: stores.glossary.find(3 as never)?.term,
    });
    expect(stores.glossary.find(4 as never)?.definition).not.toBe('New.');
    expectVerified(opened);
    opened.connection.close();
  });

  it('AO6: a new definition holds no earlier than all that the curator gave as evidence was read', async () => {
    const story = buildLongStory(2, 8);
    // The evidence beside the sentence that names the entry: none, a sentence of a later post, words of no post.
    const late = 13;
    const besides = [[], [{ post_id: late, label: 2 }], [{ post_id: late, quote: 'A stair moves there.' }]];
    const posts = story.flatMap(({ body, tags }, at) => (tags === undefined ? [{ body, id: at + 1 }] : []));
    const named = posts.slice(0, besides.length).map(({ body, id }, at) => {
      const [quote = '', term = ''] = /In the morning they saw (\w+)/u.exec(body) ?? [];
      return { term, evidence: [{ post_id: id, quote }, ...(besides[at] ?? [])] };
    });
    const { opened, stores } = await read(story, (request) => {
      const dossiers = listDossiers(request);
      return decideAll(request, (id) => {
        const wanted = named.find(({ term }) => dossiers.some((one) => one.id === id && one.term === term));
        const revised = { verdict: 'REVISE', definition: 'One of the salt carriers.' };
        return wanted === undefined ? { verdict: 'CONFIRM' } : { ...revised, evidence: wanted.evidence };
      });
    });
    const holding = named.map(({ term }) => {
      const { entryId = 0 } =
        stores.curation.list().find(({ entryId: id }) => stores.glossary.find(id)?.term === term) ?? {};
      const revision = stores.glossary
        .readRevisions(entryId as never)
        .findLast(({ field }) => field === 'definition');
      return { by: revision?.author, from: revision?.holdsFrom?.postId };
    });
    expect(holding).toEqual([1, late, undefined].map((from) => ({ by: 'curator', from })));
    expectVerified(opened);
    opened.connection.close();
  });

  it('CU9: is asked back about what cannot be done and about a merge without a common name, once and with reasons', async () => {
    const { opened, questions, stores } = await readRuled(buildLongStory(2, 8), {
      2: { verdict: 'CONFIRM', reason: 'They are two.' },
      5: { verdict: 'MERGE', target_id: 3, reason: 'The same.' },
    });
    const [first, second] = questions;
    expect(questions).toHaveLength(2);
    expect(second && listMissing(second)).toEqual([2, 4, 5, 6]);
    expect(first && listMissing(first).length).toBeGreaterThan(6);
    const asked = second?.messages.at(-1)?.content ?? '';
    const [merged, target] = [2, 3].map((id) => stores.glossary.find(id as never));
    for (const definition of [merged?.definition, target?.definition]) expect(asked).toContain(definition);
    for (const why of ['no name in common', 'no entry 999', 'has no evidence', 'you reject entry'])
      expect(asked).toContain(why);
    const outcomes = new Map<number, string>(
      stores.curation.list().map(({ entryId, outcome }) => [entryId, outcome]),
    );
    expect([2, 4, 5, 6].map((id) => outcomes.get(id))).toEqual([
      'CONFIRM',
      'UNDECIDED',
      'MERGE',
      'UNDECIDED',
    ]);
    expectVerified(opened);
    opened.connection.close();
  });

  it('CU10: is asked few questions, and about an entry again only after it has changed', async () => {
    const { opened, questions, stores } = await read(buildLongStory(4, 8), () => ({ text: '[]', calls: [] }));
    const asked = questions
      .filter(({ messages }) => messages.at(-1)?.content.startsWith('<curation_request'))
      .map((question) => listDossiers(question).map(({ id }) => id));
    expect(asked.flat()).toHaveLength(new Set(asked.flat()).size);
    for (const batch of asked.slice(0, -1)) expect(batch.length).toBeGreaterThanOrEqual(6);
    expect(stores.curation.listWaiting(undefined, 10)).toEqual([]);
    const [entry] = stores.glossary.iterateEntries({ status: 'tentative' });
    const stepId = stores.journal.readNextStepId() - 1;
    const position = entry?.lastUpdated;
    if (entry === undefined || position === undefined) throw new Error('no tentative entry');
    const source = {
      author: 'agent',
      position,
      stepId,
      model: 'm',
      promptVersion: 'p',
      reason: undefined,
    } as const;
    stores.glossary.update(entry.id, { definition: 'Something else is known now.' }, source);
    expect(stores.curation.listWaiting(undefined, 10)).toEqual([entry.id]);
    opened.connection.close();
  });

  it('CU11: a confirmed entry that is defined anew is asked about again, unless a person spoke last', async () => {
    const { opened, stores } = await read(buildLongStory(4, 6), (question) =>
      decideAll(question, () => ({ verdict: 'CONFIRM' })),
    );
    const [entry] = stores.glossary.iterateEntries({ status: 'confirmed' });
    if (entry === undefined) throw new Error('no confirmed entry');
    expect(stores.curation.listWaiting(undefined, 10)).toEqual([]);
    const source = {
      author: 'agent',
      position: entry.lastUpdated,
      stepId: stores.journal.readNextStepId() - 1,
      model: 'm',
      promptVersion: 'p',
      reason: undefined,
    } as const;
    stores.glossary.update(entry.id, { aliases: [...entry.aliases, 'The Other'] }, source);
    expect(stores.curation.listWaiting(undefined, 10)).toEqual([]);
    stores.glossary.update(entry.id, { definition: 'Something else is known now.' }, source);
    expect(stores.curation.listWaiting(undefined, 10)).toEqual([entry.id]);
    const person = { ...source, author: 'human', stepId: undefined } as const;
    stores.glossary.update(entry.id, { definition: 'A person knows better.' }, person);
    expect(stores.curation.listWaiting(undefined, 10)).toEqual([]);
    opened.connection.close();
  });

  it('CU5: stopped or cut off at any step, goes on and ends with the same decisions', async () => {
    const story = buildLongStory(3, 6);
    const whole = await read(story);
    const expected = whole.stores.curation.list();
    whole.opened.connection.close();
    const world = openWorld(story);
    const { model, questions } = buildModel();
    for (let stops = 0; stops < 400; stops += 1) {
      const stop = stopAfter(6);
      const opened = world.open(model, { ...curated, stop });
      const outcome = await runStates(opened.run);
      if (outcome.kind !== 'interrupted') {
        expect(opened.run.stores.curation.list()).toEqual(expected);
        expect(questions).toHaveLength(whole.questions.length);
        expectVerified(opened);
        opened.connection.close();
        return;
      }
      opened.connection.close();
    }
    throw new Error('The reading did not come to its end.');
  });
});
