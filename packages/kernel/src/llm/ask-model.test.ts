// Tests asking a model: a person's options are used, up to the cap; after temporary failures it waits, within bounds.

import { describe, expect, it } from 'vitest';
import { ProviderError } from '../base/errors.ts';
import { buildFakeEnvironment } from '../testing/fake-environment.ts';
import { buildScriptedModel, type ScriptStep } from '../testing/scripted-model.ts';
import { type AskedModel, askModel, computeReplyCap } from './ask-model.ts';
import type { LanguageModel } from './language-model.ts';

const question = {
  messages: [{ role: 'user', content: 'Hello.' }],
  maxOutputTokens: 100,
  temperature: 0,
} as const;

const fail = (code: string, retryable = true, retryAfterMs?: number) =>
  new ProviderError({ code, happened: 'It failed.', todo: 'Wait.', retryable, retryAfterMs });
const yes: ScriptStep = { text: 'Yes.' };

function open(script: readonly ScriptStep[]) {
  const { clock, chance } = buildFakeEnvironment();
  const waits: string[] = [];
  const scripted = buildScriptedModel(script);
  const retries = { attempts: 3, baseDelayMs: 1_000, awayMinutes: 5 };
  const onWait = ({ attempt, reason }: { readonly attempt: number; readonly reason: string }) =>
    void waits.push(`${attempt}: ${reason}`);
  const asked: AskedModel = { model: scripted, patience: { clock, chance, retries, onWait } };
  return { asked, scripted, clock, waits };
}

describe('a reply that failed', () => {
  it('is asked for again as long as the server wants to be left alone, and no oftener than is set', async () => {
    const busy = fail('model.rate-limited', true, 7_000);
    const { asked, scripted, clock, waits } = open([busy, busy, yes, busy, busy, busy]);
    expect((await askModel(asked, question)).text).toBe('Yes.');
    expect(clock.slept.every((ms) => ms >= 7_000)).toBe(true);
    expect(waits).toEqual(['1: It failed.', '2: It failed.']);
    await expect(askModel(asked, question)).rejects.toBe(busy);
    scripted.assertDone();
  });

  it('is waited for beyond the attempts where the server is loading or was there before, and not for ever', async () => {
    const loading = Array.from({ length: 20 }, () => fail('model.unavailable'));
    const back = open([...loading, yes, ...loading.map(() => fail('model.unreachable')), yes]);
    await askModel(back.asked, question);
    await askModel(back.asked, question);
    back.scripted.assertDone();
    const gone = open(Array.from({ length: 200 }, () => fail('model.unavailable')));
    await expect(askModel(gone.asked, question)).rejects.toMatchObject({ code: 'model.unavailable' });
    const waitedMs = gone.clock.slept.reduce((sum, ms) => sum + ms, 0);
    expect(waitedMs).toBeLessThan(6 * 60_000);
    const never = open([fail('model.unreachable'), fail('model.unreachable'), fail('model.unreachable')]);
    await expect(askModel(never.asked, question)).rejects.toMatchObject({ code: 'model.unreachable' });
  });

  it('is not asked for again where time mends nothing, or some of it was shown', async () => {
    const cut = fail('model.prompt-cut', false);
    const { asked, scripted } = open([cut]);
    await expect(askModel(asked, question)).rejects.toBe(cut);
    scripted.assertDone();
    const broken = fail('model.broken-stream');
    const steps = [broken, broken, broken];
    const telling: LanguageModel = {
      id: 'test:telling',
      reply: (_request, options) => {
        options?.onText?.('Once');
        return Promise.reject(steps.shift() ?? new Error('Asked too often.'));
      },
    };
    const { clock, chance } = buildFakeEnvironment();
    const retries = { attempts: 3, baseDelayMs: 1, awayMinutes: 0 };
    const patient = { model: telling, patience: { clock, chance, retries } };
    await expect(askModel(patient, question, { onText: () => undefined })).rejects.toBe(broken);
    expect(steps).toHaveLength(2);
    // If no part of the reply is shown, the model is asked again.
    await expect(askModel(patient, question)).rejects.toThrow('Asked too often.');
  });

  it('is left at once when it is no longer wanted', async () => {
    const enough = new AbortController();
    const { clock, chance } = buildFakeEnvironment();
    const patience = {
      clock,
      chance,
      retries: { attempts: 3, baseDelayMs: 1, awayMinutes: 5 },
      onWait: () => enough.abort(new Error('enough')),
    };
    const model = buildScriptedModel([fail('model.unavailable'), yes]);
    const asking = askModel({ model, patience }, question, { signal: enough.signal });
    await expect(asking).rejects.toThrow('enough');
  });

  it('is sent once where nobody waits, and is no longer asked for once somebody has read of it', async () => {
    const model = buildScriptedModel([fail('model.unavailable'), fail('model.unavailable')]);
    await expect(askModel({ model }, question)).rejects.toMatchObject({ code: 'model.unavailable' });
    const read = open([fail('model.unavailable'), yes]);
    await expect(askModel(read.asked, question, { isShown: () => true })).rejects.toThrow('It failed.');
    expect(read.clock.slept).toEqual([]);
  });

  it('is asked for at once where its question was mended, and the question is made anew', async () => {
    const tooLong = fail('model.context-overflow', false);
    const { asked, scripted, clock } = open([tooLong, yes]);
    const contents = ['A long prompt.', 'A short one.'];
    const build = () =>
      ({ ...question, messages: [{ role: 'user', content: contents.shift() ?? '' }] }) as const;
    const reply = await askModel(asked, build, { mend: (error) => error === tooLong });
    expect(reply.text).toBe('Yes.');
    expect(scripted.requests.map(({ messages }) => messages[0]?.content)).toEqual([
      'A long prompt.',
      'A short one.',
    ]);
    expect(clock.slept).toEqual([]);
  });
});

describe('a request', () => {
  it('takes what was said above what its place would take, merged into its own options, and never more than fits', async () => {
    const model = buildScriptedModel([yes, yes, yes]);
    const said = { temperature: 1.5, maxOutputTokens: 900, extraBody: { min_p: 0.1, think: false } };
    await askModel({ model, said }, { ...question, extraBody: { think: true, seed: 1 } });
    await askModel({ model, said }, { ...question, mostOutputTokens: 500 });
    await askModel({ model, said: {} }, { ...question, mostOutputTokens: 500 });
    expect(model.requests[0]).toEqual({
      ...question,
      tools: [],
      toolChoice: 'none',
      temperature: 1.5,
      maxOutputTokens: 900,
      extraBody: { min_p: 0.1, think: false, seed: 1 },
    });
    expect(model.requests.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual([900, 500, 100]);
    expect(model.requests[2]).not.toHaveProperty('extraBody');
    expect(computeReplyCap({ model, said }, { ...question, mostOutputTokens: 500 })).toBe(500);
  });
});
