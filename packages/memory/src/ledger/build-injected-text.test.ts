// Tests recognising the text that a companion was woken with.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildInjectedText, countCovered, listRuns, splitWords } from './build-injected-text.ts';

const remembered = ['Ana lives by the old mill. She is a baker.', 'calm', '漢字を読む練習'];
const rendered = `${remembered.join('\n')}\nYou: tell me where she lives, and what the weather will be like there tomorrow`;
const injected = buildInjectedText([{ remembered, rendered }]);

test('WY5: a text that is in memory word for word counts as injected; one with a single word of its own does not', () => {
  expect(injected.isInjected('ana lives, by the old MILL!')).toBe(true);
  expect(injected.isInjected('She is a baker')).toBe(true);
  expect(injected.isInjected('Calm.')).toBe(true);
  expect(injected.isInjected('漢字を読む練習')).toBe(true);
  for (const text of [
    'Ana lives by the new mill',
    'a baker',
    'very calm',
    '😊',
    '',
    'what the weather will be like',
  ])
    expect(injected.isInjected(text)).toBe(false);
});

test('WY5: in a reply that mostly repeats, the talk counts as well, and what is only a few words', () => {
  for (const text of ['what the weather will be like', 'drop it', '…'])
    expect(injected.isInjected(text, true)).toBe(true);
  expect(injected.isInjected('nobody had ever said this before', true)).toBe(false);
});

test('WY5: the share of a reply is that of its words in long runs that are also in what was sent', () => {
  expect(injected.measureShare(rendered)).toBe(1);
  expect(injected.measureShare('calm')).toBe(0);
  const own = 'I would say that this is the very first time anybody has ever asked me such a thing, my dear';
  expect(injected.measureShare(own)).toBe(0);
  expect(injected.measureShare(`${own} ${rendered}`)).toBeGreaterThan(0.3);
});

test('WY5: covered words are at most all, all of a text in itself, and no fewer for a longer corpus', () => {
  const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 });
  fc.assert(
    fc.property(words, words, fc.integer({ min: 1, max: 6 }), (text, other, length) => {
      const own = new Set(listRuns(text, length));
      const few = new Set(listRuns(other, length));
      const covered = countCovered(text, few, length);
      expect(covered).toBeGreaterThanOrEqual(0);
      expect(covered).toBeLessThanOrEqual(text.length);
      expect(countCovered(text, own, length)).toBe(text.length < length ? 0 : text.length);
      expect(countCovered(text, new Set([...few, ...own]), length)).toBeGreaterThanOrEqual(covered);
    }),
  );
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => splitWords(text).every((word) => word !== '')),
  );
});
