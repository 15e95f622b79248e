// Tests talks, what is in mind, plans, fragments and forgetting, with the requests that a page sends.

import { join } from 'node:path';
import { openFakeServer } from '@terrarium/kernel/testing/fake-server';
import type { FakeFault, FakeReply } from '@terrarium/kernel/testing/fake-wire';
import { openMemoryDatabase } from '@terrarium/memory/open-memory-database';
import { openPageStore } from '@terrarium/memory/page';
import type { RouteAnswer, RouteName } from '@terrarium/protocol/routes';
import { routes } from '@terrarium/protocol/routes';
import { describe, expect, onTestFinished, test } from 'vitest';
import { liveSomeDays, openRememberingServer, type RememberingServer } from './support/remembering-server.ts';

const base = '/api/worlds/low-veyre';
const dayMs = 86_400_000;

type Talk = RouteAnswer<'GET /api/worlds/{world}/talk'>;
type Mind = RouteAnswer<'GET /api/worlds/{world}/mind'>;
type Plans = RouteAnswer<'GET /api/worlds/{world}/plans'>;
type Keeping = RouteAnswer<'GET /api/worlds/{world}/keeping'>;
type Failure = { readonly code: string };

interface ModelPlan {
  readonly reply?: () => FakeReply | Promise<FakeReply>;
  readonly fault?: () => FakeFault | undefined;
}

/** Opens a world with some days of talk, and a model that answers. */
async function openAnswering(plan: ModelPlan = {}) {
  const model = await openFakeServer({
    contextTokens: 32_768,
    flavour: 'llama-cpp',
    models: ['story'],
    respond: plan.reply ?? (() => ({ text: '<say>Sunday.</say><secret>she worries</secret>' })),
    ...(plan.fault && { faults: plan.fault }),
  });
  onTestFinished(() => model.close());
  return await open({ live: liveSomeDays, baseUrl: model.baseUrl });
}

async function open(options: Parameters<typeof openRememberingServer>[0] = {}) {
  const server = await openRememberingServer(options);
  onTestFinished(() => server.close());
  return server;
}

/** Sends a request, and checks that the answer has its shape. */
async function read<Name extends RouteName>(server: RememberingServer, name: Name, path: string) {
  const answer = await server.read<RouteAnswer<Name>>(`${base}${path}`);
  routes[name].answer.parse(answer);
  return answer;
}

const readTalk = (server: RememberingServer) => read(server, 'GET /api/worlds/{world}/talk', '/talk');

function post<Answer>(server: RememberingServer, path: string, body: unknown = {}): Promise<Answer> {
  return server.read<Answer>(`${base}${path}`, { method: 'POST', body });
}

type Heard = RouteAnswer<'POST /api/worlds/{world}/talk'>;

interface Told {
  readonly kind: string;
  readonly standing?: Talk['reply'];
  readonly at?: number;
  readonly text?: string;
}

function parseBlock(block: string): readonly Told[] {
  if (block.startsWith('event: changed')) return [{ kind: 'changed' }];
  const data = /^data: (.+)$/mu.exec(block)?.[1];
  return data === undefined ? [] : [JSON.parse(data)];
}

/** Follows the stream of the talk until enough was received. */
async function followTalk(
  server: RememberingServer,
  isEnough: (told: readonly Told[]) => boolean,
  search = '',
) {
  const stop = new AbortController();
  const response = await server.ask(`${base}/talk/events${search}`, { signal: stop.signal });
  const told: Told[] = [];
  let rest = '';
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    rest += new TextDecoder().decode(chunk);
    const blocks = rest.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) told.push(...parseBlock(block));
    if (isEnough(told)) break;
  }
  stop.abort();
  return told;
}

const hasAnswered = (told: readonly Told[]) => told.at(-1)?.standing?.state === 'silent' && told.length > 1;

describe('the talk', () => {
  test('RM1: what is said is kept at once and answered, and the stream grows into just what is kept', async () => {
    let send = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      send = resolve;
    });
    const server = await openAnswering({
      reply: async () => {
        await held;
        return { text: '<say>Sunday. I will hold you to it.</say><feeling>content</feeling>' };
      },
    });
    const before = await readTalk(server);
    expect(before.messages.at(-1)).toMatchObject({ side: 'companion', voice: 'sage' });
    const following = followTalk(server, hasAnswered);
    await post(server, '/talk', { text: 'Remind me on Sunday?', after: before.newest });
    const during = await readTalk(server);
    expect(during.messages.at(-1)?.shown).toBe('Remind me on Sunday?');
    expect(during.reply).toEqual({ state: 'answering', text: '', quietMs: 0 });
    // RM3: whoever comes later is told for how long nothing has come.
    server.environment.clock.advance(90_000);
    expect((await readTalk(server)).reply.quietMs).toBe(90_000);
    const [late] = await followTalk(server, (told) => told.length === 1);
    expect(late?.standing).toMatchObject({ state: 'answering', quietMs: 90_000 });
    expect(await post<Failure>(server, '/talk', { text: 'And?' })).toMatchObject({
      code: 'server.answering',
    });
    expect(await post<Failure>(server, '/talk/undo')).toMatchObject({ code: 'server.answering' });
    send();
    const told = await following;
    let text = '';
    for (const one of told) {
      if (one.kind === 'standing' && one.standing?.state === 'answering') text = one.standing.text;
      if (one.kind === 'piece') text = `${text.slice(0, one.at)}${one.text}`;
    }
    const after = await readTalk(server);
    expect(after.messages.at(-1)?.shown).toBe(text);
    expect(after.messages.at(-1)?.told).toMatchObject([{ kind: 'feeling', content: 'content' }]);
    expect(after.reply).toEqual({ state: 'silent', text: '' });
  });

  test('RM2: words that were sent twice are kept once; without a model they are kept, and nobody answers', async () => {
    const server = await open();
    expect(await readTalk(server)).toMatchObject({ messages: [], newest: 0, model: null });
    const first = await post<{ event: number }>(server, '/talk', { text: 'Hello, <b>you</b>.', after: 0 });
    const again = await post<{ event: number }>(server, '/talk', { text: 'Hello, <b>you</b>.', after: 0 });
    expect(again.event).toBe(first.event);
    const talk = await readTalk(server);
    expect(talk.messages.map(({ shown }) => shown)).toEqual(['Hello, <b>you</b>.']);
    expect(talk.isUnanswered).toBe(true);
    expect(await post<Failure>(server, '/talk/answer')).toMatchObject({ code: 'memory.no-model-asked' });
    expect(await post<Failure>(server, '/talk', { text: 'x', voice: 'nobody' })).toMatchObject({
      code: 'memory.unknown-voice',
    });
  });

  test('RM3: who comes in the middle of a reply is told all of it so far, and a restart loses nothing that was said', async () => {
    const server = await openAnswering({ fault: () => ({ kind: 'stall' }) });
    await post(server, '/talk', { text: 'Are you there?' });
    const hasText = (told: readonly Told[]) => (told.at(-1)?.standing?.text ?? '') !== '';
    await followTalk(server, (told) => told.some(({ kind }) => kind === 'piece') || hasText(told));
    const [late] = await followTalk(server, hasText);
    expect('Sunday.'.startsWith(late?.standing?.text ?? '-')).toBe(true);
    // RM1: what was told until it was stopped can still be read, until something else is said.
    await post(server, '/talk/stop');
    await expect.poll(async () => (await readTalk(server)).reply.state).toBe('stopped');
    const { reply } = await readTalk(server);
    expect(reply.text).not.toBe('');
    expect('Sunday.'.startsWith(reply.text)).toBe(true);
    await post(server, '/talk/undo');
    expect((await readTalk(server)).reply).toEqual({ state: 'silent', text: '' });
    await post(server, '/talk', { text: 'Are you there?' });
    const restarted = await server.restart();
    const talk = await readTalk(restarted);
    expect(talk.messages.at(-1)?.shown).toBe('Are you there?');
    expect(talk).toMatchObject({ isUnanswered: true, reply: { state: 'silent' } });
    await restarted.close();
  });

  test('RM3: who names the mark of the talk they have read is told if anything has changed since', async () => {
    const server = await open();
    const listNews = async (mark: string): Promise<readonly string[]> => {
      const hasStanding = (told: readonly Told[]) => told.some(({ kind }) => kind === 'standing');
      const told = await followTalk(server, hasStanding, `?since=${encodeURIComponent(mark)}`);
      return told.map(({ kind }) => kind);
    };
    const { mark } = await readTalk(server);
    expect(await listNews(mark)).toEqual(['standing']);
    await post(server, '/talk', { text: 'Hello?' });
    expect(await listNews(mark)).toEqual(['changed', 'standing']);
    expect(await listNews((await readTalk(server)).mark)).toEqual(['standing']);
  });

  test('RM4: a reply that fails says why, and the answer is given later, told anew, taken back and said otherwise', async () => {
    let isDown = true;
    let count = 0;
    const server = await openAnswering({
      reply: () => {
        count += 1;
        return { text: `<say>Answer ${count}.</say>` };
      },
      fault: () => (isDown ? { kind: 'status', status: 401, message: 'no key' } : undefined),
    });
    const failed = followTalk(server, (told) => told.at(-1)?.standing?.state === 'failed');
    await post(server, '/talk', { text: 'Hello?' });
    expect((await failed).at(-1)?.standing?.failure).toMatchObject({ kind: 'error', exitCode: 4 });
    expect((await readTalk(server)).isUnanswered).toBe(true);
    isDown = false;
    for (const shown of ['Answer 1.', 'Answer 2.']) {
      const answered = followTalk(server, hasAnswered);
      await post(server, '/talk/answer');
      await answered;
      expect((await readTalk(server)).messages.at(-1)?.shown).toBe(shown);
    }
    expect((await readTalk(server)).tellings.map(({ shown }) => shown)).toEqual(['Answer 1.', 'Answer 2.']);
    await post(server, '/talk/telling', { number: 1 });
    expect((await readTalk(server)).messages.at(-1)?.shown).toBe('Answer 1.');
    await post(server, '/talk/undo');
    const undone = await readTalk(server);
    expect(undone.messages.map(({ shown }) => shown)).not.toContain('Hello?');
    expect(undone.asides).toBeGreaterThan(0);
    await post(server, '/talk/redo');
    const former = (await readTalk(server)).messages.findLast(({ side }) => side === 'user');
    server.environment.clock.advance(60_000);
    const edited = followTalk(server, hasAnswered);
    await post(server, '/talk/edit', { text: 'Good evening.' });
    await edited;
    const { messages } = await readTalk(server);
    expect(messages.slice(-2)).toMatchObject([
      { shown: 'Good evening.', atMs: former?.atMs },
      { shown: 'Answer 3.' },
    ]);
  });

  test('RM4: a reply that was cut off at a limit is kept, and the talk says so until something else is said', async () => {
    let finish: 'length' | 'stop' = 'length';
    const server = await openAnswering({ reply: () => ({ text: '<say>So how', finish }) });
    const broken = followTalk(server, hasAnswered);
    await post(server, '/talk', { text: 'Hello?' });
    const cut = [{ id: 'sage', name: 'Sage' }];
    expect((await broken).at(-1)?.standing).toEqual({ state: 'silent', text: '', cut });
    const talk = await readTalk(server);
    expect(talk.messages.at(-1)?.shown).toBe('So how …');
    expect(talk.reply).toEqual({ state: 'silent', text: '', cut });
    finish = 'stop';
    const whole = followTalk(server, hasAnswered);
    await post(server, '/talk/answer');
    expect((await whole).at(-1)?.standing).toEqual({ state: 'silent', text: '' });
  });

  test('RM4: what a reply wished to change and what was not understood is told until something else is said', async () => {
    const plans = ['<plan>move the opera to Friday</plan>', '<secret>drop the key</secret>', ''];
    const server = await openAnswering({ reply: () => ({ text: `<say>Noted.</say>${plans.shift()}` }) });
    const answered = followTalk(server, hasAnswered);
    await post(server, '/talk', { text: 'The opera moves.' });
    const missed = [expect.stringMatching(/^No active plan matches these words/)];
    expect((await answered).at(-1)?.standing).toEqual({ state: 'silent', text: '', missed });
    expect((await readTalk(server)).reply.missed).toEqual(missed);
    // No report about a secret leaves the memory.
    const next = followTalk(server, hasAnswered);
    await post(server, '/talk', { text: 'Never mind.' });
    expect((await next).at(-1)?.standing).toEqual({ state: 'silent', text: '' });
  });
});

describe('the mind', () => {
  test('RM5: what is in mind is told with what it will weigh, and looking writes nothing', async () => {
    const server = await open({ live: liveSomeDays });
    const before = readMark(server);
    const mind = await read(server, 'GET /api/worlds/{world}/mind', '/mind?days=14');
    const find = ({ lines }: Mind, kind: string) => lines.find((line) => line.kind === kind)?.scores ?? [];
    const feeling = mind.lines.find(({ kind }) => kind === 'feeling');
    expect(feeling?.content).toBe('relieved that the move is done');
    expect(feeling?.scores.at(-1)).toBeLessThan((feeling?.scores[0] ?? 0) / 5);
    const year: Mind = await read(server, 'GET /api/worlds/{world}/mind', '/mind?days=366');
    const wedding = year.lines.find(({ content }) => content === 'the wedding')?.scores ?? [];
    expect(Math.max(...wedding)).toBeGreaterThan((wedding[0] ?? 1) * 5);
    server.environment.clock.advance((mind.momentsMs[8] ?? 0) - (mind.momentsMs[0] ?? 0));
    const later: Mind = await read(server, 'GET /api/worlds/{world}/mind', '/mind?days=14');
    expect(find(later, 'desc')[0]).toBeCloseTo(find(mind, 'desc')[8] ?? -1, 6);
    expect(readMark(server)).toBe(before);
    const why = await post(server, '/talk', { text: 'What do you know of Mira?' }).then(() =>
      read(server, 'GET /api/worlds/{world}/mind/why', `/mind/why?item=${feeling?.item}`),
    );
    expect(why.say).toContain('Score');
  });

  test('RM15: what is so from a coming day on is known from that day on, and so says its message', async () => {
    const server = await open();
    await post(server, '/talk', { text: 'I work as a nurse at York Hospital.' });
    const said = 'I got a new job at the Leeds infirmary, starting 1 March.';
    const { event }: RouteAnswer<'POST /api/worlds/{world}/talk'> = await post(server, '/talk', {
      text: said,
    });
    const { facts }: Mind = await read(server, 'GET /api/worlds/{world}/mind', '/mind?days=366');
    const [job, workplace, next] = ['a nurse', 'at York Hospital', 'at the Leeds infirmary'].map((value) =>
      facts.find((fact) => fact.value === value),
    );
    const day = Number(next?.fromMs);
    expect(day).toBeGreaterThan(server.environment.clock.now());
    // A new place of work does not end the profession.
    expect([job, workplace, next].map((fact) => [fact?.fromMs, fact?.untilMs])).toEqual([
      [undefined, undefined],
      [undefined, day],
      [day, undefined],
    ]);
    const { messages } = await readTalk(server);
    const told = messages.flatMap((one) => (one.side === 'user' ? one.told : []));
    const times = told.map(({ fact }) => [fact?.value, fact?.fromMs, fact?.untilMs]);
    expect(times.slice(-3).toSorted()).toEqual([
      ['a nurse', undefined, undefined],
      ['at York Hospital', undefined, day],
      ['at the Leeds infirmary', day, undefined],
    ]);
    expect(messages.find(({ id }) => id === event)?.told).toHaveLength(1);
  });

  test('RM15: the mind is shown as it stood, with the facts of then, and nothing learned later or forgotten since', async () => {
    const server = await open({
      live(memory, { clock }) {
        memory.hear('I live in York. I am allergic to nuts.');
        memory.speak('<feeling>curious</feeling><secret>she worries</secret><say>Since when?</say>');
        clock.advance(dayMs);
        memory.hear('I live in Leeds. I love jazz.');
        clock.advance(dayMs);
      },
    });
    const look = async (daysAgo: number) => {
      const at = server.environment.clock.now() - daysAgo * dayMs;
      const mind: Mind = await read(server, 'GET /api/worlds/{world}/mind', `/mind?at=${at}`);
      expect(mind.momentsMs[0]).toBe(at);
      expect(mind.wake).toBeNull();
      return { ...mind, told: mind.facts.map(({ name, value, before }) => [name, value, before]) };
    };
    const before = readMark(server);
    const now: Mind = await read(server, 'GET /api/worlds/{world}/mind', '/mind');
    expect(now.facts.map(({ value }) => value)).toEqual(['jazz', 'Leeds', 'nuts']);
    expect(now.facts[0]).toMatchObject({ voice: 'kit', person: 'Kit' });
    const first = await look(1.5);
    expect(first.told).toEqual([
      ['allergy', 'nuts', undefined],
      ['home', 'York', undefined],
    ]);
    expect(first.lines.map(({ content }) => content)).toEqual(['curious']);
    expect(first.secrets).toBe(1);
    expect((await look(3)).told).toEqual([]);
    expect((await look(0.5)).told[1]).toEqual(['home', 'Leeds', 'York']);
    expect(readMark(server)).toBe(before);
    const home = first.facts.find(({ name }) => name === 'home')?.item;
    await post(server, '/forget', { target: { item: home }, isAgreed: true });
    expect((await look(1.5)).told).toEqual([['allergy', 'nuts', undefined]]);
    expect((await look(0.5)).told[1]).toEqual(['home', 'Leeds', undefined]);
    expect((await server.ask(`${base}/mind?at=soon`)).status).toBe(400);
  });

  test('RM6: a plan that is only written down is not answered, and what is said after it is', async () => {
    const server = await openAnswering({ reply: () => ({ text: '<say>Good evening.</say>' }) });
    await post(server, '/talk', { text: '<plan>oil the hinges</plan>' });
    expect((await readTalk(server)).reply.state).toBe('silent');
    const answered = followTalk(server, hasAnswered);
    await post(server, '/talk', { text: 'Hello!' });
    await answered;
    const { messages } = await readTalk(server);
    expect(messages.slice(-3).map(({ shown }) => shown)).toEqual(['', 'Hello!', 'Good evening.']);
  });

  test('RM6: what is written down as a plan is one, unless it ends or moves another: that is said, and can be taken back', async () => {
    const server = await open();
    const plan = async (text: string): Promise<RouteAnswer<'POST /api/worlds/{world}/talk'>> =>
      await post(server, '/talk', { text, isPlan: true });
    const list = async () => {
      const page: Plans = await read(server, 'GET /api/worlds/{world}/plans', '/plans');
      return page.plans.map(({ content }) => content);
    };
    await plan('Lunch with Ana on Tuesday at 1');
    expect((await plan('Cancel Netflix <please>')).plans).toMatchObject([{ effect: 'planned' }]);
    await plan('Drop the car off at the garage on Monday');
    const all = ['Drop the car off at the garage', 'Lunch with Ana'];
    expect(await list()).toEqual([...all, 'Cancel Netflix  please']);
    for (const [words, effect] of [
      ['Skip lunch on Tuesday', 'dropped'],
      ['done lunch', 'resolved'],
      ['Move the lunch to Friday', 'moved'],
    ] as const) {
      const { event, plans, notes } = await plan(words);
      expect([plans.map((one) => one.effect), notes]).toEqual([[effect], []]);
      await post(server, '/talk/undo', { event });
      expect(await list()).toEqual([...all, 'Cancel Netflix  please']);
    }
    // What names another day ends no plan of Tuesday, and is a plan of its own.
    const skipped = await plan('Skip lunch on Thursday');
    expect(skipped.plans).toMatchObject([{ effect: 'planned' }]);
    await post(server, '/talk/undo', { event: skipped.event });
    await plan('Move the lunch to Friday');
    expect((await plan('Lunch with Ana')).plans).toMatchObject([{ effect: 'planned' }]);
    expect(await plan('done dinner')).toMatchObject({
      plans: [],
      notes: [expect.stringContaining('No active')],
    });
    expect(await plan('Cancel: dinner')).toMatchObject({ plans: [] });
    const { event } = await plan('Call Ben');
    await plan('Call Ada');
    const late = await server.ask(`${base}/talk/undo`, { method: 'POST', body: { event } });
    expect(late.status).not.toBe(200);
    expect(await list()).toContain('Call Ada');
  });

  test('RM6: a message that ends or moves a plan says so, until the plan is brought back or changed again', async () => {
    const server = await open();
    const hear = async (text: string) => {
      await post(server, '/talk', { text });
      server.environment.clock.advance(60_000);
      const { changed } = (await readTalk(server)).messages.at(-1) ?? {};
      return changed?.map(({ effect, content, dueAtMs }) => [effect, content, dueAtMs]);
    };
    const startMs = server.environment.clock.now();
    expect(await hear('Remind me to call the vet tomorrow. Remind me to water the ferns every day.')).toEqual(
      [],
    );
    await hear("I'm going to the dentist on Friday at 9. <plan>lunch with Anna</plan>");
    await hear("I'm going to the dentist on Friday at 9.");
    const [[effect, content, dueAtMs] = []] = (await hear('The dentist moved to Saturday.')) ?? [];
    expect([effect, content]).toEqual(['moved', 'going to the dentist']);
    expect(Number(dueAtMs)).toBeGreaterThan(startMs);
    expect((await hear('The lunch is off.'))?.[0]?.slice(0, 2)).toEqual(['dropped', 'lunch with Anna']);
    expect((await hear('I called the vet.'))?.[0]?.slice(0, 2)).toEqual(['resolved', 'call the vet']);
    expect((await hear('I watered the ferns.'))?.[0]?.[0]).toBe('settled');
    const { plans } = await read(server, 'GET /api/worlds/{world}/plans', '/plans');
    expect(plans.map((plan: { content: string }) => plan.content)).not.toContain('call the vet tomorrow');
    const done = (await readTalk(server)).messages.flatMap(({ changed }) => changed);
    const vet = done.find(({ effect: one }) => one === 'resolved')?.id;
    await post(server, `/items/${vet}`, { do: 'revive' });
    const left = (await readTalk(server)).messages.flatMap(({ changed }) => changed);
    expect(left.map((one) => one.effect)).toEqual(['moved', 'dropped', 'settled']);
  });

  test('RM6: a plan is done, dropped and taken back by its number, and the first page of the world names what is due', async () => {
    const server = await open({ live: liveSomeDays });
    const plans: Plans = await read(server, 'GET /api/worlds/{world}/plans', '/plans');
    expect(plans.plans.map(({ phase }) => phase)).toEqual(['overdue', 'submerged', 'open-ended']);
    const home = await server.read<RouteAnswer<'GET /api/worlds/{world}'>>(base);
    routes['GET /api/worlds/{world}'].answer.parse(home);
    expect(home.companion).toMatchObject({ name: 'Sage', messages: 10 });
    expect(home.companion?.due.map(({ content }) => content)).toEqual(['ask Mira about the keys']);
    const path = `/items/${plans.plans[0]?.id}`;
    expect(await post(server, path, { do: 'done' })).toMatchObject({ items: [{ effect: 'resolved' }] });
    const left: Plans = await read(server, 'GET /api/worlds/{world}/plans', '/plans');
    expect(left.plans).toHaveLength(2);
    await post(server, path, { do: 'revive' });
    await post(server, path, { do: 'edit', text: 'on 5 December 2025: bring Mira the keys' });
    const back: Plans = await read(server, 'GET /api/worlds/{world}/plans', '/plans');
    expect(back.plans[0]?.content).toContain('bring Mira the keys');
    expect(await post<Failure>(server, '/items/999', { do: 'revive' })).toMatchObject({
      code: 'memory.nothing-of-that-name',
    });
  });

  test('RM7: a secret is in no answer but the one that uncovers it', async () => {
    const server = await openAnswering();
    const answered = followTalk(server, hasAnswered);
    await post(server, '/talk', { text: 'Do you worry about the stairs?' });
    const told = await answered;
    await server.read(`${base}/keeping`);
    const asked = [
      '',
      '/talk',
      '/mind',
      '/plans',
      '/fragments',
      '/keeping',
      '/moments?q=afraid stairs worries',
      ...[1, 2, 8, 11, 12].map((event) => `/mind/why?event=${event}`),
      ...Array.from({ length: 10 }, (_, item) => `/mind/why?item=${item + 1}`),
    ];
    const texts = await Promise.all(
      asked.map(async (path) => await (await server.ask(`${base}${path}`)).text()),
    );
    const all = `${texts.join('\n')}\n${JSON.stringify(told)}`;
    expect(all).not.toMatch(/afraid of the stairs|she worries/u);
    expect(all).toContain('"secrets":2');
    const revealed = await post<{ content: string; item: number; person: string }[]>(server, '/mind/secrets');
    routes['POST /api/worlds/{world}/mind/secrets'].answer.parse(revealed);
    expect(revealed.map(({ person }) => person)).toEqual(['Sage', 'Sage']);
    expect(revealed.map(({ content }) => content)).toEqual([
      'she worries',
      'Kit is afraid of the stairs in the new house',
    ]);
    const dropped = await post<{ items: unknown }>(server, `/items/${revealed[0]?.item}`, { do: 'drop' });
    expect(JSON.stringify(dropped)).not.toContain('worries');
    const got = await server.ask(`${base}/mind/secrets`);
    expect(got.status).toBe(404);
  });

  test('RM8, FG12: a moment, or a sentence of it, is forgotten once that is agreed to, and is in no answer afterwards', async () => {
    const server = await open({ live: liveSomeDays });
    const { messages } = await readTalk(server);
    const wedding = messages.find(({ shown }) => shown.includes('Anna'))?.id;
    const shown = await post<RouteAnswer<'POST /api/worlds/{world}/forget'>>(server, '/forget', {
      target: { event: wedding },
    });
    routes['POST /api/worlds/{world}/forget'].answer.parse(shown);
    expect(shown).toMatchObject({ isForgotten: false, moments: [wedding] });
    expect(JSON.stringify(await readTalk(server))).toContain('Anna');
    await post(server, '/forget', { target: { event: wedding }, isAgreed: true, isWithCopies: true });
    for (const path of ['/talk', '/mind', '/plans', '/moments?q=Anna'])
      expect(JSON.stringify(await server.read(`${base}${path}`))).not.toContain('Anna');
    expect(await post<Failure>(server, '/forget', { target: { event: 4_000 } })).toHaveProperty('code');
    await post(server, '/talk', { text: 'The kiln is hot. It owes me forty crowns.' });
    const said = (await readTalk(server)).messages.find(({ shown: words }) => words.includes('kiln'))?.id;
    const part = await post<typeof shown>(server, '/forget', { target: { event: said, sentence: 2 } });
    expect(part).toMatchObject({ moments: [], parts: [said], sentences: [{ sentence: 1 }, { sentence: 2 }] });
    const second = { event: said, sentence: 2, words: 'It owes me forty crowns.' };
    await post(server, '/forget', { target: { ...second, words: 'The kiln is hot.' }, isAgreed: true });
    expect(JSON.stringify(await readTalk(server))).toContain('crowns');
    await post(server, '/forget', { target: second, isAgreed: true });
    expect(JSON.stringify(await readTalk(server))).toMatch(/^(?!.*crowns).*The kiln is hot\./su);
  });

  test('RM8, FG11: who asks in a message to have something forgotten is told that it is not, and how it is done', async () => {
    const server = await open({ live: liveSomeDays });
    const heard = await post<Heard>(server, '/talk', { text: 'Please forget what I said about the van.' });
    expect(heard.notes.join(' ')).toContain('Forget this moment');
    const other = await post<Heard>(server, '/talk', { text: 'Don’t forget the van.' });
    expect(other.notes).toEqual([]);
  });
});

describe('keeping', () => {
  test('RM10: a world that remembers nothing offers no file of it, and one that does offers some', async () => {
    const blank = await open();
    expect(await read(blank, 'GET /api/worlds/{world}/keeping', '/keeping')).toHaveProperty('isBlank', true);
    const server = await open({ live: liveSomeDays });
    expect(await read(server, 'GET /api/worlds/{world}/keeping', '/keeping')).toHaveProperty(
      'isBlank',
      false,
    );
  });

  test('RM9: the summary of a day is found by its day', async () => {
    const server = await open({ live: liveSomeDays });
    const body = { ambient: 'Kit moved.' };
    await server.read(`${base}/fragments/session-2025-11-09`, { method: 'PUT', body });
    const find = async (words: string) =>
      (await read(server, 'GET /api/worlds/{world}/fragments', `/fragments?q=${words}`)).fragments;
    expect(await find('9 november')).toMatchObject([{ key: 'session-2025-11-09' }]);
    expect(await find('10 november')).toEqual([]);
  });

  test('RM9: maintenance proposes, and what is accepted is a page with its sources that can be taken back', async () => {
    const server = await open({ live: liveSomeDays });
    await post(server, '/keeping');
    const keeping = await waitForRun(server);
    const [proposal] = keeping.proposals;
    const waiting = async () => (await server.read<{ proposals: number }>(`${base}/minds`)).proposals;
    expect(await waiting()).toBe(keeping.proposals.length);
    expect(keeping.last).toMatchObject({ status: 'proposed', writer: 'builtin' });
    const none = await read(server, 'GET /api/worlds/{world}/fragments', '/fragments');
    expect(none.total).toBe(0);
    const decided = await post<RouteAnswer<'POST /api/worlds/{world}/keeping/decisions'>>(
      server,
      '/keeping/decisions',
      { accept: [proposal?.id] },
    );
    routes['POST /api/worlds/{world}/keeping/decisions'].answer.parse(decided);
    expect(decided).toMatchObject({ done: [proposal?.id], proposals: keeping.proposals.slice(1) });
    expect(await waiting()).toBe(keeping.proposals.length - 1);
    const readNewest = async () =>
      (await read(server, 'GET /api/worlds/{world}/keeping', '/keeping')).newest?.fragments;
    const list = await read(server, 'GET /api/worlds/{world}/fragments', '/fragments');
    const key = list.fragments[0]?.key ?? '';
    expect(await readNewest()).toEqual([key]);
    const page = await read(server, 'GET /api/worlds/{world}/fragments/{key}', `/fragments/${key}`);
    expect(page.sources.length).toBeGreaterThan(0);
    expect(page.sources.map(({ shown }) => shown).join('\n')).toContain('Mira');
    const written = await server.read<{ runId: number }>(`${base}/fragments/mira`, {
      method: 'PUT',
      body: { ambient: 'Kit’s sister, who owns a van.', inventory: '- lends her van (#1)' },
    });
    expect(await readNewest()).toEqual(['mira']);
    const mira = await read(server, 'GET /api/worlds/{world}/fragments/{key}', '/fragments/mira');
    expect(mira).toMatchObject({ isApproved: true, writer: 'person', sources: [{ id: 1 }] });
    await post(server, '/keeping/revert', { run: written.runId });
    expect(await server.read<Failure>(`${base}/fragments/mira`)).toMatchObject({
      code: 'memory.nothing-of-that-name',
    });
    // What was accepted before can still be undone, though another fragment has been written and taken back since.
    expect(await readNewest()).toEqual([key]);
    const [run] = decided.runIds;
    await post(server, '/keeping/revert', { run });
    expect(await readNewest()).toBeUndefined();
    expect(await waiting()).toBe(keeping.proposals.length);
  });
});

describe('settings', () => {
  test('SE1: what is set is shown with where it is from and what the doctor finds, and no secret of it', async () => {
    const server = await open({ baseUrl: 'http://kit:hunter2@127.0.0.1:9/v1' });
    const examined = await read(server, 'GET /api/worlds/{world}/examination', '/examination');
    const names = examined.settings.map(({ name }) => name);
    expect(names).toContain('memory.timeZone');
    expect(examined.findings.map(({ check }) => check)).toContain('settings');
    expect(JSON.stringify(examined)).not.toContain('hunter2');
  });
});

/** Returns the mark of the memory, which changes whenever anything is written. */
function readMark({ worldDir }: RememberingServer): string {
  const connection = openMemoryDatabase({ path: join(worldDir, 'memory.sqlite') });
  try {
    return openPageStore(connection).readMark();
  } finally {
    connection.close();
  }
}

async function waitForRun(server: RememberingServer): Promise<Keeping> {
  for (;;) {
    const keeping = await read(server, 'GET /api/worlds/{world}/keeping', '/keeping');
    if (!keeping.isRunning) return keeping;
  }
}
