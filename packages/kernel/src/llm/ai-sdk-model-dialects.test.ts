// Tests that the adapter reads every server's dialect alike, and knows each fault of theirs for what it is.

import { afterEach, describe, expect, it } from 'vitest';
import { type Flavour, findDialect, flavours } from '../testing/dialects/find-dialect.ts';
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
    const { usage, usageChunk } = findDialect(flavour);
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

/** What the faults of each dialect are to whoever asked. */
const meanings: Readonly<Record<string, readonly [code: string, retryable: boolean]>> = {
  loading: ['model.unavailable', true],
  'call not parsed': ['model.server-error', true],
  'call not parsed in the stream': ['model.broken-stream', true],
  'no stream with tools': ['model.server-error', true],
  'question cut away': ['model.context-overflow', false],
  'model does not take tools': ['model.bad-request', false],
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
  Object.entries(findDialect(flavour).faults).map(([name, fault]) => ({ flavour, name, fault })),
);

describe('a fault of a dialect', () => {
  it.each(faults)('of $flavour is known for what it is: $name', async ({ flavour, name, fault }) => {
    const model = await open({ flavour, faults: () => fault });
    const [code, retryable] = meanings[name] ?? [];
    await expect(model.reply(buildSampleRequest())).rejects.toMatchObject({ code, retryable });
  });
});
