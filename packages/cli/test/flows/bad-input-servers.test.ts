// Servers that are down, refuse, answer garbage or break off: what is said, and that nothing is lost.

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
  /** Instead of the address the server has. */
  readonly address?: (baseUrl: string) => string;
  readonly model?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly happened: RegExp;
  readonly todo: RegExp;
  /** Whether the request was sent again before it gave up. */
  readonly isTriedAgain: boolean;
}

const html = { 'content-type': 'text/html' };
const stream = { 'content-type': 'text/event-stream' };
const oncePatient = { TERRARIUM_PATIENCE_MINUTES: '0.003' };

const badServers: Readonly<Record<string, BadServer>> = {
  'is down': {
    serve: closedPort,
    happened: /Nothing is listening \(http:\/\/127\.0\.0\.1:\d+\/v1, ECONNREFUSED\)\./,
    todo: /Start the model server, or set --base-url to where it runs\./,
    isTriedAgain: true,
  },
  'has a name that nobody knows': {
    serve: closedPort,
    address: () => 'http://no-such-host.invalid/v1',
    // Where no name server answers, a question is given up soon.
    environment: { RES_OPTIONS: 'timeout:1 attempts:1 ndots:1' },
    happened: /The host cannot be reached \(http:\/\/no-such-host\.invalid\/v1, E\w+\)\./,
    todo: /Check --base-url and the network\./,
    isTriedAgain: true,
  },
  'hangs up': {
    serve: () => openTalkingSocket(''),
    happened: /The connection was lost \(\S+, (?:ECONNRESET|EPIPE)\)\./,
    todo: /Look at the log of the model server/,
    isTriedAgain: true,
  },
  'speaks another language than HTTP': {
    serve: () => openTalkingSocket('SSH-2.0-OpenSSH_9.7\r\n'),
    happened: /The answer is not HTTP as expected/,
    todo: /should begin with http:\/\/ or https:\/\/, and its port\./,
    isTriedAgain: false,
  },
  'is asked for TLS on a plain port': {
    serve: () => openRawServer(answer(200, {})),
    address: (baseUrl) => baseUrl.replace('http:', 'https:'),
    happened: /The answer is not HTTP as expected/,
    todo: /should begin with http:\/\/ or https:\/\//,
    isTriedAgain: false,
  },
  'does not have the model': {
    serve: buildFault(undefined),
    model: 'openai:sotry',
    happened: /answered 404: The model `sotry` does not exist\./,
    todo: /The server has: story\. Set --model openai:<one of them>\./,
    isTriedAgain: false,
  },
  'wants a key': {
    serve: () => openRawServer(answer(401, { error: { message: 'Missing key' } })),
    happened: /answered 401: Missing key\./,
    todo: /Set the API key the server expects \(TERRARIUM_API_KEY, or --api-key\)\./,
    isTriedAgain: false,
  },
  'takes no money from this account': {
    serve: () => openRawServer(answer(402, { error: { message: 'Payment required' } })),
    happened: /answered 402: Payment required\./,
    todo: /Look at what your account has left/,
    isTriedAgain: false,
  },
  'forbids it': {
    serve: () => openRawServer(answer(403, { error: { message: 'Not for you' } })),
    happened: /answered 403: Not for you\./,
    todo: /Set the API key the server expects/,
    isTriedAgain: false,
  },
  'is something else at that path': {
    serve: () => openRawServer(answer(404, '<!doctype html><title>Lost</title>', html)),
    happened: /answered 404\./,
    todo: /Check --model and that --base-url ends in \/v1\./,
    isTriedAgain: false,
  },
  'does not take such requests': {
    serve: () => openRawServer(answer(422, { error: { message: 'temperature is too high' } })),
    happened: /answered 422: temperature is too high\./,
    todo: /look at its log, and at --model-option if you gave any\./,
    isTriedAgain: false,
  },
  'refuses for ever because of its limit': {
    serve: () => openRawServer(answer(429, { error: { message: 'Slow down' } })),
    happened: /answered 429: Slow down\./,
    todo: /go on later, or ask its provider for a higher limit\./,
    isTriedAgain: true,
  },
  'fails inside': {
    serve: () => openRawServer(answer(500, { error: { message: 'CUDA out of memory' } })),
    happened: /answered 500: CUDA out of memory\./,
    todo: /look at the log of the server\./,
    isTriedAgain: true,
  },
  'is loading its model': {
    serve: () => openRawServer(answer(503, { error: { message: 'Loading model' } })),
    happened: /answered 503: Loading model\./,
    todo: /It may be starting, loading a model, or busy/,
    isTriedAgain: true,
  },
  'sends away, round and round': {
    serve: () => openRawServer(answer(302, '', { location: 'http://127.0.0.1/again' })),
    happened: /answered 302 \(to http:\/\/127\.0\.0\.1\/again\)\./,
    todo: /Set --base-url to where it redirects to\./,
    isTriedAgain: false,
  },
  'is a web page': {
    serve: () => openRawServer(answer(200, '<!doctype html><title>Hello</title>', html)),
    happened: /did not answer with a reply but with a web page\./,
    todo: /Set --base-url to its OpenAI-compatible address; it usually ends in \/v1\./,
    isTriedAgain: false,
  },
  'says hello to everybody': {
    serve: () => openRawServer(answer(200, 'Hello, everybody.', { 'content-type': 'text/plain' })),
    happened: /did not answer with a reply but with "Hello, everybody\."\./,
    todo: /Check that --base-url is the address of a model server, and look at its log\./,
    isTriedAgain: true,
  },
  'says nothing': {
    serve: () => openRawServer(answer(200, '')),
    happened: /did not answer with a reply but with nothing\./,
    todo: /Check that --base-url is the address of a model server/,
    isTriedAgain: true,
  },
  'answers half an object': {
    serve: buildFault({ kind: 'garbage' }),
    happened: /did not answer with a reply but with "\{"id":"chatcmpl-1","choices":\[\{"ind"\./,
    todo: /Check that --base-url is the address of a model server/,
    isTriedAgain: true,
  },
  'streams what is no piece of a reply': {
    serve: () => openRawServer(answer(200, 'data: {"a":1}\n\ndata: [DONE]\n\n', stream)),
    happened: /The reply broke off: "\{"a":1\}" is no piece of a reply\./,
    todo: /Look at the log of the server/,
    isTriedAgain: true,
  },
  'breaks a stream midway': {
    serve: buildFault({ kind: 'broken-body' }),
    happened: /The connection was lost/,
    todo: /it may have run out of memory or been restarted\./,
    isTriedAgain: true,
  },
  'ends a stream without an end': {
    serve: buildFault({ kind: 'unfinished-stream' }),
    happened: /The reply broke off: /,
    todo: /Look at the log of the server/,
    isTriedAgain: true,
  },
  'puts an error into its stream': {
    serve: buildFault({ kind: 'error-in-stream', message: 'the worker died' }),
    happened: /The reply broke off: the worker died\./,
    todo: /Look at the log of the server/,
    isTriedAgain: true,
  },
  'never begins to answer': {
    serve: buildFault({ kind: 'hang' }),
    environment: oncePatient,
    happened: /The model server did not begin a reply within 0\.2 s\./,
    todo: /give it more time \(patienceMinutes in the configuration\)\./,
    isTriedAgain: true,
  },
};

/** Without the line that says whom it asks. */
const runTerrarium: typeof run = async (argv, options) => {
  const said = await run(argv, options);
  return { ...said, error: said.error.replace(/^Asking .*\n/m, '') };
};

describe('a server that', () => {
  it.concurrent.for(Object.entries(badServers))('%s', async ([_what, bad], { expect, onTestFinished }) => {
    const cwd = story.copy(onTestFinished);
    const server = await bad.serve();
    onTestFinished(server.close);
    const baseUrl = bad.address?.(server.baseUrl) ?? server.baseUrl;
    const argv = ['annotate', 'run', '--model', bad.model ?? 'openai:story', '--base-url', baseUrl];
    const said = await runTerrarium(argv, { cwd, environment: bad.environment ?? {} });
    expect(said.exitCode).toBe(4);
    const [happened = '', todo = '', ...rest] = said.error.trimEnd().split('\n');
    expect(happened).toMatch(/^terrarium: /);
    expect(happened).toMatch(bad.happened);
    expect(todo).toMatch(/^ {2}\S/);
    expect(todo).toMatch(bad.todo);
    expect(rest).toEqual([]);
    expect(said.out.includes('again in')).toBe(bad.isTriedAgain);
    expect(said.out).toContain('Halted. Everything read so far is kept.');
    const mended = await readOn(cwd);
    expect(mended).toMatchObject({ exitCode: 0, requests: 2 });
    expect(readEntries(join(cwd, 'world'))).toEqual(story.undisturbed);
  });
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
    told: /^There is no entry "99"\. Find it with glossary_search\.$/,
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
    // Calls that cannot be read are asked for once more without a stream; the third request has what they were told.
    const heard = JSON.parse(server.records[2]?.body ?? '{}').messages.slice(-wrong.length);
    expect(heard).toMatchObject(
      wrong.map(({ told }) => ({ role: 'tool', content: expect.stringMatching(told) })),
    );
    expect(readEntries(join(cwd, 'world'))).toEqual(story.undisturbed);
  });
});

/** Records who the scene is about, also when calls before went wrong. */
function recordLate(request: FakeRequest): FakeReply {
  const messages = request.body.messages;
  const newest = messages.findLastIndex((message) => message.role === 'user');
  const answers = messages.slice(newest).filter((message) => message.role === 'tool').length;
  if (answers > Object.keys(wrongCalls).length) return { text: 'Nothing new.' };
  return recordPerson({ ...request, body: { ...request.body, messages: messages.slice(0, newest + 1) } });
}
