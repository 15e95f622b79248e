// Tests that a reply is read the same from every dialect of servers, and that each kind of fault is recognised.

import { afterEach, describe, expect, it } from 'vitest';
import type { Dialect } from '../testing/dialects/dialect.ts';
import { type Flavour, flavours, requireDialect } from '../testing/dialects/require-dialect.ts';
import { type FakeServer, type FakeServerOptions, openFakeServer } from '../testing/fake-server.ts';
import { buildSampleRequest } from '../testing/language-model-conformance.ts';
import { buildAiSdkModel } from './ai-sdk-model.ts';

const servers: FakeServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function open(options: Partial<FakeServerOptions>, streams = true) {
  const server = await openFakeServer({ respond: () => ({ text: 'Yes.' }), ...options });
  servers.push(server);
  return await buildAiSdkModel({ model: 'openai:fake', baseUrl: server.baseUrl, streams });
}

const ways = flavours.flatMap((flavour) => [
  { flavour, way: 'streamed', streams: true },
  { flavour, way: 'whole', streams: false },
]);

describe.each(ways)('a reply of $flavour that comes $way', ({ flavour, streams }) => {
  it('has its thinking, its text, its calls and their counts', async () => {
    const model = await open(
      {
        flavour,
        respond: () => ({
          reasoning: 'A name, I think.',
          text: 'I note it.',
          calls: [
            { name: 'glossary_search', arguments: { query: 'Ayen' } },
            { name: 'glossary_search', arguments: { query: 'Wren' } },
          ],
        }),
      },
      streams,
    );
    const reply = await model.reply(buildSampleRequest());
    expect(reply).toMatchObject({ reasoning: 'A name, I think.', text: 'I note it.', finish: 'tool-calls' });
    expect(reply.calls.map((call) => JSON.parse(call.arguments))).toEqual([
      { query: 'Ayen' },
      { query: 'Wren' },
    ]);
    const { usage, usageChunk } = requireDialect(flavour);
    const isCounted = !(streams && usageChunk === 'not-with-tools');
    expect(reply.usage.promptTokens !== 'unknown').toBe(isCounted);
    expect(reply.usage.cachedTokens !== 'unknown').toBe(usage === 'full');
  });

  it.each([
    ['null', null],
    ['nothing', undefined],
    ['an empty text', ''],
    ['an empty object', '{}'],
  ])('has the arguments of a tool that takes none, written as %s', async (_how, written) => {
    const call = written === undefined ? { name: 'look' } : { name: 'look', arguments: written };
    const model = await open({ flavour, respond: () => ({ calls: [call] }) }, streams);
    const { calls } = await model.reply(buildSampleRequest());
    expect(calls).toMatchObject([{ name: 'look' }]);
    expect(['', 'null', '{}']).toContain(calls[0]?.arguments);
  });

  it('comes request after request', async () => {
    const model = await open({ flavour }, streams);
    for (let turn = 0; turn < 3; turn += 1) {
      expect((await model.reply(buildSampleRequest())).text).toBe('Yes.');
    }
  });
});

/** Peculiarities that people have met at various servers, each with its source. */
const habits = [
  // ggml-org/llama.cpp 24013, 25241
  ['bare comments between the pieces', { between: ':\n\n' }],
  // theopenco/llmgateway 2334
  ['comments that no empty line ends', { between: ': ping\n' }],
  // Portkey-AI/gateway 1035
  ['comments with other line ends', { between: ': ping - 2\r\n\r\n' }],
  // NousResearch/hermes-agent 8259, continuedev/continue 5849
  ['the name of a call in each of its pieces', { callNames: 'each' }],
  // vercel/ai 14760
  ['the name of a call in its second piece only', { callNames: 'late' }],
  // jjang-ai/vmlx 219, 244
  ['an empty name in the first piece of a call', { callNames: 'empty-first' }],
  // waybarrios/vllm-mlx 107
  ['null for no calls', { noCalls: 'null' }],
  // vllm-project/vllm 44104
  ['an empty list for no calls', { noCalls: 'empty-list' }],
] as const satisfies (readonly [string, Partial<Dialect>])[];

describe.each([true, false])('a reply that has, streamed %s,', (streams) => {
  it.each(habits)('%s is read like any other', async (_name, habit) => {
    const calls = [{ name: 'glossary_search', arguments: { query: 'Ayen of Hollowmere' } }];
    const common = { habits: habit, pieceCharacters: 5 };
    const calling = await open({ ...common, respond: () => ({ text: 'So.', calls }) }, streams);
    const reply = await calling.reply(buildSampleRequest());
    expect(reply).toMatchObject({ text: 'So.', finish: 'tool-calls' });
    expect(reply.calls.map(({ name, arguments: written }) => [name, JSON.parse(written)])).toEqual([
      ['glossary_search', { query: 'Ayen of Hollowmere' }],
    ]);
    const telling = await open({ ...common, respond: () => ({ text: 'Nothing is new here.' }) }, streams);
    expect(await telling.reply(buildSampleRequest())).toMatchObject({
      text: 'Nothing is new here.',
      calls: [],
      finish: 'stop',
    });
  });
});

/** The error code with which each kind of fault reaches the caller, and whether it is retryable. */
const meanings: Readonly<Record<string, readonly [code: string, retryable: boolean]>> = {
  loading: ['model.unavailable', true],
  'call not parsed': ['model.server-error', true],
  'call not parsed in the stream': ['model.broken-stream', true],
  'no stream with tools': ['model.server-error', true],
  'question cut away': ['model.context-overflow', false],
  'model does not take tools': ['model.refuses-tools', false],
  unloaded: ['model.unavailable', true],
  'unloaded in the stream': ['model.broken-stream', true],
  'generation failed': ['model.broken-stream', true],
  crashed: ['model.unavailable', true],
  busy: ['model.unavailable', true],
  'provider lost in the stream': ['model.broken-stream', true],
  'no credit': ['model.no-credit', false],
  'provider down': ['model.unavailable', true],
};

const faults = flavours.flatMap((flavour: Flavour) =>
  Object.entries(requireDialect(flavour).faults).map(([name, fault]) => ({ flavour, name, fault })),
);

describe('a fault of a dialect', () => {
  it.each(faults)('of $flavour is known for what it is: $name', async ({ flavour, name, fault }) => {
    const model = await open({ flavour, faults: () => fault });
    const [code, retryable] = meanings[name] ?? [];
    await expect(model.reply(buildSampleRequest())).rejects.toMatchObject({ code, retryable });
  });
});
