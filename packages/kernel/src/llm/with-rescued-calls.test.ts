// Tests the rescue of tool calls that a stream loses: it sends one more request, and stores a way that works.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeServer, type FakeServerOptions, openFakeServer } from '../testing/fake-server.ts';
import type { FakeReply } from '../testing/fake-wire.ts';
import { writtenCalls } from '../testing/written-calls.ts';
import { buildAiSdkModel } from './ai-sdk-model.ts';
import type { ModelReply, ModelRequest, ReplyOptions } from './language-model.ts';
import { openServerNotebook } from './server-notes.ts';
import { findLostCall, withRescuedCalls } from './with-rescued-calls.ts';

const servers: FakeServer[] = [];
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rescue-'));
});
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  for (const server of servers.splice(0)) await server.close();
});

const tool = {
  name: 'note_name',
  description: 'Writes down a name.',
  parameters: { type: 'object', properties: { name: { type: 'string' } } },
};

const request: ModelRequest = {
  messages: [{ role: 'user', content: 'Note the name Wren.' }],
  tools: [tool],
  toolChoice: 'auto',
  maxOutputTokens: 100,
  temperature: 0,
};

const called: FakeReply = { calls: [{ name: 'note_name', arguments: { name: 'Wren' } }] };

interface Manners {
  readonly streamed: FakeReply;
  readonly whole: FakeReply;
}

/** A server that gives one reply in streams and another without a stream. */
async function open({ streamed, whole }: Manners, more: Partial<FakeServerOptions> = {}) {
  const asked: string[] = [];
  const server = await openFakeServer({
    respond: ({ body }) => {
      asked.push(body.stream === true ? 'stream' : 'whole');
      return body.stream === true ? streamed : whole;
    },
    ...more,
  });
  servers.push(server);
  return { asked, model: await openModel(server.baseUrl) };
}

async function openModel(baseUrl: string) {
  const asked = { baseUrl, model: 'openai:fake' };
  return withRescuedCalls(await buildAiSdkModel(asked), { asked, notebook: openServerNotebook({ folder }) });
}

async function ask(model: { reply: (asked: ModelRequest, options: ReplyOptions) => Promise<ModelReply> }) {
  let shown = '';
  const reply = await model.reply(request, {
    onText: (piece) => {
      shown += piece;
    },
    onRetract: () => {
      shown = '';
    },
  });
  return { calls: reply.calls.map(({ name }) => name), text: reply.text, shown };
}

describe('a call that a stream loses', () => {
  const losses: readonly (readonly [string, FakeReply])[] = [
    ...Object.entries(writtenCalls)
      .filter(([form]) => !form.endsWith(' JSON'))
      .map(
        ([form, write]) => [`written as ${form}`, { text: write('note_name', { name: 'Wren' }) }] as const,
      ),
    ['cut at its end', { calls: [{ name: 'note_name', arguments: '{"name":"Wr' }] }],
    ['doubled', { calls: [{ name: 'note_name', arguments: '{"name":"Wren"}{"name":"Wren"}' }] }],
  ];

  it.each(losses)(
    'is asked for again, %s, and the server is known by it from then on',
    async (_how, streamed) => {
      const { asked, model } = await open({ streamed, whole: called });
      const first = await ask(model);
      expect(first).toEqual({ calls: ['note_name'], text: '', shown: '' });
      await ask(model);
      expect(asked).toEqual(['stream', 'whole', 'whole']);
      expect(model.readHabits?.()).toMatchObject({ losesCallsInStreams: true });
      const later = await openModel(servers[0]?.baseUrl ?? '');
      await ask(later);
      expect(asked.at(-1)).toBe('whole');
      expect(asked).toHaveLength(4);
    },
  );

  it.each([
    ['Failed to parse input at pos 184: <tool_call>', 500],
    ['The model produced output that does not match the expected peg-native format', 500],
    ['Cannot use tools with stream', 500],
  ])('is asked for again where the server says "%s"', async (message, status) => {
    const faults: FakeServerOptions['faults'] = ({ body }) =>
      body.stream === true ? { kind: 'status', status, message } : undefined;
    const { asked, model } = await open({ streamed: {}, whole: called }, { faults, flavour: 'llama-cpp' });
    expect((await ask(model)).calls).toEqual(['note_name']);
    expect(asked).toEqual(['whole']);
  });

  it('is asked for again where the stream is aborted by its parser', async () => {
    const message = 'Failed to parse input at pos 12';
    const { model } = await open(
      { streamed: { text: 'I will note it now, as I was told to.' }, whole: called },
      { faults: ({ body }) => (body.stream === true ? { kind: 'error-in-stream', message } : undefined) },
    );
    expect(await ask(model)).toEqual({ calls: ['note_name'], text: '', shown: '' });
  });

  it('is asked for again where nothing came; twice in a row is no chance any more', async () => {
    const { asked, model } = await open({ streamed: {}, whole: called });
    for (let turn = 0; turn < 3; turn += 1) expect((await ask(model)).calls).toEqual(['note_name']);
    expect(asked).toEqual(['stream', 'whole', 'stream', 'whole', 'whole']);
  });

  it('is left as it came where it is the same without a stream, and is never paid for twice again', async () => {
    const text = '<tool_call>{"name":"note_name","arguments":{"name":"Wren"}}</tool_call>';
    const { asked, model } = await open({ streamed: { text }, whole: { text } });
    for (let turn = 0; turn < 3; turn += 1)
      expect(await ask(model)).toEqual({ calls: [], text, shown: text });
    expect(asked).toEqual(['stream', 'whole', 'stream', 'stream']);
  });

  it('costs two requests at most where a model has nothing to say', async () => {
    const { asked, model } = await open({ streamed: {}, whole: { text: 'Done.' } });
    for (let turn = 0; turn < 4; turn += 1) await ask(model);
    expect(asked.filter((how) => how === 'whole')).toHaveLength(2);
  });

  it('is found out anew after whoever examines the server forgot it', async () => {
    const { asked, model } = await open({ streamed: { text: '[TOOL_CALLS] note_name' }, whole: called });
    await ask(model);
    model.clearHabits?.();
    await ask(model);
    expect(asked).toEqual(['stream', 'whole', 'stream', 'whole']);
  });
});

describe('a reply that lost nothing', () => {
  const usual: ModelReply = {
    text: '',
    reasoning: '',
    calls: [],
    finish: 'stop',
    usage: { promptTokens: 'unknown', cachedTokens: 'unknown', outputTokens: 'unknown' },
  };

  it.each([
    ['calls', { calls: [{ id: 'a', name: 'note_name', arguments: '{}' }] }],
    ['a call without arguments', { calls: [{ id: 'a', name: 'note_name', arguments: '' }] }],
    ['words', { text: 'Wren sat down. "Note_name," she said, is no name.' }],
    ['a cut', { text: '<tool_call>{"name":"note_na', finish: 'length' }],
    ['a call in a fence', { text: writtenCalls['fenced JSON']('note_name', { name: 'Wren' }) }],
    ['a call as plain JSON', { text: writtenCalls['plain JSON']('note_name', { name: 'Wren' }) }],
    ['JSON of its own', { text: '{"narrative": "The lamp went out.", "name": "Wren"}' }],
  ] as const)('is not asked for again: %s', (_what, reply) => {
    expect(findLostCall({ ...usual, ...reply }, [tool])).toBeUndefined();
  });

  it('is asked for once, whatever its words are, unless they hold a mark', () => {
    fc.assert(
      fc.property(fc.lorem({ maxCount: 30 }), (text) => {
        expect(findLostCall({ ...usual, text }, [tool])).toBeUndefined();
      }),
    );
  });

  it('is sent on as it is where no tools are offered', async () => {
    const { asked, model } = await open({ streamed: {}, whole: called });
    await model.reply({ ...request, tools: [] });
    await model.reply({ ...request, toolChoice: 'none' });
    expect(asked).toEqual(['stream', 'stream']);
  });
});
