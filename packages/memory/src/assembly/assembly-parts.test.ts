// Tests the parts of an assembly: cutting, filling, budgets, waiting for an embedder.

import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import fc from 'fast-check';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { embedInTime } from '../echoes/query-vector.ts';
import {
  computeConversationMaximum,
  computeWorkingMemoryMaximum,
  resolveBudgets,
} from '../ledger/wake-package.ts';
import {
  cutText,
  estimatingCounter,
  fillByScore,
  removeUntilFits,
  type TokenCounter,
} from './token-budget.ts';

const o200k: TokenCounter = {
  id: 'o200k',
  count: (text) => encode(text, { disallowedSpecial: new Set() }).length,
};

test('AS5: a text that is cut fits into its room, begins as before, and ends with the mark', () => {
  const mark = ' … [cut]';
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.lorem({ mode: 'sentences', maxCount: 30 }),
    fc
      .tuple(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }), fc.nat(3000))
      .map(([text, times]) => text.repeat(times)),
  );
  fc.assert(
    fc.property(texts, fc.nat(80), fc.constantFrom(estimatingCounter, o200k), (text, maximum, tokens) => {
      const cut = cutText(text, { maximum, mark, tokens });
      expect(cut.tokens).toBe(tokens.count(cut.text));
      expect(cut.tokens).toBeLessThanOrEqual(maximum);
      if (!cut.isCut) expect(cut.text).toBe(text);
      if (cut.isCut && cut.text !== '') {
        expect(cut.text.endsWith(mark)).toBe(true);
        expect(text.startsWith(cut.text.slice(0, -mark.length))).toBe(true);
      }
      if (text.isWellFormed()) expect(cut.text.isWellFormed()).toBe(true);
    }),
  );
});

test('AS5: the time for cutting a text depends on the room, not on the text', () => {
  const seen: number[] = [];
  const tokens: TokenCounter = {
    id: 'watched',
    count: (text) => Math.ceil((seen.push(text.length) * 0 + text.length) / 4),
  };
  cutText('a'.repeat(5_000_000), { maximum: 100, mark: '…', tokens });
  expect(Math.max(...seen)).toBeLessThanOrEqual(100 * 12 + 1);
  expect(seen.length).toBeLessThan(20);
});

test('AS2: filling takes the best items that fit, and never more than the room; what is left out did not fit', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 60 });
  fc.assert(
    fc.property(sizes, fc.nat(300), (candidates, maximum) => {
      const indexed = candidates.map((size, index) => ({ size, index }));
      const { chosen, left, used } = fillByScore(indexed, { maximum, measure: ({ size }) => size });
      expect(used).toBe(chosen.reduce((sum, { size }) => sum + size, 0));
      expect(used).toBeLessThanOrEqual(maximum);
      expect([...chosen, ...left].map(({ index }) => index).sort((one, other) => one - other)).toEqual(
        indexed.map(({ index }) => index),
      );
      for (const one of left.slice(0, 24)) {
        const better = chosen
          .filter(({ index }) => index < one.index)
          .reduce((sum, { size }) => sum + size, 0);
        expect(maximum - better < 4 || better + one.size > maximum).toBe(true);
      }
    }),
  );
});

test('AS5: if all together is too much, the worst items go until the rest fits', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50), { maxLength: 20 }), fc.nat(200), (sizes, maximum) => {
      const measureAll = (some: readonly number[]) => some.reduce((sum, size) => sum + size, 7);
      const { kept, dropped, tokens } = removeUntilFits(sizes, { maximum, measureAll });
      expect([...kept, ...[...dropped].reverse()]).toEqual(sizes);
      expect(kept.length === 0 ? tokens === 0 : tokens <= maximum).toBe(true);
      const [next] = [...dropped].reverse();
      if (next !== undefined) expect(measureAll([...kept, next])).toBeGreaterThan(maximum);
    }),
  );
});

test('AS3, AS15: working memory and conversation never take more than both budgets and the reserve', () => {
  const tokens = fc.nat(5000);
  const budgets = fc.record({
    workingMemory: tokens,
    conversation: tokens,
    reserve: tokens,
    workingMemoryShare: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(budgets, fc.double({ min: 0, max: 1, noNaN: true }), (given, fill) => {
      const settled = resolveBudgets(given);
      const used = Math.floor(computeWorkingMemoryMaximum(settled) * fill);
      const together = used + computeConversationMaximum(settled, used);
      expect(together).toBeLessThanOrEqual(given.workingMemory + given.conversation + given.reserve);
      expect(computeConversationMaximum(settled, used)).toBeGreaterThanOrEqual(given.conversation);
    }),
  );
  expect(computeWorkingMemoryMaximum(resolveBudgets())).toBe(2050);
  for (const bad of [{ recall: -1 }, { echoes: 1.5 }, { reserve: Number.NaN }, { workingMemoryShare: 2 }])
    expect(() => resolveBudgets(bad)).toThrow(expect.objectContaining({ code: 'memory.bad-budget' }));
});

test('AS14: if an embedder is late, fails or is missing, the wake is made without a vector', async () => {
  const { clock } = buildFakeEnvironment();
  const vector = Float32Array.of(1);
  const waiting = { clock, patienceMs: 400 };
  const signals: AbortSignal[] = [];
  const late = {
    id: 'late',
    embed: (_texts: readonly string[], signal?: AbortSignal) => {
      if (signal !== undefined) signals.push(signal);
      return new Promise<Float32Array[]>(() => undefined);
    },
  };
  const patient = { ...waiting, clock: { sleep: () => new Promise<void>(() => undefined) } };
  expect(
    await embedInTime('text', { ...patient, embedder: { id: 'quick', embed: async () => [vector] } }),
  ).toEqual({ embedderId: 'quick', vector });
  expect(await embedInTime('text', { ...waiting, embedder: late })).toBeUndefined();
  expect(signals[0]?.aborted).toBe(true);
  expect(
    await embedInTime('text', {
      ...patient,
      embedder: { id: 'gone', embed: () => Promise.reject(new Error('gone')) },
    }),
  ).toBeUndefined();
  expect(await embedInTime('text', { ...waiting, embedder: undefined })).toBeUndefined();
  expect(
    await embedInTime('  ', { ...waiting, embedder: { id: 'quick', embed: async () => [vector] } }),
  ).toBeUndefined();
});
