// Tests how the fake server handles prompts that are too long, thinking that uses up its reply, and Ollama's own chat.

import { afterEach, describe, expect, it } from 'vitest';
import { type FakeServer, type FakeServerOptions, openFakeServer } from './fake-server.ts';
import type { FakeRequest, WireRequest } from './fake-wire.ts';
import { buildThinkingResponder, type Thinking } from './responders.ts';

const servers: FakeServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function open(options: Partial<FakeServerOptions> = {}) {
  const seen: FakeRequest[] = [];
  const server = await openFakeServer({
    respond: (request) => {
      seen.push(request);
      return { text: 'Yes.' };
    },
    ...options,
  });
  servers.push(server);
  return { server, seen };
}

async function ask(server: FakeServer, path: string, body: Readonly<Record<string, unknown>>) {
  const url = server.baseUrl.replace('/v1', path);
  const response = await fetch(url, { method: 'POST', body: JSON.stringify({ model: 'fake', ...body }) });
  return { status: response.status, text: await response.text() };
}

const long = [
  { role: 'system', content: 'You keep a glossary of a long story.' },
  { role: 'user', content: 'The lamps of Hollowmere were lit one after the other. '.repeat(100) },
];
const tools = [{ type: 'function', function: { name: 'look', parameters: {} } }];

async function askLong(options: Partial<FakeServerOptions>, more: Readonly<Record<string, unknown>> = {}) {
  const { server, seen } = await open({ contextTokens: 400, ...options });
  const { status, text } = await ask(server, '/v1/chat/completions', { messages: long, tools, ...more });
  return { status, reply: JSON.parse(text), seen: seen[0], server };
}

describe('a prompt longer than the window', () => {
  it('is cut from the front by Ollama: half the window is left, tools and instructions are gone', async () => {
    const { status, reply, seen, server } = await askLong({ flavour: 'ollama' });
    expect(status).toBe(200);
    expect(reply.usage.prompt_tokens).toBe(202);
    expect(reply.choices[0].finish_reason).toBe('stop');
    expect(seen?.body.tools).toBeUndefined();
    expect(seen?.body.messages.map(({ role }) => role)).toEqual(['user']);
    expect(server.records[0]?.promptTokens).toBeGreaterThan(1_000);
  });

  it('may fill the window but for one token, with one token of reply', async () => {
    const { reply, seen } = await askLong({ flavour: 'ollama', longPrompt: 'ends' });
    expect(reply.usage).toMatchObject({ prompt_tokens: 399, completion_tokens: 1 });
    expect(reply.choices[0]).toMatchObject({ finish_reason: 'length', message: { content: '' } });
    expect(seen).toBeUndefined();
  });

  it('is an error of its own where the last question was cut away', async () => {
    const messages = [
      { role: 'user', content: 'Look.' },
      { role: 'tool', tool_call_id: 'a', content: long[1]?.content },
    ];
    const { status, reply } = await askLong({ flavour: 'ollama' }, { messages });
    expect(status).toBe(500);
    expect(reply.error.message).toBe('no user query found in messages');
  });

  it('is shifted by KoboldCpp so that the reply has room', async () => {
    const { reply } = await askLong({ flavour: 'koboldcpp' }, { max_tokens: 100 });
    expect(reply.usage.prompt_tokens).toBe(300);
  });

  it('is answered with nothing where LM Studio says nothing of it', async () => {
    const { status, reply } = await askLong({ flavour: 'lm-studio', longPrompt: 'says-nothing' });
    expect(status).toBe(200);
    expect(reply.choices[0].message.content).toBe('');
  });

  it('is refused by LM Studio inside the stream that was asked for, under status 200', async () => {
    const { server } = await open({ contextTokens: 400, flavour: 'lm-studio' });
    const { status, text } = await ask(server, '/v1/chat/completions', { messages: long, stream: true });
    expect(status).toBe(200);
    expect(text).toMatch(/^event: error\ndata: \{"error":"Trying to keep/);
  });
});

describe("Ollama's own chat", () => {
  const messages = [{ role: 'user', content: 'Well?' }];

  it('honours the window that is asked for, which its other address does not', async () => {
    const { server } = await open({ contextTokens: 400, flavour: 'ollama' });
    const options = { num_ctx: 4_096 };
    const own = await ask(server, '/api/chat', { messages: long, options, stream: false });
    expect(JSON.parse(own.text).prompt_eval_count).toBeGreaterThan(1_000);
    const loaded = await (await fetch(server.baseUrl.replace('/v1', '/api/ps'))).json();
    expect(loaded).toMatchObject({ models: [{ context_length: 4_096 }] });
    const other = await ask(server, '/v1/chat/completions', { messages: long, options });
    expect(JSON.parse(other.text).usage.prompt_tokens).toBe(202);
  });

  it('streams lines of JSON: thinking, text, calls with objects, and counts at the end', async () => {
    const { server } = await open({
      flavour: 'ollama',
      respond: () => ({
        reasoning: 'A name.',
        text: 'Yes.',
        calls: [{ name: 'look', arguments: { at: 'Wren' } }],
      }),
    });
    const { text } = await ask(server, '/api/chat', { messages, tools });
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ message }) => message)).toMatchObject([
      { thinking: 'A name.' },
      { content: 'Yes.' },
      { tool_calls: [{ function: { name: 'look', arguments: { at: 'Wren' } } }] },
      { content: '' },
    ]);
    expect(lines.at(-1)).toMatchObject({ done: true, done_reason: 'stop' });
    expect(lines.at(-1).prompt_eval_count).toBe(server.records[0]?.promptTokens);
  });
});

describe('a model that thinks', () => {
  async function think(thinking: Thinking, body: Partial<WireRequest>) {
    const respond = buildThinkingResponder(() => ({ text: 'Yes.' }), thinking);
    const { server } = await open({ respond });
    const messages = [{ role: 'user', content: 'Well?' }];
    const { text } = await ask(server, '/v1/chat/completions', { messages, ...body });
    const { choices, usage } = JSON.parse(text);
    return { ...choices[0].message, finish: choices[0].finish_reason, used: usage.completion_tokens };
  }

  it('says nothing where the cap ends its thinking, and answers where there is room', async () => {
    const eaten = await think({ tokens: 100 }, { max_tokens: 64 });
    expect(eaten).toMatchObject({ content: '', finish: 'length', used: 64 });
    expect(await think({ tokens: 100 }, { max_tokens: 200 })).toMatchObject({
      content: 'Yes.',
      finish: 'stop',
    });
  });

  it.each([
    ['chat_template_kwargs', { chat_template_kwargs: { enable_thinking: false } }],
    ['enable_thinking', { enable_thinking: false }],
    ['reasoning_effort', { reasoning_effort: 'low' }],
    ['think', { think: false }],
    ['/no_think', { messages: [{ role: 'user', content: 'Well? /no_think' }] }],
  ] as const)('answers at once where %s switches it off, if it knows the switch', async (name, body) => {
    const cap = { max_tokens: 64, ...body };
    expect(await think({ tokens: 100, offBy: [name] }, cap)).toMatchObject({ content: 'Yes.' });
    expect(await think({ tokens: 100 }, cap)).toMatchObject({ content: '' });
  });
});
