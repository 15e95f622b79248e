// Tests retries: how often, how long, and when not.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ModelError, ProviderError } from '../base/errors.ts';
import { buildFakeEnvironment } from '../testing/fake-environment.ts';
import { buildSampleRequest } from '../testing/language-model-conformance.ts';
import { buildScriptedModel, type ScriptStep } from '../testing/scripted-model.ts';
import { computeBackoffMs } from './backoff.ts';
import { type ScheduledRetry, withRetries } from './with-retries.ts';

function buildFailure(details: { retryable?: boolean; retryAfterMs?: number } = {}): ProviderError {
  const { retryable = true, retryAfterMs } = details;
  return new ProviderError({
    code: 'model.timeout',
    happened: 'Nothing came.',
    todo: 'Wait.',
    retryable,
    retryAfterMs,
  });
}

function open(script: readonly ScriptStep[], options: { attempts?: number; baseDelayMs?: number } = {}) {
  const environment = buildFakeEnvironment({ seed: 7 });
  const retries: ScheduledRetry[] = [];
  const inner = buildScriptedModel(script);
  const model = withRetries(inner, { environment, onRetry: (retry) => retries.push(retry), ...options });
  return { environment, retries, inner, model };
}

describe('a model with retries', () => {
  it('RN5: asks again after what time may mend, and tells about it', async () => {
    const { environment, retries, inner, model } = open([buildFailure(), buildFailure(), { text: 'Yes.' }]);
    expect((await model.reply(buildSampleRequest())).text).toBe('Yes.');
    expect(retries.map((retry) => retry.attempt)).toEqual([1, 2]);
    expect(environment.clock.slept).toEqual(retries.map((retry) => retry.delayMs));
    inner.assertDone();
  });

  it('gives up with the last failure when the attempts are used up', async () => {
    const last = buildFailure();
    const { inner, model } = open([buildFailure(), last], { attempts: 2 });
    await expect(model.reply(buildSampleRequest())).rejects.toBe(last);
    inner.assertDone();
  });

  it.each([
    ['what only a person can mend', buildFailure({ retryable: false })],
    [
      'what the model did',
      new ModelError({ code: 'model.refusal', happened: 'It refused.', todo: 'Ask otherwise.' }),
    ],
    ['what nobody knows', new TypeError('x is not a function')],
  ])('does not repeat %s', async (_what, failure) => {
    const { environment, model } = open([failure, { text: 'Never.' }]);
    await expect(model.reply(buildSampleRequest())).rejects.toBe(failure);
    expect(environment.clock.slept).toEqual([]);
  });

  it('waits at least as long as the server asked', async () => {
    const { environment, model } = open([buildFailure({ retryAfterMs: 42_000 }), { text: 'Yes.' }]);
    await model.reply(buildSampleRequest());
    expect(environment.clock.slept[0]).toBeGreaterThanOrEqual(42_000);
  });

  it('does not wait once aborted', async () => {
    const stop = new AbortController();
    const reason = new Error('enough');
    const failing: ScriptStep = () => {
      stop.abort(reason);
      return buildFailure();
    };
    const { environment, model } = open([failing, { text: 'Never.' }]);
    await expect(model.reply(buildSampleRequest(), { signal: stop.signal })).rejects.toBe(reason);
    expect(environment.clock.slept).toEqual([]);
  });

  it('can do what the model can', async () => {
    const environment = buildFakeEnvironment();
    const able = buildScriptedModel([], { contextTokens: 4096, countTokens: (text) => text.length });
    const model = withRetries(able, { environment });
    expect(await model.findContextTokens?.()).toBe(4096);
    expect(await model.countTokens?.('four')).toBe(4);
    expect(withRetries(buildScriptedModel([]), { environment }).countTokens).toBeUndefined();
  });
});

describe('backoff', () => {
  const chance = (value: number) => ({ next: () => value });

  it('stays between nothing and a ceiling that doubles', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 0, max: 5000 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (attempt, baseDelayMs, value) => {
          const delayMs = computeBackoffMs({ attempt, baseDelayMs }, chance(value));
          expect(delayMs).toBeGreaterThanOrEqual(0);
          expect(delayMs).toBeLessThanOrEqual(Math.min(120_000, baseDelayMs * 2 ** (attempt - 1)));
        },
      ),
    );
  });

  it('does not let a server put us to sleep for the night', () => {
    expect(computeBackoffMs({ attempt: 1, baseDelayMs: 0, retryAfterMs: 86_400_000 }, chance(0))).toBe(
      600_000,
    );
  });
});
