// Tests the refusal of replies that are all thinking: the error names a remedy, and any other reply is passed on.

import { describe, expect, it } from 'vitest';
import { buildScriptedModel, type ScriptStep } from '../testing/scripted-model.ts';
import { askModel } from './ask-model.ts';
import type { LanguageModel, ServerKind } from './language-model.ts';

const usage = { promptTokens: 100, cachedTokens: 'unknown', outputTokens: 500 } as const;
const request = {
  messages: [{ role: 'user', content: 'Hello.' }],
  tools: [],
  toolChoice: 'auto',
  maxOutputTokens: 500,
  temperature: 0,
} as const;

function ask(step: ScriptStep, kind: ServerKind = 'unknown', options = {}) {
  const model: LanguageModel = {
    ...buildScriptedModel([step]),
    describeServer: async () => ({ kind, version: undefined, models: [] }),
  };
  return askModel({ model }, request, options);
}

describe('a reply that is all thinking', () => {
  it.each([
    ['ollama', 'reasoning_effort=none'],
    ['llama-cpp', '--reasoning-budget 0'],
    ['vllm', 'enable_thinking'],
    ['lm-studio', 'enable_thinking'],
    ['unknown', 'reasoning_effort=low'],
  ] as const)('is refused at %s with its own switch', async (kind, words) => {
    await expect(ask({ reasoning: 'So. ', finish: 'length', usage }, kind)).rejects.toMatchObject({
      code: 'model.thought-out',
      exitCode: 3,
      happened: expect.stringContaining('500 tokens'),
      todo: expect.stringContaining(words),
    });
  });

  it('is refused where the server hides its thinking, too', async () => {
    await expect(ask({ finish: 'length', usage })).rejects.toMatchObject({ code: 'model.thought-out' });
  });

  it('is handed on to whoever judges it', async () => {
    const step = { reasoning: 'So. ', finish: 'length', usage } as const;
    expect((await ask(step, 'unknown', { acceptsSilence: true })).reasoning).toBe('So. ');
  });

  it.each([
    ['words behind the thinking', { reasoning: 'So. ', text: 'Hel', finish: 'length', usage }],
    [
      'a call',
      { reasoning: 'So. ', calls: [{ id: 'a', name: 'roll', arguments: '{}' }], finish: 'length', usage },
    ],
    ['silence by choice', { text: '', finish: 'stop', usage }],
    ['a short cut', { finish: 'length', usage: { ...usage, outputTokens: 1 } }],
  ] satisfies [string, ScriptStep][])('is not what has %s', async (_, step) => {
    expect((await ask(step)).finish).toBe(step.finish);
  });
});
