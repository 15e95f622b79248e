// Servers that are down, refuse, answer garbage or break off: what the command says, and that nothing is lost.

import { join } from 'node:path';
import type { FakeCall, FakeReply, FakeRequest } from '@terrarium/kernel/testing/fake-wire';
import { afterAll, beforeAll, describe, it } from 'vitest';
import {
  answer,
  buildFault,
  closedPort,
  openRawServer,
  openTalkingSocket,
  type Serve,
} from '../support/broken-servers.ts';
import { type BrokenStory, createBrokenStory, readEntries, readOn } from '../support/broken-story.ts';
import { runTerrarium as run } from '../support/run-terrarium.ts';
import { findSceneTitle, openStoryServer, recordPerson } from '../support/small-story.ts';

let story: BrokenStory;
beforeAll(async () => {
  story = await createBrokenStory();
});
afterAll(() => story.template.remove());

interface BadServer {
  readonly serve: Serve;
  /** The address given to the command in place of the server's real one. */
  readonly address?: (baseUrl: string) => string;
  readonly model?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

const html = { 'content-type': 'text/html' };
const stream = { 'content-type': 'text/event-stream' };
const oncePatient = { TERRARIUM_PATIENCE_MINUTES: '0.003' };

const badServers: Readonly<Record<string, BadServer>> = {
  'is down': { serve: closedPort },
  'has a name that nobody knows': {
    serve: closedPort,
    address: () => 'http://no-such-host.invalid/v1',
    // If no name server answers, this makes the resolver give up soon.
    environment: { RES_OPTIONS: 'timeout:1 attempts:1 ndots:1' },
  },
  'hangs up': { serve: () => openTalkingSocket('') },
  'speaks another language than HTTP': { serve: () => openTalkingSocket('SSH-2.0-OpenSSH_9.7\r\n') },
  'is asked for TLS on a plain port': {
    serve: () => openRawServer(answer(200, {})),
    address: (baseUrl) => baseUrl.replace('http:', 'https:'),
  },
  'does not have the model': {
    serve: buildFault(undefined),
    model: 'openai:sotry',
  },
  'wants a key': { serve: () => openRawServer(answer(401, { error: { message: 'Missing key' } })) },
  'takes no money from this account': {
    serve: () => openRawServer(answer(402, { error: { message: 'Payment required' } })),
  },
  'forbids it': { serve: () => openRawServer(answer(403, { error: { message: 'Not for you' } })) },
  'is something else at that path': {
    serve: () => openRawServer(answer(404, '<!doctype html><title>Lost</title>', html)),
  },
  'does not take such requests': {
    serve: () => openRawServer(answer(422, { error: { message: 'temperature is too high' } })),
  },
  'refuses for ever because of its limit': {
    serve: () => openRawServer(answer(429, { error: { message: 'Slow down' } })),
  },
  'fails inside': { serve: () => openRawServer(answer(500, { error: { message: 'CUDA out of memory' } })) },
  'is loading its model': {
    serve: () => openRawServer(answer(503, { error: { message: 'Loading model' } })),
  },
  'sends away, round and round': {
    serve: () => openRawServer(answer(302, '', { location: 'http://127.0.0.1/again' })),
  },
  'is a web page': { serve: () => openRawServer(answer(200, '<!doctype html><title>Hello</title>', html)) },
  'says hello to everybody': {
    serve: () => openRawServer(answer(200, 'Hello, everybody.', { 'content-type': 'text/plain' })),
  },
  'says nothing': { serve: () => openRawServer(answer(200, '')) },
  'answers half an object': { serve: buildFault({ kind: 'garbage' }) },
  'streams what is no piece of a reply': {
    serve: () => openRawServer(answer(200, 'data: {"a":1}\n\ndata: [DONE]\n\n', stream)),
  },
  'breaks a stream midway': { serve: buildFault({ kind: 'broken-body' }) },
  'ends a stream without an end': { serve: buildFault({ kind: 'unfinished-stream' }) },
  'puts an error into its stream': {
    serve: buildFault({ kind: 'error-in-stream', message: 'the worker died' }),
  },
  'never begins to answer': {
    serve: buildFault({ kind: 'hang' }),
    environment: oncePatient,
  },
};

/** Runs the command, and removes from its output the line that announces the server. */
const runTerrarium: typeof run = async (argv, options) => {
  const said = await run(argv, options);
  return { ...said, error: said.error.replace(/^Asking .*\n/m, '') };
};

it('a server that does not do is told of with what to do, and nothing is lost', async ({
  expect,
  onTestFinished,
}) => {
  const told: string[] = [];
  for (const [what, bad] of Object.entries(badServers)) {
    const cwd = story.copy(onTestFinished);
    const server = await bad.serve();
    const baseUrl = bad.address?.(server.baseUrl) ?? server.baseUrl;
    const argv = ['annotate', 'run', '--model', bad.model ?? 'openai:story', '--base-url', baseUrl];
    const said = await runTerrarium(argv, { cwd, environment: bad.environment ?? {} });
    await server.close();
    expect(said.exitCode, what).toBe(4);
    expect(said.out, what).toContain('Halted. Everything read so far is kept.');
    expect(await readOn(cwd), what).toMatchObject({ exitCode: 0, requests: 2 });
    expect(readEntries(join(cwd, 'world')), what).toEqual(story.undisturbed);
    const isTriedAgain = said.out.includes('again in');
    const error = said.error
      .replaceAll(/127\.0\.0\.1:\d+/gu, '127.0.0.1:PORT')
      .replaceAll(/(?<=, )E[A-Z_]+/gu, 'CODE');
    told.push(`== ${what}: asked ${isTriedAgain ? 'again' : 'once'}`, error);
  }
  await expect(told.join('\n')).toMatchFileSnapshot('../transcripts/bad-input/servers.txt');
});

describe('a server that is restarted', () => {
  it('is waited for, and the run ends as if it had never gone', async ({ expect, onTestFinished }) => {
    const cwd = story.copy(onTestFinished);
    const gate = Promise.withResolvers<void>();
    const first = await openStoryServer({
      faults: ({ number }) => (number >= 2 ? { kind: 'reset' } : undefined),
    });
    const port = Number(new URL(first.baseUrl).port);
    const argv = ['annotate', 'run', '--model', 'openai:story', '--base-url', first.baseUrl];
    const ending = runTerrarium(argv, {
      cwd,
      environment: { TERRARIUM_RETRIES_AWAY_MINUTES: '5', TERRARIUM_RETRIES_ATTEMPTS: '1' },
      onOut: (out) => {
        if (out.includes('again in')) gate.resolve();
      },
    });
    await gate.promise;
    await first.close();
    const second = await openStoryServer({ port });
    const said = await ending;
    await second.close();
    expect(said).toMatchObject({ exitCode: 0, error: '' });
    expect(said.out).toContain('Finished: every scene is read.');
    expect(readEntries(join(cwd, 'world'))).toEqual(story.undisturbed);
  });
});

const soma = { term: 'Soma', definition: 'A gate.', evidence: [{ post_id: 2, label: 1 }] };
const wrongCalls: Readonly<Record<string, { readonly call: FakeCall; readonly told: RegExp }>> = {
  'an unknown tool': {
    call: { name: 'delete_everything', arguments: { path: '/' } },
    told: /^There is no tool "delete_everything"\. Tools: glossary_search, /,
  },
  'with no arguments': {
    call: { name: 'glossary_create', arguments: {} },
    told: /^The arguments do not fit: term: .*; definition: /,
  },
  'with arguments of other kinds': {
    call: { name: 'glossary_create', arguments: { term: 7, evidence: 'none' } },
    told: /^The arguments do not fit: definition: /,
  },
  'with arguments that are no JSON': {
    call: { name: 'glossary_create', arguments: '{"term": "Quillon", "defin' },
    told: /^The arguments are not valid JSON .* Send one JSON object\.$/,
  },
  'with a list instead of arguments': {
    call: { name: 'glossary_update', arguments: '[1, 2, 3]' },
    told: /^The arguments do not fit: .*expected object, received array/,
  },
  'for an entry that is not there': {
    call: { name: 'glossary_update', arguments: { entry_id: 99, definition: 'x' } },
    told: /^There is no entry "99"\. Look for the right one with glossary_search\.$/,
  },
  'for a term that is taken': {
    call: { name: 'glossary_create', arguments: soma },
    told: /^Not created: the glossary has "Soma" already:/,
  },
};

describe('a model that calls', () => {
  it.concurrent('what is wrong in every way is told so for each call, and mends it', async ({
    expect,
    onTestFinished,
  }) => {
    const wrong = Object.values(wrongCalls);
    const cwd = story.copy(onTestFinished);
    const server = await openStoryServer({
      keepsBodies: true,
      respond: (request) => {
        const isNew = request.body.messages.at(-1)?.role === 'user';
        return isNew && findSceneTitle(request) === 'Two'
          ? { calls: wrong.map(({ call }) => call) }
          : recordLate(request);
      },
    });
    onTestFinished(server.close);
    const argv = ['annotate', 'run', '--model', 'openai:story', '--base-url', server.baseUrl];
    const said = await runTerrarium(argv, { cwd });
    expect(said).toMatchObject({ exitCode: 0, error: '' });
    // If calls cannot be parsed, the model is asked once more without a stream. The third request contains
    // the answers to the calls.
    const heard = JSON.parse(server.records[2]?.body ?? '{}').messages.slice(-wrong.length);
    expect(heard).toMatchObject(
      wrong.map(({ told }) => ({ role: 'tool', content: expect.stringMatching(told) })),
    );
    expect(readEntries(join(cwd, 'world'))).toEqual(story.undisturbed);
  });
});

/** Records the person whom the scene is about, even if earlier calls failed. */
function recordLate(request: FakeRequest): FakeReply {
  const messages = request.body.messages;
  const newest = messages.findLastIndex((message) => message.role === 'user');
  const answers = messages.slice(newest).filter((message) => message.role === 'tool').length;
  if (answers > Object.keys(wrongCalls).length) return { text: 'Nothing new.' };
  return recordPerson({ ...request, body: { ...request.body, messages: messages.slice(0, newest + 1) } });
}
