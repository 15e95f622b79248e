// Tests several companions in one world, each with a memory of their own.

import { openFakeServer } from '@terrarium/kernel/testing/fake-server';
import type { RouteAnswer } from '@terrarium/protocol/routes';
import { routes } from '@terrarium/protocol/routes';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openRememberingServer, type RememberingServer } from './support/remembering-server.ts';

type Talk = RouteAnswer<'GET /api/worlds/{world}/talk'>;

const sage = '/api/worlds/low-veyre';
const robin = '/api/worlds/low-veyre~robin';

async function open(isDown = () => false, isCut = (_reply: number) => false): Promise<RememberingServer> {
  let replies = 0;
  const model = await openFakeServer({
    contextTokens: 32_768,
    flavour: 'llama-cpp',
    models: ['story'],
    faults: () => (isDown() ? { kind: 'status', status: 401, message: 'no key' } : undefined),
    respond: () => {
      replies += 1;
      return {
        finish: isCut(replies) ? ('length' as const) : ('stop' as const),
        text: `<say>Answer ${replies}.</say><secret>hidden ${replies}</secret><feeling>mood ${replies}</feeling>`,
      };
    },
  });
  onTestFinished(() => model.close());
  const server = await openRememberingServer({
    baseUrl: model.baseUrl,
    others: [{ id: 'robin', name: 'Robin' }],
  });
  onTestFinished(() => server.close());
  return server;
}

async function readTalk(server: RememberingServer, base: string): Promise<Talk> {
  const talk = await server.read<Talk>(`${base}/talk`);
  routes['GET /api/worlds/{world}/talk'].answer.parse(talk);
  return talk;
}

/** Says something, and waits until everybody has answered. */
async function say(server: RememberingServer, base: string, body: object): Promise<void> {
  await server.read(`${base}/talk`, { method: 'POST', body });
  await expect
    .poll(async () => (await readTalk(server, base)).reply.state, { timeout: 30_000 })
    .toBe('silent');
}

const list = ({ messages }: Talk) => messages.map(({ voice, shown }) => `${voice}: ${shown}`);

describe('several companions', () => {
  test('RM11: who is there hears and answers in turn, and keeps what is its own; who is not there hears nothing', async () => {
    const server = await open();
    const first = await readTalk(server, sage);
    expect([first.mind, first.minds.map(({ id }) => id)]).toEqual(['sage', ['sage', 'robin']]);
    await say(server, sage, { text: 'Both of you: hello.', with: ['robin'] });
    const told = ['kit: Both of you: hello.', 'sage: Answer 1.', 'robin: Answer 2.'];
    for (const base of [sage, robin]) {
      const talk = await readTalk(server, base);
      expect([list(talk), talk.isUnanswered], base).toEqual([told, false]);
      const { companion } = await server.read<RouteAnswer<'GET /api/worlds/{world}'>>(base);
      expect(companion?.isUnanswered, base).toBe(false);
    }
    await say(server, robin, { text: 'Robin alone.' });
    expect(list(await readTalk(server, robin)).slice(-2)).toEqual(['kit: Robin alone.', 'robin: Answer 3.']);
    expect(list(await readTalk(server, sage))).toEqual(told);
    const mind = async (base: string) => await (await server.ask(`${base}/mind`)).text();
    expect(await mind(sage)).toContain('mood 1');
    expect(await mind(sage)).not.toMatch(/mood [23]/u);
    expect(await mind(robin)).not.toContain('mood 1');
    const secrets = async (base: string) =>
      await server.read<{ content: string }[]>(`${base}/mind/secrets`, { method: 'POST', body: {} });
    expect((await secrets(sage)).map(({ content }) => content)).toEqual(['hidden 1']);
    expect((await secrets(robin)).map(({ content }) => content)).toEqual(['hidden 3', 'hidden 2']);
    const home = await server.read<RouteAnswer<'GET /api/worlds/{world}'>>(robin);
    routes['GET /api/worlds/{world}'].answer.parse(home);
    expect([home.world.key, home.companion?.name]).toEqual(['low-veyre', 'Robin']);
    const whole = await server.read<typeof home>(sage);
    expect(whole.others).toEqual([{ id: 'robin', ...home.companion }]);
    expect(home.others).toEqual([{ id: 'sage', ...whole.companion }]);
    const minds = await server.read<RouteAnswer<'GET /api/worlds/{world}/minds'>>(`${robin}/minds`);
    routes['GET /api/worlds/{world}/minds'].answer.parse(minds);
    expect(minds).toEqual({ minds: home.minds, proposals: 0 });
    const address = `${sage}/fragments/map`;
    await server.read(address, { method: 'PUT', body: { ambient: 'An old map.' } });
    const fragment = await server.read<RouteAnswer<'GET /api/worlds/{world}/fragments/{key}'>>(address);
    routes['GET /api/worlds/{world}/fragments/{key}'].answer.parse(fragment);
    expect([fragment.speakers.map(({ id }) => id), fragment.voices['robin']]).toEqual([['kit'], 'Robin']);
  });

  test('RM11: what others in the talk remember cannot be taken back, reworded or answered again in one memory alone', async () => {
    const server = await open();
    await say(server, robin, { text: 'Robin alone.' });
    await say(server, sage, { text: 'Both of you: hello.', with: ['robin'] });
    const told = list(await readTalk(server, robin));
    const post = async (base: string, act: string, body: object = {}) =>
      await server.read(`${base}/talk/${act}`, { method: 'POST', body });
    for (const [base, act, body] of [
      [sage, 'undo', {}],
      [robin, 'undo', {}],
      [robin, 'edit', { text: 'Goodbye.' }],
      [robin, 'answer', {}],
      [robin, 'telling', { number: 1 }],
    ] as const)
      expect(await post(base, act, body), act).toMatchObject({ code: 'memory.in-company' });
    expect(list(await readTalk(server, robin))).toEqual(told);
    // What is said to one companion alone can be taken back, and comes back although the talk before it was shared.
    await say(server, robin, { text: 'Robin again.' });
    expect(await post(robin, 'undo')).toMatchObject({ messages: 2 });
    expect(await post(robin, 'redo')).toMatchObject({ messages: 2 });
  });

  test('RM11: a message that others heard cannot be taken back, even if nobody has answered it', async () => {
    const server = await openRememberingServer({ others: [{ id: 'robin', name: 'Robin' }] });
    onTestFinished(() => server.close());
    await say(server, sage, { text: 'Both of you: hello.', with: ['robin'] });
    for (const base of [sage, robin]) {
      const undone = await server.read(`${base}/talk/undo`, { method: 'POST', body: {} });
      expect(undone, base).toMatchObject({ code: 'memory.in-company' });
      expect(list(await readTalk(server, base)), base).toEqual(['kit: Both of you: hello.']);
    }
  });

  test('RM11: everybody who heard a message answers it, also where the answer is asked for later', async () => {
    let isDown = true;
    const server = await open(() => isDown);
    await server.read(`${sage}/talk`, { method: 'POST', body: { text: 'Both of you?', with: ['robin'] } });
    await expect
      .poll(async () => (await readTalk(server, sage)).reply.state, { timeout: 30_000 })
      .toBe('failed');
    isDown = false;
    await server.read(`${sage}/talk/answer`, { method: 'POST', body: {} });
    await expect
      .poll(async () => (await readTalk(server, sage)).reply.state, { timeout: 30_000 })
      .toBe('silent');
    for (const base of [sage, robin])
      expect(list(await readTalk(server, base)), base).toEqual([
        'kit: Both of you?',
        'sage: Answer 1.',
        'robin: Answer 2.',
      ]);
  });

  test('RM11: a companion whose reply was cut off is asked once more, and everybody there hears it', async () => {
    const server = await open(undefined, (reply) => reply === 1);
    await say(server, sage, { text: 'Both of you?', with: ['robin'] });
    const { reply, tellings } = await readTalk(server, sage);
    expect([reply.cut, tellings]).toEqual([[{ id: 'sage', name: 'Sage' }], []]);
    const ask = async (who: string) =>
      await server.read<object>(`${sage}/talk/answer`, { method: 'POST', body: { who } });
    expect(await ask('nobody')).toMatchObject({ code: 'memory.no-such-companion' });
    await ask('sage');
    await expect
      .poll(async () => (await readTalk(server, sage)).reply, { timeout: 30_000 })
      .toEqual({ state: 'silent', text: '' });
    for (const base of [sage, robin])
      expect(list(await readTalk(server, base)), base).toEqual([
        'kit: Both of you?',
        'sage: Answer 1.',
        'robin: Answer 2.',
        'sage: Answer 3.',
      ]);
  });

  test('VO7: what would be forgotten names the other companions who heard it', async () => {
    const server = await open();
    await say(server, sage, { text: 'Both of you: the tea tin is mine.', with: ['robin'] });
    const { messages } = await readTalk(server, sage);
    const body = { target: { event: messages[0]?.id } };
    const gone = await server.read<RouteAnswer<'POST /api/worlds/{world}/forget'>>(`${sage}/forget`, {
      method: 'POST',
      body,
    });
    routes['POST /api/worlds/{world}/forget'].answer.parse(gone);
    expect(gone.heardBy).toMatchObject([{ of: 'robin' }]);
  });

  test('RM11: nobody is made up, and no name leads anywhere else', async () => {
    const server = await open();
    for (const who of ['nobody', '..%2F..%2Fetc', ''])
      expect(await server.read(`${sage}~${who}/talk`), who).toMatchObject({ kind: 'error' });
    const body = { text: 'x', with: ['nobody'] };
    expect(await server.read(`${sage}/talk`, { method: 'POST', body })).toMatchObject({
      code: 'memory.no-such-companion',
    });
    expect((await readTalk(server, sage)).messages).toEqual([]);
  });
});
