// Tests how a count of prompt tokens is judged: no correct count raises an alarm, and each known way of cutting is noticed.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkPromptCount, type SentPrompt } from './check-prompt-count.ts';
import type { ModelReply } from './language-model.ts';

const sentOf = (leastTokens: number, loadedTokens?: number): SentPrompt => ({
  leastTokens,
  loadedTokens,
  maxOutputTokens: 2_048,
});

const replyOf = (promptTokens: number | 'unknown', changes: Partial<ModelReply> = {}): ModelReply => ({
  text: 'Nothing new.',
  reasoning: '',
  calls: [],
  finish: 'stop',
  usage: { promptTokens, cachedTokens: 'unknown', outputTokens: 4 },
  ...changes,
});

const choked = { text: '', finish: 'length' } as const;
const oneToken = (promptTokens: number) =>
  replyOf(promptTokens, { ...choked, usage: { promptTokens, cachedTokens: 0, outputTokens: 1 } });

describe('a count of prompt tokens', () => {
  it('is sound wherever the whole prompt was counted, in any vocabulary and any window it fits', () => {
    const counted = fc.record({
      least: fc.integer({ min: 0, max: 200_000 }),
      ratio: fc.double({ min: 0.8, max: 15, noNaN: true }),
      spare: fc.option(fc.integer({ min: 0, max: 100_000 }), { nil: undefined }),
    });
    fc.assert(
      fc.property(counted, ({ least, ratio, spare }) => {
        const tokens = Math.ceil(least * ratio) + 1;
        const window = spare === undefined ? undefined : tokens + Math.ceil(least * 0.25) + spare;
        expect(checkPromptCount(sentOf(least, window), replyOf(tokens)).kind).toBe('sound');
      }),
    );
  });

  it('is of a part where half a window or less was read of a prompt that does not fit', () => {
    const overfull = fc.record({
      steps: fc.integer({ min: 2, max: 128 }),
      over: fc.double({ min: 1, max: 40, noNaN: true }),
      density: fc.double({ min: 1, max: 1.3, noNaN: true }),
    });
    fc.assert(
      fc.property(overfull, ({ steps, over, density }) => {
        const window = steps * 1024;
        const verdict = checkPromptCount(sentOf((window * over) / density), replyOf(window / 2 + 2));
        expect(verdict).toEqual({ kind: 'cut', windowTokens: window, isCertain: false });
      }),
    );
  });

  it('is certain where the window was full before the reply began, or is known to be smaller than the prompt', () => {
    expect(checkPromptCount(sentOf(4_000), oneToken(4_095))).toEqual({
      kind: 'cut',
      windowTokens: 4_096,
      isCertain: true,
    });
    expect(checkPromptCount(sentOf(5_000, 4_096), replyOf(3_900))).toEqual({
      kind: 'cut',
      windowTokens: 4_096,
      isCertain: true,
    });
    // This prompt was not cut: a server that counts more tokens than the window it reported has a larger window in
    // truth.
    expect(checkPromptCount(sentOf(5_000, 4_096), replyOf(6_000)).kind).toBe('sound');
  });

  it('takes no reply that was cut at its cap, or thought, for a full window', () => {
    const usage = { promptTokens: 5_000, cachedTokens: 0, outputTokens: 2_048 } as const;
    for (const reply of [
      replyOf(5_000, { ...choked, usage }),
      replyOf(5_000, { text: '', reasoning: 'Let me think.', finish: 'length', usage }),
      replyOf(5_000, { ...choked, usage: { ...usage, outputTokens: 'unknown' } }),
    ]) {
      expect(checkPromptCount(sentOf(4_000), reply).kind).toBe('sound');
    }
    expect(checkPromptCount({ ...sentOf(4_000), maxOutputTokens: 1 }, oneToken(5_000)).kind).toBe('sound');
  });

  it('tells nothing where nothing is reported, or only what was not cached', () => {
    for (const tokens of ['unknown', 0, -1, Number.NaN, 12] as const) {
      expect(checkPromptCount(sentOf(9_000), replyOf(tokens)).kind).toBe('unknown');
    }
    expect(checkPromptCount(sentOf(700), replyOf(410)).kind).toBe('sound');
  });
});
