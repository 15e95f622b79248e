// Tests that pages lose nothing and say what is wrong: with a killed server, in a damaged world and on a full disk.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openFakeServer } from '@terrarium/kernel/testing/fake-server';
import type { RouteAnswer } from '@terrarium/protocol/routes';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { beginGame } from '../support/begin-game.ts';
import { openSampleServer, type SampleServer } from '../support/sample-server.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

const base = '/api/worlds/low-veyre';
type Entries = RouteAnswer<'GET /api/worlds/{world}/entries'>;
type Talk = RouteAnswer<'GET /api/worlds/{world}/talk'>;
type Run = RouteAnswer<'GET /api/worlds/{world}/run'>;
type Table = RouteAnswer<'GET /api/worlds/{world}/games/{game}'>;
interface Failure {
  readonly kind?: string;
  readonly code?: string;
  readonly todo?: string;
}

const opened: (TestServer | ServerProcess)[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await ('stop' in one ? one.stop() : one.close());
});

async function openSample(isRead: boolean): Promise<SampleServer> {
  const sample = await openSampleServer({ isRead });
  opened.push(sample);
  return sample;
}

/** Starts a server in a process of its own, which can be killed. */
async function start(worlds: readonly string[], within?: readonly string[]): Promise<ServerProcess> {
  const server = await startServerProcess(worlds, within);
  opened.push(server);
  return server;
}

/** Opens a server in the tests' process, for faults that do not affect a process. */
async function openHere(
  { worldDir, folder }: SampleServer,
  others: readonly string[] = [],
): Promise<TestServer> {
  const server = await openTestServer({ worlds: [worldDir, ...others], screensDir: join(folder, 'screens') });
  opened.push(server);
  return server;
}

async function killNewest(): Promise<void> {
  const server = opened.pop();
  if (server !== undefined && 'kill' in server) await server.kill();
}

/** Asks now and then until the answer fulfils the condition. */
async function waitUntil<Answer>(
  ask: () => Promise<Answer>,
  isSo: (answer: Answer) => boolean,
): Promise<Answer> {
  return await vi.waitFor(
    async () => {
      const answer = await ask();
      expect(isSo(answer)).toBe(true);
      return answer;
    },
    { interval: 200, timeout: 240_000 },
  );
}

describe('what goes wrong', () => {
  test('FT1: a server that is killed in the midst of a run loses nothing: the run goes on to the same end', async () => {
    const whole = await openSample(true);
    const wanted = await whole.read<Entries>(`${base}/entries?limit=200`);
    const sample = await openSample(false);
    const first = await start([sample.worldDir]);
    const readRun = (server: Pick<TestServer, 'read'>) => () => server.read<Run>(`${base}/run`);
    await first.read(`${base}/run`, { method: 'POST', body: { model: 'builtin' } });
    await waitUntil(readRun(first), ({ progress }) => (progress?.counts.byStatus.committed ?? 0) > 0);
    await killNewest();
    const second = await openHere(sample);
    await waitUntil(readRun(second), ({ isRunning }) => !isRunning);
    await second.read(`${base}/run`, { method: 'POST', body: { model: 'builtin' } });
    const ended = await waitUntil(readRun(second), ({ isRunning }) => !isRunning);
    expect(ended.progress?.counts.byStatus.committed).toBe(ended.progress?.counts.total);
    const read = await second.read<Entries>(`${base}/entries?limit=200`);
    expect(read.entries).toEqual(wanted.entries);
  });

  test('FT1: a server that is killed in the midst of a turn keeps the words, and the turn is told once', async () => {
    const sample = await openSample(false);
    const game = beginGame(sample.worldDir);
    const first = await start([sample.worldDir]);
    const before = await first.read<Table>(game.path);
    const said = first.read(`${game.path}/lines`, { method: 'POST', body: { line: 'I look around.' } });
    await Promise.all([said.catch(() => undefined), killNewest()]);
    const second = await openHere(sample);
    const { left, turns } = await second.read<Table>(game.path);
    const told = turns.filter(({ words }) => words === 'I look around.').length;
    expect(turns.length).toBe(before.turns.length + told);
    if (left !== null) {
      expect(left.words).toBe('I look around.');
      await second.read(`${game.path}/lines`, { method: 'POST', body: { line: '/resume' } });
    }
    const begun = told > 0 || left !== null ? 1 : 0;
    const after = await waitUntil(
      () => second.read<Table>(game.path),
      (table) => table.left === null && table.telling === null,
    );
    expect(after.turns.filter(({ words }) => words === 'I look around.')).toHaveLength(begun);
  });

  test('FT1: a server that is killed in the midst of a reply keeps what was said, once, and nothing of half a reply', async () => {
    const gate = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const model = await openFakeServer({
      contextTokens: 32_768,
      flavour: 'llama-cpp',
      models: ['story'],
      respond: async () => {
        asked.resolve();
        await gate.promise;
        return { text: '<say>I am here.</say>' };
      },
    });
    onTestFinished(async () => {
      gate.resolve();
      await model.close();
    });
    vi.stubEnv('TERRARIUM_MODEL', 'openai:story');
    vi.stubEnv('TERRARIUM_BASE_URL', model.baseUrl);
    const sample = await openSample(false);
    const first = await start([sample.worldDir]);
    await first.read(`${base}/talk`, { method: 'POST', body: { text: 'Are you there?' } });
    await asked.promise;
    await killNewest();
    const second = await openHere(sample);
    const readTalk = () => second.read<Talk>(`${base}/talk`);
    const list = ({ messages }: Talk) => messages.map(({ shown }) => shown);
    const left = await readTalk();
    expect([list(left), left.isUnanswered, left.reply.state]).toEqual([['Are you there?'], true, 'silent']);
    // A page that received no answer sends the words again: they are still stored only once.
    await second.read(`${base}/talk`, { method: 'POST', body: { text: 'Are you there?', after: 0 } });
    gate.resolve();
    await second.read(`${base}/talk/answer`, { method: 'POST', body: {} });
    const answered = await waitUntil(
      readTalk,
      (now) => now.reply.state === 'silent' && now.messages.length > 1,
    );
    expect(list(answered)).toEqual(['Are you there?', 'I am here.']);
  });

  test('FT4: of two windows that speak at the same moment one is played, and the other is told so', async () => {
    const sample = await openSample(false);
    const game = beginGame(sample.worldDir);
    const server = await openHere(sample);
    const { head } = await server.read<Table>(game.path);
    const say = (line: string) =>
      server.read<{ kind: string; code?: string }>(`${game.path}/lines`, {
        method: 'POST',
        body: { line, after: head },
      });
    const answers = await Promise.all(['I look around.', 'I wait.'].map(say));
    expect(answers.map(({ kind }) => kind).toSorted()).toEqual(['error', 'telling']);
    const refused = answers.find(({ kind }) => kind === 'error');
    expect(refused?.code).toMatch(/^(?:play\.moved-on|session\.turn-open)$/u);
    const told = await waitUntil(
      () => server.read<Table>(game.path),
      (table) => table.telling === null && table.head !== head,
    );
    expect(told.turns.map(({ number }) => number)).toEqual([0, 1]);
  });

  test('FT2: a damaged world says so and what to do, and the other worlds of the shelf go on', async () => {
    const [damaged, sound] = [await openSample(true), await openSample(true)];
    const path = join(damaged.worldDir, 'annotator.db');
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.fill(0x7f, 100, bytes.length));
    const server = await openHere(damaged, [sound.worldDir]);
    for (const address of ['/entries', '/contents', '/run', '/timeline', '']) {
      const failure = await server.read<Failure>(`${base}${address}`);
      expect(failure.kind, address).toBe('error');
      expect(failure.code, address).not.toBe('bug');
      expect(failure.todo, address).not.toBe('');
    }
    expect((await server.read<Entries>('/api/worlds/low-veyre-2/entries')).total).toBeGreaterThan(10);
  });

  test('FT3: on a full disk what is known is still shown, and what could not be written is said and not kept', async () => {
    const sample = await openSample(true);
    const full = await start([sample.worldDir], ['/bin/bash', '-c', 'ulimit -f 48; exec "$@"', 'bash']);
    const { entries } = await full.read<Entries>(`${base}/entries`);
    const entry = entries[0];
    const change = { method: 'PATCH', body: { definition: 'A word of my own.' } };
    const failure = await full.read<Failure>(`${base}/entries/${entry?.id}`, change);
    expect(failure).toMatchObject({ kind: 'error', code: expect.stringMatching(/^store\./u) });
    expect((await full.read<Entries>(`${base}/entries`)).entries[0]).toEqual(entry);
    await killNewest();
    const roomy = await openHere(sample);
    expect((await roomy.read<Entries>(`${base}/entries`)).entries[0]).toEqual(entry);
    await roomy.read(`${base}/entries/${entry?.id}`, change);
    expect((await roomy.read<Entries>(`${base}/entries`)).entries[0]?.definition).toBe('A word of my own.');
  });
});
