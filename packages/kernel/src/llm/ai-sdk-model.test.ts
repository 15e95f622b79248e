// Tests the adapter: the port's contract, the form of requests, stable prefixes, and token usage.

import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { type FakeServer, type FakeServerOptions, openFakeServer } from '../testing/fake-server.ts';
import {
  buildSampleRequest,
  describeLanguageModel,
  type OpenModel,
} from '../testing/language-model-conformance.ts';
import { type AiSdkModelOptions, buildAiSdkModel } from './ai-sdk-model.ts';
import type { Message, ModelRequest } from './language-model.ts';

const servers: FakeServer[] = [];

async function open(options: Partial<FakeServerOptions>, model: Partial<AiSdkModelOptions> = {}) {
  const server = await openFakeServer({ respond: () => ({ text: 'Yes.' }), keepsBodies: true, ...options });
  servers.push(server);
  return {
    server,
    model: await buildAiSdkModel({ model: 'openai:fake', baseUrl: server.baseUrl, ...model }),
  };
}

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

function readBodies(server: FakeServer) {
  return server.records.map((record) => JSON.parse(record.body ?? ''));
}

const bothWays = [
  { way: 'whole', streams: false },
  { way: 'streamed', streams: true },
];

for (const { way, streams } of bothWays) {
  const openPlanned: OpenModel = async (plan) => {
    const opened = await open(
      {
        respond: ({ number }) => {
          const planned = plan[number - 1];
          return planned === undefined || planned === 'unavailable' ? {} : planned;
        },
        faults: ({ number }) =>
          plan[number - 1] === 'unavailable' ? { kind: 'status', status: 503 } : undefined,
        pieceCharacters: 7,
      },
      { streams },
    );
    return { model: opened.model, close: () => opened.server.close() };
  };
  describeLanguageModel(`The adapter (replies ${way})`, openPlanned);
}

describe.each(bothWays)('a request of a reply that comes $way', ({ streams }) => {
  it('has the messages in their wire form', async () => {
    const { server, model } = await open({}, { streams });
    await model.reply({
      ...buildSampleRequest(),
      extraBody: { min_p: 0.05, chat_template_kwargs: { think: true } },
    });
    const [body] = readBodies(server);
    expect(body.messages).toEqual([
      { role: 'system', content: 'You keep a glossary.' },
      { role: 'user', content: '<scene>“Ayen” came — and went.</scene>' },
      {
        role: 'assistant',
        content: null,
        reasoning_content: 'A name.',
        tool_calls: [
          {
            id: 'call_a',
            type: 'function',
            function: { name: 'glossary_search', arguments: '{ "query" : "Ayen" }' },
          },
        ],
      },
      { role: 'tool', tool_call_id: 'call_a', content: '<results count="0"/>' },
      { role: 'user', content: 'Go on.' },
    ]);
    expect(body).toMatchObject({
      model: 'fake',
      max_tokens: 200,
      temperature: 0.4,
      tool_choice: 'auto',
      min_p: 0.05,
      chat_template_kwargs: { think: true },
    });
    expect(body.tools).toMatchObject([{ type: 'function', function: { name: 'glossary_search' } }]);
    expect(body.stream_options).toEqual(streams ? { include_usage: true } : undefined);
  });

  it('carries the key, and only in its header', async () => {
    const apiKey = { reveal: () => 'sk-very-secret' };
    const { server, model } = await open({ apiKey: 'sk-very-secret' }, { streams, apiKey });
    expect((await model.reply(buildSampleRequest())).text).toBe('Yes.');
    expect(server.records[0]?.body).not.toContain('sk-very-secret');
  });

  it('carries the credentials of its address where there is no key', async () => {
    const { server } = await open({ credentials: 'kit:p w' });
    const baseUrl = server.baseUrl.replace('//', '//kit:p%20w@');
    const model = await buildAiSdkModel({ model: 'openai:fake', baseUrl, streams });
    expect((await model.reply(buildSampleRequest())).text).toBe('Yes.');
  });

  it('carries the query of its address, as every other question to its server does, and shows it to nobody', async () => {
    const { server } = await open({ query: 'key=s%2Fecret-key&v=1', flavour: 'vllm' });
    const build = (query: string) =>
      buildAiSdkModel({ model: 'openai:fake', baseUrl: `${server.baseUrl}?${query}`, streams });
    const model = await build('key=s%2Fecret-key&v=1');
    expect((await model.reply(buildSampleRequest())).text).toBe('Yes.');
    expect(await model.findContextTokens?.()).toBeGreaterThan(0);
    expect((await model.describeServer?.())?.models).toEqual(['fake']);
    const other = await build('key=m%2Fistyped-key&v=1');
    const failure = await other.reply(buildSampleRequest()).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'model.unauthorised' });
    expect(String(failure)).toContain('/v1/chat/completions?***');
    expect(String(failure)).not.toContain('istyped');
  });

  it('comes over the connection of the request before', async () => {
    const { server, model } = await open({}, { streams });
    for (let count = 0; count < 5; count++) await model.reply(buildSampleRequest());
    expect(new Set(server.records.map((record) => record.connection)).size).toBe(1);
  });

  it('reports usage as the server did, and "unknown" where it said nothing', async () => {
    const full = await open({}, { streams });
    await full.model.reply(buildSampleRequest());
    const again = await full.model.reply(buildSampleRequest());
    expect(again.usage).toEqual({
      promptTokens: full.server.records[1]?.promptTokens,
      cachedTokens: full.server.records[1]?.promptTokens,
      outputTokens: 2,
    });
    const partly = await open({ usage: 'without-cache' }, { streams });
    expect((await partly.model.reply(buildSampleRequest())).usage.cachedTokens).toBe('unknown');
    const silent = await open({ usage: 'none' }, { streams });
    expect((await silent.model.reply(buildSampleRequest())).usage).toEqual({
      promptTokens: 'unknown',
      cachedTokens: 'unknown',
      outputTokens: 'unknown',
    });
  });

  it('takes thinking out of the text where the server leaves it in', async () => {
    const { model } = await open(
      { respond: () => ({ text: '<think>\nA name?\n</think>\n\nYes.' }), pieceCharacters: 3 },
      { streams },
    );
    const pieces: string[] = [];
    const reply = await model.reply(buildSampleRequest(), { onText: (piece) => pieces.push(piece) });
    expect(reply).toMatchObject({ text: 'Yes.', reasoning: 'A name?' });
    if (streams) expect(pieces.join('')).toBe('Yes.');
  });
});

describe('a model whose chat template opens the thinking', () => {
  const inWords = { text: 'A name?\n</think>\n\nYes.' };

  async function ask(model: Awaited<ReturnType<typeof buildAiSdkModel>>) {
    const seen: string[] = [];
    const reply = await model.reply(buildSampleRequest(), {
      onText: (piece) => seen.push(piece),
      onRetract: () => seen.push('|'),
    });
    return { seen: seen.join(''), text: reply.text, reasoning: reply.reasoning };
  }

  it('is known after its first reply: that is taken back, the next shows no thinking', async () => {
    const { model } = await open({ respond: () => inWords, pieceCharacters: 3 });
    const thought = { text: 'Yes.', reasoning: 'A name?' };
    expect(await ask(model)).toEqual({ ...thought, seen: 'A name?\n|Yes.' });
    expect(await ask(model)).toEqual({ ...thought, seen: 'Yes.' });
  });

  it('is believed at once where somebody says so, and where it was cut off all it wrote is thinking', async () => {
    const respond = () => ({ text: 'A name? It', finish: 'length' as const });
    const { model } = await open({ respond, pieceCharacters: 3 }, { opensThinking: true });
    expect(await ask(model)).toEqual({ text: '', reasoning: 'A name? It', seen: '' });
    const whole = await open({ respond }, { opensThinking: true, streams: false });
    expect(await ask(whole.model)).toEqual({ text: '', reasoning: 'A name? It', seen: '' });
    const apart = await open(
      { respond: () => ({ reasoning: 'Hm.', text: 'Yes.' }) },
      { opensThinking: true },
    );
    expect(await ask(apart.model)).toEqual({ text: 'Yes.', reasoning: 'Hm.', seen: 'Yes.' });
  });

  it('is forgotten when it thinks no more', async () => {
    const respond = ({ number }: { readonly number: number }) =>
      number === 1 ? inWords : { text: 'It is so.' };
    const { model } = await open({ respond, pieceCharacters: 3 });
    await ask(model);
    expect(await ask(model)).toMatchObject({ text: 'It is so.', seen: 'It is so.' });
    const pieces: string[] = [];
    await model.reply(buildSampleRequest(), { onText: (piece) => pieces.push(piece) });
    expect(pieces.length).toBeGreaterThan(1);
  });
});

const anyText = fc.string({ unit: 'grapheme', maxLength: 30 });
const anyArguments = fc.oneof(
  fc.json({ maxDepth: 2 }),
  fc.string({ maxLength: 20 }),
  fc.constantFrom('', '[1]', '"text"', 'null', '{"a": "é\\u00e9"}', '{"__proto__": 1}', '{"a":', '{ }'),
);
const anyMessages = fc.array(
  fc.oneof(
    fc.record({ role: fc.constant('user' as const), content: anyText }),
    fc.record({
      role: fc.constant('assistant' as const),
      content: anyText,
      reasoning: anyText,
      calls: fc.array(fc.record({ id: fc.uuid(), name: fc.constant('tool'), arguments: anyArguments }), {
        maxLength: 2,
      }),
    }),
    fc.record({
      role: fc.constant('tool' as const),
      callId: fc.uuid(),
      name: fc.constant('tool'),
      content: anyText,
    }),
  ),
  { minLength: 1, maxLength: 6 },
);

function buildRequest(messages: readonly Message[]): ModelRequest {
  return { ...buildSampleRequest(), messages };
}

describe('the wire', () => {
  it('CX2: keeps a prefix of messages a prefix of the bytes', async () => {
    const { server, model } = await open({}, { streams: false });
    const seen = () => {
      const { tools, messages } = JSON.parse(server.records.at(-1)?.body ?? '');
      return JSON.stringify(tools) + JSON.stringify(messages).slice(0, -1);
    };
    await fc.assert(
      fc.asyncProperty(anyMessages, anyMessages, async (earlier, added) => {
        await model.reply(buildRequest(earlier));
        const before = seen();
        await model.reply(buildRequest([...earlier, ...added]));
        expect(seen().startsWith(before)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it('says the same request in the same bytes', async () => {
    const { server, model } = await open({});
    await fc.assert(
      fc.asyncProperty(anyMessages, async (messages) => {
        await model.reply(buildRequest(messages));
        await model.reply(buildRequest(structuredClone(messages)));
        expect(server.records.at(-1)?.body).toBe(server.records.at(-2)?.body);
      }),
      { numRuns: 25 },
    );
  });

  it('sends arguments back to the byte, or inside an object when they are not one', async () => {
    const { server, model } = await open({}, { streams: false });
    await fc.assert(
      fc.asyncProperty(anyArguments, async (raw) => {
        const calls = [{ id: 'call_a', name: 'tool', arguments: raw }];
        await model.reply(buildRequest([{ role: 'assistant', content: '', calls }]));
        const sent = readBodies(server).at(-1).messages[0].tool_calls[0].function.arguments;
        const value = JSON.parse(sent);
        expect(typeof value === 'object' && value !== null && !Array.isArray(value)).toBe(true);
        if (sent !== raw) expect(value).toEqual({ malformed_arguments: raw });
      }),
      { numRuns: 60 },
    );
    const plain = '{ "a" : "\\u00e9" }';
    const calls = [{ id: 'call_a', name: 'tool', arguments: plain }];
    await model.reply(buildRequest([{ role: 'assistant', content: '', calls }]));
    expect(readBodies(server).at(-1).messages[0].tool_calls[0].function.arguments).toBe(plain);
  });
});

describe('the name and the address of a model', () => {
  it('adds /v1 to an address without a path, and cuts what people paste behind it', async () => {
    const { server } = await open({});
    const root = server.baseUrl.replace('/v1', '');
    for (const baseUrl of [root, `${root}/`, `${root}/v1/`, `${root}/v1/chat/completions`]) {
      const model = await buildAiSdkModel({ model: 'openai:fake', baseUrl });
      expect((await model.reply(buildSampleRequest())).text).toBe('Yes.');
    }
  });

  it('refuses what is neither', async () => {
    for (const model of ['fake', ':fake', 'openai:', '../x:y', 'OpenAI:x']) {
      await expect(buildAiSdkModel({ model })).rejects.toMatchObject({ code: 'model.bad-name' });
    }
    for (const baseUrl of ['localhost:8080', 'ftp://x/v1', 'nowhere']) {
      await expect(buildAiSdkModel({ model: 'openai:x', baseUrl })).rejects.toMatchObject({
        code: 'model.bad-address',
      });
    }
  });

  it('refuses a key that cannot be one, without showing it', async () => {
    const apiKey = { reveal: () => 'sk-very…secret' };
    const failure = await buildAiSdkModel({ model: 'openai:x', apiKey }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'model.bad-key' });
    expect(String(failure)).not.toContain('sk-');
  });

  it('says which package another provider needs', async () => {
    await expect(buildAiSdkModel({ model: 'nosuchprovider:x' })).rejects.toMatchObject({
      code: 'model.provider-missing',
      message: expect.stringContaining('npm install @ai-sdk/nosuchprovider'),
    });
    await expect(buildAiSdkModel({ model: 'provider:x' })).rejects.toMatchObject({
      code: 'model.provider-unusable',
    });
  });

  it('reaches a server through another provider that is installed', async () => {
    const { server, model } = await open({}, { model: 'openai-compatible:fake' });
    const request = buildSampleRequest();
    expect(await model.reply(request)).toMatchObject({ text: 'Yes.', finish: 'stop' });
    expect(readBodies(server)[0].messages).toHaveLength(request.messages.length);
  });
});
