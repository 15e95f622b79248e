// Tests the guard: it notices cut prompts within two requests, and asks once more after a reply that was all thinking.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildScriptedModel, type ScriptStep } from '../testing/scripted-model.ts';
import { guardModel } from './guard-model.ts';
import type { LanguageModel, ModelRequest, ModelUsage, ServerKind } from './language-model.ts';
import { openServerNotebook } from './server-notes.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'guard-model-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const asked = { baseUrl: 'http://localhost:11434', model: 'openai:qwen3' };
const guard = (model: LanguageModel, kind: ServerKind = 'ollama') =>
  guardModel(
    { ...model, describeServer: async () => ({ kind, version: undefined, models: [] }) },
    { asked, notebook: openServerNotebook({ folder }) },
  );

const scene = 'The old warden of Hollowmere walked along the wall and counted the lamps that were lit. ';
const buildRequest = (repeats: number, changes: Partial<ModelRequest> = {}): ModelRequest => ({
  messages: [
    { role: 'system', content: 'You keep a glossary.' },
    { role: 'user', content: scene.repeat(repeats) },
  ],
  tools: [],
  toolChoice: 'auto',
  maxOutputTokens: 2_048,
  temperature: 0,
  ...changes,
});
const long = buildRequest(800);

const count = (promptTokens: number | 'unknown', outputTokens: number | 'unknown' = 4): ModelUsage => ({
  promptTokens,
  cachedTokens: 'unknown',
  outputTokens,
});
const answer = (promptTokens: number): ScriptStep => ({ text: 'Nothing new.', usage: count(promptTokens) });

describe('a prompt that the server cut', () => {
  it('is noticed with the second request, named with the window and what mends it there', async () => {
    const model = buildScriptedModel([answer(2_051), answer(2_050)]);
    await expect(guard(model).reply(long)).rejects.toMatchObject({
      code: 'model.prompt-cut',
      retryable: false,
      happened: expect.stringMatching(/window of about 4096/),
      todo: expect.stringMatching(/OLLAMA_CONTEXT_LENGTH=32768/),
    });
    expect(model.requests).toHaveLength(2);
    expect(model.requests[1]?.maxOutputTokens).toBeLessThan(100);
    await expect(
      guard(buildScriptedModel([answer(2_051), answer(2_050)]), 'llama-cpp').reply(long),
    ).rejects.toMatchObject({ todo: expect.stringMatching(/-c 32768/) });
  });

  it('is noticed with the first where the window was full before the reply began, or says what it is', async () => {
    const full = buildScriptedModel([{ finish: 'length', usage: count(4_095, 1) }]);
    await expect(guard(full).reply(buildRequest(200))).rejects.toThrow(/window of about 4096/);
    const said = buildScriptedModel([answer(3_000)], { contextTokens: 4_096 });
    await expect(guard(said).reply(buildRequest(400))).rejects.toThrow(/window of about 4096/);
  });

  it('is none where a server counts only what is not cached, which is found out once and kept', async () => {
    const model = buildScriptedModel([answer(500), answer(14_000), answer(600)]);
    const first = await guard(model).reply(long);
    expect(first.usage.promptTokens).toBe('unknown');
    expect((await guard(model).reply(long)).usage.promptTokens).toBe('unknown');
    model.assertDone();
  });

  it('is none where the whole was counted, or nothing', async () => {
    const model = buildScriptedModel([answer(14_400), { text: 'Yes.' }, answer(0), answer(9)]);
    const guarded = guard(model);
    expect((await guarded.reply(long)).usage.promptTokens).toBe(14_400);
    for (const _ of ['nothing', '0', '9']) {
      expect((await guarded.reply(long)).usage.promptTokens).toBe('unknown');
    }
    model.assertDone();
  });
});

const thought: ScriptStep = { reasoning: 'Let me think. ', finish: 'length', usage: count('unknown', 2_048) };
const ready: ScriptStep = { text: 'ready', reasoning: 'So.' };

describe('a reply that is all thinking', () => {
  it('is asked for once more with a larger cap, which is kept for the server and model', async () => {
    const model = buildScriptedModel([thought, ready, ready, ready]);
    expect((await guard(model).reply(buildRequest(1))).text).toBe('ready');
    expect((await guard(model).reply(buildRequest(1, { maxOutputTokens: 500 }))).text).toBe('ready');
    const other = guardModel(model, {
      asked: { ...asked, model: 'openai:other' },
      notebook: openServerNotebook({ folder }),
    });
    await other.reply(buildRequest(1));
    expect(model.requests.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual([
      2_048, 8_192, 8_192, 2_048,
    ]);
  });

  it('has its thinking switched off by the switch of its server, where more room does not help', async () => {
    const steps = [thought, thought, thought, ready, ready];
    const bodies = async (kind: ServerKind) => {
      rmSync(folder, { recursive: true, force: true });
      const model = buildScriptedModel(steps);
      const guarded = guard(model, kind);
      await guarded.reply(buildRequest(1));
      expect((await guarded.reply(buildRequest(1))).text).toBe('ready');
      await guard(model, kind).reply(buildRequest(1));
      return model.requests.slice(3).map(({ extraBody }) => extraBody);
    };
    const template = { chat_template_kwargs: { enable_thinking: false } };
    expect(await bodies('llama-cpp')).toEqual([template, template]);
    expect(await bodies('ollama')).toEqual([{ reasoning_effort: 'none' }, { reasoning_effort: 'none' }]);
  });

  it('is met by the next remedy in the next program, and by all of them anew once all were tried', async () => {
    const template = { chat_template_kwargs: { enable_thinking: false } };
    const low = { reasoning_effort: 'low' };
    const seen: unknown[] = [];
    for (const _ of ['cap', 'off', 'low', 'anew']) {
      const model = buildScriptedModel([thought, thought]);
      await guard(model, 'llama-cpp').reply(buildRequest(1));
      const [first, second] = model.requests;
      expect(first).toMatchObject({ maxOutputTokens: 2_048 });
      seen.push([second?.maxOutputTokens, second?.extraBody]);
    }
    expect(seen).toEqual([
      [8_192, undefined],
      [8_192, template],
      [8_192, low],
      [8_192, undefined],
    ]);
    const helped = buildScriptedModel([thought, ready]);
    await guard(helped, 'llama-cpp').reply(buildRequest(1));
    expect(openServerNotebook({ folder }).find(asked)).toEqual({
      replyCap: 8_192,
      thinkingSwitch: 'chat-template',
    });
  });

  it('gets more room in longer replies, too, than was tried in vain in short ones', async () => {
    const model = buildScriptedModel([thought, thought, thought, thought]);
    const guarded = guard(model);
    await guarded.reply(buildRequest(1, { maxOutputTokens: 1_024 }));
    await guarded.reply(buildRequest(1, { maxOutputTokens: 4_000 }));
    expect(model.requests.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual([
      1_024, 4_096, 4_096, 16_000,
    ]);
  });

  it('gets no larger cap than the window has room for', async () => {
    const model = buildScriptedModel([thought, ready], { contextTokens: 4_096 });
    const guarded = guard(model);
    await guarded.findContextTokens?.();
    await guarded.reply(buildRequest(1));
    expect(model.requests[1]?.maxOutputTokens).toBeLessThan(4_096);
    expect(model.requests[1]?.maxOutputTokens).toBeGreaterThan(3_072);
    const tight = buildScriptedModel([thought, ready], { contextTokens: 2_400 });
    const cramped = guardModel(tight, {
      asked: { ...asked, model: 'b' },
      notebook: openServerNotebook({ folder }),
    });
    await cramped.findContextTokens?.();
    await cramped.reply(buildRequest(1));
    expect(tight.requests[1]).toMatchObject({ maxOutputTokens: 2_048, extraBody: expect.anything() });
  });

  it('is asked for twice at most, and what a person says of thinking stays as it is', async () => {
    const said = buildRequest(1, { extraBody: { reasoning_effort: 'high' } });
    const model = buildScriptedModel([thought, thought, thought]);
    const guarded = guard(model);
    expect((await guarded.reply(said)).text).toBe('');
    expect((await guarded.reply(said)).text).toBe('');
    model.assertDone();
    expect(model.requests.map(({ extraBody }) => extraBody)).toEqual(Array(3).fill(said.extraBody));
  });

  it('takes back what was shown of it', async () => {
    const told: string[] = [];
    const model: LanguageModel = {
      ...buildScriptedModel([thought, ready]),
    };
    const showing: LanguageModel = {
      ...model,
      reply: async (request, options) => {
        options?.onText?.('hm');
        return await model.reply(request, options);
      },
    };
    await guard(showing).reply(buildRequest(1), {
      onText: (piece) => told.push(piece),
      onRetract: () => told.push('(taken back)'),
    });
    expect(told).toEqual(['hm', '(taken back)', 'hm', 'ready']);
  });

  it('is known beforehand to whoever examined the server, and found out anew each time', async () => {
    const steps = [thought, ready, thought, thought, thought];
    const model = buildScriptedModel(steps);
    const guarded = guard(model);
    await guarded.reply(buildRequest(1));
    expect(guarded.readHabits?.().thinkingRemedy).toBe('replies of up to 8192 tokens');
    expect(guard(model).readHabits?.().thinkingRemedy).toBe('replies of up to 8192 tokens');
    guarded.clearHabits?.();
    expect(guarded.readHabits?.()).toEqual({});
    expect(guard(model).readHabits?.()).toEqual({});
    await guarded.reply(buildRequest(1));
    expect(model.requests.at(2)?.maxOutputTokens).toBe(2_048);
  });
});
