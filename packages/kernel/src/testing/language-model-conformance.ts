// Conformance suite for language models: tests what every implementation of the model port must do.

import { describe, expect, it } from 'vitest';
import { ProviderError } from '../base/errors.ts';
import type { LanguageModel, ModelReply, ModelRequest } from '../llm/language-model.ts';
import type { ScriptedReply } from './scripted-model.ts';

/** A reply to give, or a failure that may pass with time. */
export type PlannedReply = ScriptedReply | 'unavailable';

export interface ModelUnderTest {
  readonly model: LanguageModel;
  close(): Promise<void>;
}

/** Opens a model that gives these replies, one for each request. */
export type OpenModel = (plan: readonly PlannedReply[]) => Promise<ModelUnderTest>;

/** A request with one example of everything that a conversation can contain. */
export function buildSampleRequest(): ModelRequest {
  return {
    messages: [
      { role: 'system', content: 'You keep a glossary.' },
      { role: 'user', content: '<scene>“Ayen” came — and went.</scene>' },
      {
        role: 'assistant',
        content: '',
        reasoning: 'A name.',
        calls: [{ id: 'call_a', name: 'glossary_search', arguments: '{ "query" : "Ayen" }' }],
      },
      { role: 'tool', callId: 'call_a', name: 'glossary_search', content: '<results count="0"/>' },
      { role: 'user', content: 'Go on.' },
    ],
    tools: [
      {
        name: 'glossary_search',
        description: 'Searches the glossary.',
        parameters: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
      },
    ],
    toolChoice: 'auto',
    maxOutputTokens: 200,
    temperature: 0.4,
  };
}

interface Check {
  readonly promise: string;
  check(open: OpenModel): Promise<void>;
}

const checks: readonly Check[] = [
  {
    promise: 'names itself as provider:name',
    async check(open) {
      const id = await runWithModel(open, [], async (model) => model.id);
      expect(id).toMatch(/^[a-z][a-z0-9-]*:.+$/);
    },
  },
  {
    promise: 'gives text back to the letter',
    async check(open) {
      const text = 'Zwei Worte — “drei”, 四, 🜁\n  and a line.';
      expect(await ask(open, { text })).toMatchObject({ text, reasoning: '', calls: [], finish: 'stop' });
    },
  },
  {
    promise: 'keeps reasoning apart from text',
    async check(open) {
      const reply = await ask(open, { text: 'Yes.', reasoning: 'Is it? It is.' });
      expect(reply).toMatchObject({ text: 'Yes.', reasoning: 'Is it? It is.' });
    },
  },
  {
    promise: 'gives several calls in order, their arguments to the byte',
    async check(open) {
      const written = ['{ "b":1,  "a": "\\u00e9\\n" }', '{"id":9007199254740993}'];
      const reply = await ask(open, {
        calls: written.map((raw) => ({ name: 'glossary_search', arguments: raw })),
      });
      expect(reply.calls.map((call) => call.arguments)).toEqual(written);
      expect(new Set(reply.calls.map((call) => call.id)).size).toBe(2);
      expect(reply.finish).toBe('tool-calls');
    },
  },
  {
    promise: 'hands malformed arguments back as they came',
    async check(open) {
      const raw = '{"query": "Ay';
      const reply = await ask(open, { calls: [{ name: 'glossary_search', arguments: raw }] });
      expect(reply.calls).toMatchObject([{ name: 'glossary_search', arguments: raw }]);
    },
  },
  {
    promise: 'says when a reply was cut off or filtered',
    async check(open) {
      expect((await ask(open, { text: 'Half a', finish: 'length' })).finish).toBe('length');
      expect((await ask(open, { text: '', finish: 'content-filter' })).finish).toBe('content-filter');
    },
  },
  {
    promise: 'takes an empty reply for what it is',
    async check(open) {
      expect(await ask(open, {})).toMatchObject({ text: '', reasoning: '', calls: [], finish: 'stop' });
    },
  },
  {
    promise: 'counts only what was counted',
    async check(open) {
      const { usage } = await ask(open, { text: 'Yes.' });
      for (const count of [usage.promptTokens, usage.cachedTokens, usage.outputTokens]) {
        expect(count === 'unknown' || (Number.isInteger(count) && count >= 0)).toBe(true);
      }
      expect(usage.promptTokens).not.toBe(0);
    },
  },
  {
    promise: 'passes on text that adds up to the reply',
    async check(open) {
      const text = 'One two three four five six seven eight nine ten, a tale without end.';
      const pieces: string[] = [];
      await runWithModel(open, [{ text }], (model) =>
        model.reply(buildSampleRequest(), { onText: (piece) => pieces.push(piece) }),
      );
      if (pieces.length > 0) expect(pieces.join('')).toBe(text);
    },
  },
  {
    promise: 'leaves the request as it is',
    async check(open) {
      const request = buildSampleRequest();
      lockDeeply(request);
      await runWithModel(open, [{ text: 'Yes.' }], (model) => model.reply(request));
      expect(request).toEqual(buildSampleRequest());
    },
  },
  {
    promise: 'throws what time may mend as such, once, and answers the next request',
    async check(open) {
      await runWithModel(open, ['unavailable', { text: 'Back.' }], async (model) => {
        const failure = await model.reply(buildSampleRequest()).catch((error: unknown) => error);
        expect(failure).toBeInstanceOf(ProviderError);
        expect(failure).toMatchObject({ retryable: true });
        expect((await model.reply(buildSampleRequest())).text).toBe('Back.');
      });
    },
  },
  {
    promise: 'rejects with the reason of a signal that was aborted before',
    async check(open) {
      const reason = new Error('enough');
      const signal = AbortSignal.abort(reason);
      const failure = await runWithModel(open, [{ text: 'Late.' }], (model) =>
        model.reply(buildSampleRequest(), { signal }).catch((error: unknown) => error),
      );
      expect(failure).toBe(reason);
    },
  },
];

/**
 * Registers the suite for one implementation, except for the tests in `except`, which cannot pass with a server's own
 * protocol.
 */
export function describeLanguageModel(title: string, open: OpenModel, except: readonly string[] = []): void {
  const unknown = except.filter((name) => checks.every(({ promise }) => promise !== name));
  if (unknown.length > 0) throw new Error(`No such promise: ${unknown.join('; ')}`);
  describe(`${title} is a language model`, () => {
    for (const { promise, check } of checks) {
      if (!except.includes(promise)) it(promise, () => check(open));
    }
  });
}

async function runWithModel<Result>(
  open: OpenModel,
  plan: readonly PlannedReply[],
  act: (model: LanguageModel) => Promise<Result>,
): Promise<Result> {
  const opened = await open(plan);
  try {
    return await act(opened.model);
  } finally {
    await opened.close();
  }
}

function ask(open: OpenModel, reply: ScriptedReply): Promise<ModelReply> {
  return runWithModel(open, [reply], (model) => model.reply(buildSampleRequest()));
}

function lockDeeply(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) lockDeeply(inner);
}
