// Fuzzes the adapter: whatever a server sends, the result is a reply in our form or a ProviderError.

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ProviderError } from '../base/errors.ts';
import { readProcessEnvironment } from '../config/process-environment.ts';
import { type FakeServer, openFakeServer } from '../testing/fake-server.ts';
import type { FakeFault } from '../testing/fake-wire.ts';
import { buildSampleRequest } from '../testing/language-model-conformance.ts';
import { buildAiSdkModel } from './ai-sdk-model.ts';

const cases = readProcessEnvironment()['TERRARIUM_PROVE'] === '1' ? 20_000 : 1_200;

type Sent = Extract<FakeFault, { kind: 'raw' }>;

const count = z.union([z.int().min(0), z.literal('unknown')]);
const replyShape = z.strictObject({
  text: z.string(),
  reasoning: z.string(),
  calls: z.array(z.strictObject({ id: z.string().min(1), name: z.string(), arguments: z.string() })),
  finish: z.enum(['stop', 'length', 'tool-calls', 'content-filter', 'other']),
  usage: z.strictObject({ promptTokens: count, cachedTokens: count, outputTokens: count }),
});

const oddText = fc.oneof(
  fc.constantFrom(
    '',
    'Nothing new.',
    '<think>',
    '</think>',
    '<think>a</think>b',
    '\ud83d',
    '\ude00',
    '\u0000',
    'x'.repeat(70_000),
    'data: [DONE]\n\n',
    '</story_passages>',
    '__proto__',
    'error',
    '{"term":',
    '{"term":"Soma"}',
    'call_a',
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
);
const oddNumber = fc.constantFrom(0, 1, -1, 0.5, 12_345, 1e308, 2 ** 53);
const odd = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  oddNumber,
  oddText,
  fc.constant([]),
  fc.constant({}),
  fc.json().map((text) => JSON.parse(text)),
);

/** A field that usually has a valid value, sometimes any other value, and sometimes none. */
function mostly<Value>(usual: fc.Arbitrary<Value>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 40, arbitrary: usual }, { weight: 1, arbitrary: odd }, fc.constant(undefined));
}

const wireCall = fc.record({
  index: mostly(fc.constantFrom(0, 0, 0, 1, 2, -1, 1000)),
  id: mostly(fc.constantFrom('call_a', 'call_a', 'call_b', '', 'x'.repeat(500), '</tool>')),
  type: mostly(fc.constant('function')),
  function: mostly(
    fc.record({
      name: mostly(fc.constantFrom('glossary_create', 'glossary_search', '', 'sing')),
      arguments: mostly(fc.oneof(oddText, fc.json())),
    }),
  ),
});
const content = fc.record({
  role: mostly(fc.constant('assistant')),
  content: mostly(oddText),
  reasoning_content: mostly(oddText),
  reasoning: mostly(oddText),
  tool_calls: mostly(fc.array(mostly(wireCall), { maxLength: 3 })),
});
const usage = fc.record({
  prompt_tokens: mostly(oddNumber),
  completion_tokens: mostly(oddNumber),
  total_tokens: mostly(oddNumber),
  prompt_tokens_details: mostly(fc.record({ cached_tokens: mostly(oddNumber) })),
  completion_tokens_details: mostly(fc.record({ reasoning_tokens: mostly(oddNumber) })),
});
const finish = mostly(fc.constantFrom('stop', 'tool_calls', 'length', 'content_filter', null, 'eos', ''));

function bodyOf(part: 'message' | 'delta'): fc.Arbitrary<unknown> {
  return fc.record({
    id: mostly(fc.constant('chatcmpl-1')),
    object: mostly(fc.constant('chat.completion')),
    created: mostly(fc.constant(0)),
    model: mostly(fc.constant('fake')),
    choices: mostly(
      fc.array(
        mostly(fc.record({ index: mostly(fc.constant(0)), [part]: mostly(content), finish_reason: finish })),
        {
          maxLength: 2,
        },
      ),
    ),
    usage: mostly(usage),
  });
}

const strangeType = fc.constantFrom(
  'application/json',
  'text/event-stream',
  'text/event-stream; charset=utf-8',
  'text/html',
  '',
);
const status = fc.oneof(
  { weight: 9, arbitrary: fc.constant(200) },
  fc.constantFrom(200, 200, 200, 200, 200, 200, 201, 204, 400, 404, 413, 422, 429, 500, 503),
);
const whole = fc.oneof(
  { weight: 6, arbitrary: bodyOf('message').map((body) => JSON.stringify(body)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(bodyOf('message'), fc.nat({ max: 400 }))
      .map(([body, cut]) => JSON.stringify(body).slice(0, cut)),
  },
  { weight: 1, arbitrary: odd.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: oddText },
  { weight: 1, arbitrary: fc.record({ error: odd }).map((body) => JSON.stringify(body)) },
);
const event = fc.oneof(
  { weight: 60, arbitrary: bodyOf('delta').map((body) => `data: ${JSON.stringify(body)}\n\n`) },
  { weight: 1, arbitrary: oddText.map((text) => `data: ${text}\n\n`) },
  { weight: 1, arbitrary: odd.map((value) => `data: ${JSON.stringify({ error: value })}\n\n`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ': ping\n\n',
      'event: error\ndata: {}\n\n',
      'data:\n\n',
      'id: 1\n\n',
      '\n',
      '\ufeff',
    ),
  },
  { weight: 1, arbitrary: oddText },
);
const lastEvent = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n';
const streamed = fc
  .tuple(
    fc.array(event, { maxLength: 5 }),
    fc.constantFrom(
      `${lastEvent}data: [DONE]\n\n`,
      `${lastEvent}data: [DONE]\n\n`,
      lastEvent,
      'data: [DONE]',
      '',
    ),
  )
  .map(([events, end]) => events.join('') + end);

function send(body: fc.Arbitrary<string>, usualType: string): fc.Arbitrary<Sent> {
  const type = fc.oneof({ weight: 9, arbitrary: fc.constant(usualType) }, strangeType);
  return fc.record({ kind: fc.constant('raw' as const), status, type, body });
}

let server: FakeServer;
let sent: Sent | undefined;

beforeAll(async () => {
  server = await openFakeServer({ respond: () => ({ text: 'Never asked.' }), faults: () => sent });
});

afterAll(() => server.close());

async function expectReplyOrFailure(next: Sent, streams: boolean): Promise<'reply' | 'failure'> {
  sent = next;
  const model = await buildAiSdkModel({
    model: 'openai:fake',
    baseUrl: server.baseUrl,
    streams,
    idleMs: 2_000,
  });
  const pieces: string[] = [];
  try {
    const reply = await model.reply(buildSampleRequest(), { onText: (piece) => pieces.push(piece) });
    replyShape.parse(reply);
    expect(new Set(reply.calls.map((call) => call.id)).size).toBe(reply.calls.length);
    return 'reply';
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    expect(error.happened.length).toBeLessThan(2_000);
    return 'failure';
  }
}

describe.each([
  { way: 'whole', streams: false, wire: send(whole, 'application/json') },
  {
    way: 'streamed',
    streams: true,
    wire: send(fc.oneof({ weight: 9, arbitrary: streamed }, whole), 'text/event-stream'),
  },
])('a server that answers anything, $way', ({ streams, wire }) => {
  it('is answered with a reply in our shape, or an error that says what to do', {
    timeout: 600_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(wire, async (next) => {
        await expectReplyOrFailure(next, streams);
      }),
      { numRuns: cases / 2 },
    );
  });

  it('is drawn so that both come of it often', async () => {
    const seen = { reply: 0, failure: 0 };
    // The seed is fixed, because this tests the generator itself.
    for (const next of fc.sample(wire, { seed: 1, numRuns: 200 })) {
      seen[await expectReplyOrFailure(next, streams)] += 1;
    }
    expect(Math.min(seen.reply, seen.failure)).toBeGreaterThan(8);
  });
});
