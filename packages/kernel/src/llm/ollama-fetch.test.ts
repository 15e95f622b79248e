// Tests requests to Ollama's own chat address: they fulfil the contract, ask for a window, and go to Ollama only.

import { afterEach, describe, expect, it } from 'vitest';
import { type FakeServer, type FakeServerOptions, openFakeServer } from '../testing/fake-server.ts';
import {
  buildSampleRequest,
  describeLanguageModel,
  type OpenModel,
} from '../testing/language-model-conformance.ts';
import { type AiSdkModelOptions, buildAiSdkModel } from './ai-sdk-model.ts';

const servers: FakeServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function open(options: Partial<FakeServerOptions>, model: Partial<AiSdkModelOptions> = {}) {
  const server = await openFakeServer({
    respond: () => ({ text: 'Yes.' }),
    keepsBodies: true,
    flavour: 'ollama',
    contextTokens: 4_096,
    ...options,
  });
  servers.push(server);
  const windowTokens = 18_000;
  return {
    server,
    model: await buildAiSdkModel({ model: 'openai:fake', baseUrl: server.baseUrl, windowTokens, ...model }),
  };
}

const readBodies = (server: FakeServer) => server.records.map(({ body }) => JSON.parse(body ?? ''));

for (const streams of [false, true]) {
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
  // Ollama's own chat sends arguments as values that it parsed itself, so tests about the text of the arguments do not
  // apply.
  describeLanguageModel(`Ollama's own chat (${streams ? 'streamed' : 'whole'})`, openPlanned, [
    'gives several calls in order, their arguments to the byte',
    'hands malformed arguments back as they came',
    'says when a reply was cut off or filtered',
  ]);
}

describe('an Ollama', () => {
  it('is asked for the same window with every request, so that a long prompt is read whole', async () => {
    const { server, model } = await open({});
    expect(await model.findContextTokens?.()).toBe(18_432);
    const long = {
      ...buildSampleRequest(),
      messages: [{ role: 'user' as const, content: 'Soma left. '.repeat(3_000) }],
    };
    const reply = await model.reply(long);
    expect(reply.usage.promptTokens).toBeGreaterThan(4_096);
    await model.reply(buildSampleRequest());
    expect(readBodies(server).map(({ options }) => options.num_ctx)).toEqual([18_432, 18_432]);
    const old = await open({}, { windowTokens: undefined });
    expect((await old.model.reply(long)).usage.promptTokens).toBeLessThan(4_096);
  });

  it('keeps a larger window that is loaded, and is asked for none that its model cannot have', async () => {
    const larger = await open({ contextTokens: 32_768 });
    expect(await larger.model.findContextTokens?.()).toBe(32_768);
    const most = await open({ contextTokens: 1_024 });
    expect(await most.model.findContextTokens?.()).toBe(10_240);
  });

  it('gets a request in its own form: options, thinking, pictures, arguments as objects', async () => {
    const { server, model } = await open({});
    const bytes = new Uint8Array([1, 2, 3]);
    const sample = buildSampleRequest();
    await model.reply({
      ...sample,
      messages: [
        ...sample.messages,
        { role: 'assistant', content: '', calls: [{ id: 'b', name: 'glossary_search', arguments: '{"que' }] },
        { role: 'tool', callId: 'b', name: 'glossary_search', content: 'No JSON.' },
        { role: 'user', content: 'See.', pictures: [{ mediaType: 'image/png', bytes }] },
      ],
      extraBody: { min_p: 0.05, reasoning_effort: 'none', keep_alive: '30m', options: { num_ctx: 8_192 } },
    });
    const [body] = readBodies(server);
    expect(body).toMatchObject({
      model: 'fake',
      stream: true,
      think: false,
      keep_alive: '30m',
      options: { num_ctx: 8_192, temperature: 0.4, num_predict: 200, min_p: 0.05 },
    });
    expect(body.max_tokens).toBeUndefined();
    expect(body.messages[2]).toMatchObject({
      thinking: 'A name.',
      tool_calls: [{ function: { name: 'glossary_search', arguments: { query: 'Ayen' } } }],
    });
    expect(body.messages.at(-3).tool_calls[0].function.arguments).toEqual({ malformed_arguments: '{"que' });
    expect(body.messages.at(-1)).toEqual({
      role: 'user',
      content: 'See.',
      images: [Buffer.from(bytes).toString('base64')],
    });
  });

  it('tells of a model it does not have, and of a failure in the middle', async () => {
    const { server } = await open({});
    const other = await buildAiSdkModel({
      model: 'openai:other',
      baseUrl: server.baseUrl,
      windowTokens: 9_000,
    });
    await expect(other.reply(buildSampleRequest())).rejects.toMatchObject({ code: 'model.not-found' });
    const broken = await open({ faults: () => ({ kind: 'error-in-stream', message: 'out of memory' }) });
    await expect(broken.model.reply(buildSampleRequest())).rejects.toThrow(/out of memory/);
    const unfinished = await open({ faults: () => ({ kind: 'unfinished-stream' }) });
    await expect(unfinished.model.reply(buildSampleRequest())).rejects.toMatchObject({
      code: 'model.broken-stream',
    });
  });
});

describe('another server', () => {
  it.each(['vllm', 'llama-cpp', 'lm-studio', 'koboldcpp', 'plain'] as const)(
    'is asked as ever: %s',
    async (flavour) => {
      const { server, model } = await open({ flavour });
      expect((await model.reply(buildSampleRequest())).text).toBe('Yes.');
      await model.reply(buildSampleRequest());
      expect(readBodies(server).map(({ options, max_tokens }) => [options, max_tokens])).toEqual([
        [undefined, 200],
        [undefined, 200],
      ]);
    },
  );
});
