// Tests how the adapter handles everything that can go wrong on the way to a model and back.

import { afterEach, describe, expect, it } from 'vitest';
import { ProviderError } from '../base/errors.ts';
import { flavours } from '../testing/dialects/require-dialect.ts';
import { type FakeServer, type FakeServerOptions, openFakeServer } from '../testing/fake-server.ts';
import type { FakeFault } from '../testing/fake-wire.ts';
import { buildSampleRequest } from '../testing/language-model-conformance.ts';
import { type AiSdkModelOptions, buildAiSdkModel } from './ai-sdk-model.ts';

const servers: FakeServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function open(options: Partial<FakeServerOptions>, model: Partial<AiSdkModelOptions> = {}) {
  const server = await openFakeServer({
    respond: () => ({ text: 'A reply that is long enough to be cut in two.' }),
    ...options,
  });
  servers.push(server);
  return {
    server,
    model: await buildAiSdkModel({ model: 'openai:fake', baseUrl: server.baseUrl, ...model }),
  };
}

async function fail(fault: FakeFault, model: Partial<AiSdkModelOptions>): Promise<ProviderError> {
  const opened = await open({ faults: () => fault }, model);
  return catchFailure(opened.model.reply(buildSampleRequest()));
}

async function catchFailure(reply: Promise<unknown>): Promise<ProviderError> {
  const failure = await reply.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(failure instanceof ProviderError)) throw new Error(`Not a ProviderError: ${String(failure)}`);
  return failure;
}

const bothWays = [
  { way: 'whole', streams: false },
  { way: 'streamed', streams: true },
];

describe.each(bothWays)('a reply that comes $way', ({ streams }) => {
  it.each([
    ['a server that is overloaded', { kind: 'status', status: 503 }, 'model.unavailable'],
    [
      'a gateway with a page of HTML',
      { kind: 'status', status: 502, message: '<html>' },
      'model.unavailable',
    ],
    ['a rate limit', { kind: 'status', status: 429 }, 'model.rate-limited'],
    ['a connection that is reset', { kind: 'reset' }, 'model.unreachable'],
    ['a reply that breaks off', { kind: 'broken-body' }, 'model.unreachable'],
    ['garbage', { kind: 'garbage' }, 'model.garbled|model.broken-stream'],
    ['a status nobody knows', { kind: 'status', status: 599 }, 'model.server-error'],
    ['silence', { kind: 'hang' }, 'model.timeout'],
    ['a reply that stalls', { kind: 'stall' }, 'model.timeout'],
  ] satisfies [string, FakeFault, string][])('may be had later after %s', async (_what, fault, codes) => {
    const isSilent = fault.kind === 'hang' || fault.kind === 'stall';
    const error = await fail(fault, { streams, ...(isSilent ? { patienceMs: 60, idleMs: 60 } : {}) });
    expect(error.retryable).toBe(true);
    expect(codes.split('|')).toContain(error.code);
  });

  it.each([
    [
      'a bad request',
      { kind: 'status', status: 400, message: 'temperature is too high' },
      'model.bad-request',
    ],
    ['a file server', { kind: 'status', status: 501, message: '<html>' }, 'model.not-found'],
    ['a method nobody knows', { kind: 'status', status: 405 }, 'model.not-found'],
    ['a wrong key', { kind: 'status', status: 401 }, 'model.unauthorised'],
    ['a key without rights', { kind: 'status', status: 403 }, 'model.unauthorised'],
    ['a web page', { kind: 'html' }, 'model.garbled'],
    ['a redirect', { kind: 'status', status: 308 }, 'model.redirected'],
    ['an empty account', { kind: 'status', status: 429, message: 'insufficient_quota' }, 'model.no-credit'],
  ] satisfies [string, FakeFault, string][])(
    'is not worth another try after %s',
    async (_what, fault, code) => {
      expect(await fail(fault, { streams })).toMatchObject({ retryable: false, code });
    },
  );

  it('says what the server said', async () => {
    const fault: FakeFault = { kind: 'status', status: 400, message: 'temperature is too high' };
    expect((await fail(fault, { streams })).message).toContain('temperature is too high');
  });

  it('never shows the key, not even when the server does', async () => {
    const apiKey = { reveal: () => 'sk-very-secret' };
    const { model } = await open({ apiKey: 'another' }, { streams, apiKey });
    expect((await catchFailure(model.reply(buildSampleRequest()))).message).toContain('--api-key');
    const fault: FakeFault = { kind: 'status', status: 401, message: 'Incorrect API key: sk-very-secret' };
    const shown = await fail(fault, { streams, apiKey });
    expect(shown.message).toContain('***');
    expect(`${shown.stack} ${JSON.stringify(shown)} ${String(shown.cause)}`).not.toContain('very-secret');
  });

  it.each([
    ['seconds', { 'retry-after': '7' }, 7000],
    ['milliseconds', { 'retry-after-ms': '250' }, 250],
    [
      'a date',
      { date: 'Sat, 21 Nov 2026 02:00:00 GMT', 'retry-after': 'Sat, 21 Nov 2026 02:00:30 GMT' },
      30_000,
    ],
    ['nonsense', { 'retry-after': 'soon' }, undefined],
  ])('hands on when to come again, in %s', async (_form, headers, retryAfterMs) => {
    expect((await fail({ kind: 'status', status: 429, headers }, { streams })).retryAfterMs).toBe(
      retryAfterMs,
    );
  });

  it.each(flavours)('knows a prompt that is too long in the words of %s', async (flavour) => {
    const { model } = await open({ flavour, contextTokens: 20, longPrompt: 'refuses' }, { streams });
    const error = await catchFailure(model.reply(buildSampleRequest()));
    expect(error).toMatchObject({ code: 'model.context-overflow', retryable: false });
  });

  it('lists the models there are, likeliest first, when it asked for one that is not', async () => {
    const { model } = await open({ models: ['gemma3', 'fake-32b'] }, { streams });
    const error = await catchFailure(model.reply(buildSampleRequest()));
    expect(error).toMatchObject({ code: 'model.not-found', retryable: false });
    expect(error.message).toContain('fake-32b, gemma3');
  });

  it('closes the connection when it is aborted, at once and with the reason', async () => {
    const { server, model } = await open({ faults: () => ({ kind: 'hang' }) }, { streams });
    const stop = new AbortController();
    const reason = new Error('stop it');
    const reply = model.reply(buildSampleRequest(), { signal: stop.signal });
    await waitFor(() => server.records.length === 1);
    stop.abort(reason);
    await expect(reply).rejects.toBe(reason);
    await waitFor(() => server.records[0]?.isAborted === true);
  });

  it('leaves nothing behind on the signal of a run that makes thousands of requests', async () => {
    const { model } = await open({}, { streams });
    const stop = new AbortController();
    let listeners = 0;
    const { signal } = stop;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...rest: Parameters<typeof add>) => {
      listeners += 1;
      add(...rest);
    };
    signal.removeEventListener = (...rest: Parameters<typeof remove>) => {
      listeners -= 1;
      remove(...rest);
    };
    for (let count = 0; count < 3; count++) await model.reply(buildSampleRequest(), { signal });
    await waitFor(() => listeners === 0);
  });
});

describe('a stream', () => {
  it('that ends without an end is broken', async () => {
    expect(await fail({ kind: 'unfinished-stream' }, {})).toMatchObject({
      code: 'model.broken-stream',
      retryable: true,
    });
  });

  it('that brings an error says which', async () => {
    const error = await fail({ kind: 'error-in-stream', message: 'CUDA out of memory' }, {});
    expect(error).toMatchObject({ code: 'model.broken-stream', retryable: true });
    expect(error.message).toContain('CUDA out of memory');
  });

  it('that overflows on the way is an overflow', async () => {
    const message = 'Context size has been exceeded.';
    expect(await fail({ kind: 'error-in-stream', message }, {})).toMatchObject({
      code: 'model.context-overflow',
      retryable: false,
    });
  });

  it('is cut off in the middle by an abort', async () => {
    const { model } = await open({ faults: () => ({ kind: 'stall' }) }, { streams: true });
    const stop = new AbortController();
    const reason = new Error('enough');
    const reply = model.reply(buildSampleRequest(), {
      signal: stop.signal,
      onText: () => stop.abort(reason),
    });
    await expect(reply).rejects.toBe(reason);
  });
});

describe('a server that is not there', () => {
  it('may be there later', async () => {
    const { server, model } = await open({});
    await server.close();
    const error = await catchFailure(model.reply(buildSampleRequest()));
    expect(error).toMatchObject({ code: 'model.unreachable', retryable: true });
    expect(error.message).toContain(server.baseUrl);
  });
});

/** Resolves as soon as the condition is true; only the test itself has a time limit. */
async function waitFor(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(setImmediate);
}

describe('a server that does not stream', () => {
  it('is asked once more, and from then on for whole replies', async () => {
    const { server, model } = await open({ neverStreams: true });
    for (let turn = 0; turn < 2; turn += 1) {
      expect((await model.reply(buildSampleRequest())).text).toBe(
        'A reply that is long enough to be cut in two.',
      );
    }
    expect(server.records).toHaveLength(3);
  });
});
