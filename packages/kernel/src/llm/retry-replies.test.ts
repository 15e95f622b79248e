// Tests asking again: what time may mend is waited for, within its bounds, and nothing that was shown is said twice.

import { describe, expect, it } from 'vitest';
import { ProviderError } from '../base/errors.ts';
import { buildFakeEnvironment } from '../testing/fake-environment.ts';
import { buildScriptedModel, type ScriptStep } from '../testing/scripted-model.ts';
import type { LanguageModel, ModelRequest } from './language-model.ts';
import { retryReplies } from './retry-replies.ts';

const request: ModelRequest = {
  messages: [{ role: 'user', content: 'Hello.' }],
  tools: [],
  toolChoice: 'none',
  maxOutputTokens: 100,
  temperature: 0,
};

const fail = (code: string, retryable = true, retryAfterMs?: number) =>
  new ProviderError({ code, happened: 'It failed.', todo: 'Wait.', retryable, retryAfterMs });
const yes: ScriptStep = { text: 'Yes.' };

function open(script: readonly ScriptStep[]) {
  const { clock, chance } = buildFakeEnvironment();
  const waits: string[] = [];
  const scripted = buildScriptedModel(script);
  const model = retryReplies(scripted, {
    clock,
    chance,
    retries: { attempts: 3, baseDelayMs: 1_000, awayMinutes: 5 },
    onWait: ({ reason }) => waits.push(reason),
  });
  return { model, scripted, clock, waits };
}

describe('a reply that failed', () => {
  it('is asked for again as long as the server wants to be left alone, and no oftener than is set', async () => {
    const busy = fail('model.rate-limited', true, 7_000);
    const { model, scripted, clock, waits } = open([busy, busy, yes, busy, busy, busy]);
    expect((await model.reply(request)).text).toBe('Yes.');
    expect(clock.slept.every((ms) => ms >= 7_000)).toBe(true);
    expect(waits).toEqual(['It failed.', 'It failed.']);
    await expect(model.reply(request)).rejects.toBe(busy);
    scripted.assertDone();
  });

  it('is waited for beyond the attempts where the server is loading or was there before, and not for ever', async () => {
    const loading = Array.from({ length: 20 }, () => fail('model.unavailable'));
    const back = open([...loading, yes, ...loading.map(() => fail('model.unreachable')), yes]);
    await back.model.reply(request);
    await back.model.reply(request);
    back.scripted.assertDone();
    const gone = open(Array.from({ length: 200 }, () => fail('model.unavailable')));
    await expect(gone.model.reply(request)).rejects.toMatchObject({ code: 'model.unavailable' });
    const waitedMs = gone.clock.slept.reduce((sum, ms) => sum + ms, 0);
    expect(waitedMs).toBeLessThan(6 * 60_000);
    const never = open([fail('model.unreachable'), fail('model.unreachable'), fail('model.unreachable')]);
    await expect(never.model.reply(request)).rejects.toMatchObject({ code: 'model.unreachable' });
  });

  it('is not asked for again where time mends nothing, or some of it was shown', async () => {
    const cut = fail('model.prompt-cut', false);
    const { model, scripted } = open([cut]);
    await expect(model.reply(request)).rejects.toBe(cut);
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
    const patient = retryReplies(telling, { clock, chance, retries });
    await expect(patient.reply(request, { onText: () => undefined })).rejects.toBe(broken);
    expect(steps).toHaveLength(2);
    // Whoever shows nothing has it asked again.
    await expect(patient.reply(request)).rejects.toThrow('Asked too often.');
  });

  it('is left at once when it is no longer wanted', async () => {
    const enough = new AbortController();
    const { clock, chance } = buildFakeEnvironment();
    const model = retryReplies(buildScriptedModel([fail('model.unavailable'), yes]), {
      clock,
      chance,
      retries: { attempts: 3, baseDelayMs: 1, awayMinutes: 5 },
      onWait: () => enough.abort(new Error('enough')),
    });
    await expect(model.reply(request, { signal: enough.signal })).rejects.toThrow('enough');
  });
});
