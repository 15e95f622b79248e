// Tests shortening a recap: each post still belongs to exactly one part, and the recap has about the requested length.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PostId, ThreadId } from '../corpus/corpus.ts';
import type { GlossaryEntry } from '../glossary/entry.ts';
import { renderParts } from '../telling/render-parts.ts';
import { cutRecap, usualRecapWords } from './cut-recap.ts';
import type { Recap, RecapPart } from './read-recap.ts';
import { removeRepeats } from './remove-repeats.ts';

const sentence = fc
  .array(fc.constantFrom('mill', 'ferry', 'lamp', 'salt', 'gate'), { minLength: 3, maxLength: 30 })
  .map((words) => `The ${words.join(' ')}.`);
const summaries = fc.array(sentence, { minLength: 1, maxLength: 12 }).map((list) => list.join(' '));
const notes = fc.integer({ min: 0, max: 6 });

function buildRecap(told: readonly (string | number)[]): Recap {
  const place = (postId: number) => ({
    corpus: 'main',
    threadId: 1 as ThreadId,
    postId: postId as PostId,
    threadTitle: 'One',
  });
  const parts = told.map((one, at): RecapPart => {
    const entries = typeof one === 'number' ? one : 0;
    return {
      first: place(at * 2 + 1),
      last: place(at * 2 + 2),
      posts: 2,
      summary: typeof one === 'string' ? { text: one, origin: 'model' } : undefined,
      noted: Array.from({ length: entries }, (_, id) => ({ id }) as unknown as GlossaryEntry),
      notedMore: 1,
    };
  });
  return { parts, skipped: 0, models: [], isShortened: false };
}

function countWords({ parts }: Recap): number {
  return parts.reduce((sum, { summary }) => sum + (summary?.text.split(' ').length ?? 0), 0);
}

function countNoted({ parts }: Recap): number {
  return parts.reduce((sum, { noted, notedMore }) => sum + noted.length + notedMore, 0);
}

describe('AK5: a recap in so many words', () => {
  test('AK5: has each post in one part, in order, and says nothing that the whole recap does not', () => {
    const told = fc.array(fc.oneof({ weight: 3, arbitrary: summaries }, notes), { maxLength: 60 });
    fc.assert(
      fc.property(told, fc.integer({ min: 1, max: 900 }), (parts, words) => {
        const whole = buildRecap(parts);
        const short = cutRecap(whole, words);
        expect(short.parts.reduce((sum, { posts }) => sum + posts, 0)).toBe(parts.length * 2);
        expect(short.parts.flatMap(({ first, last }) => [first.postId, last.postId])).toEqual(
          short.parts.flatMap(({ first, last }) => [first.postId, last.postId]).toSorted((a, b) => a - b),
        );
        expect(countNoted(short)).toBe(countNoted(whole));
        const said = whole.parts.map(({ summary }) => summary?.text ?? '').join('\n');
        const words1 = short.parts.flatMap(({ summary }) => summary?.text.split(/(?<=\.) | …/u) ?? []);
        expect(words1.filter((one) => !said.includes(one))).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  test('AK5: a long story takes about as many words as were asked for, and the newest part most of them', () => {
    const text = Array.from({ length: 12 }, (_, at) => `Then the ferry came over for the ${at}th time.`).join(
      ' ',
    );
    for (const parts of [10, 100, 2_000]) {
      const short = cutRecap(buildRecap(Array.from({ length: parts }, () => text)), usualRecapWords);
      expect(short.isShortened).toBe(true);
      expect(countWords(short)).toBeLessThanOrEqual(usualRecapWords * 1.1);
      expect(countWords(short)).toBeGreaterThan(usualRecapWords / 3);
      const [oldest, ...others] = short.parts.map(({ summary }) => summary?.text.length ?? 0);
      expect(others.at(-1)).toBeGreaterThan(oldest ?? 0);
    }
  });

  test('AK5: two characters of Chinese or Japanese are a word', () => {
    const sentence = '七年前に兄の御堂朔が帰らなかった。';
    const told = (count: number) => buildRecap([sentence.repeat(count)]);
    expect(cutRecap(told(70), usualRecapWords).isShortened).toBe(false);
    expect(cutRecap(told(100), usualRecapWords).parts[0]?.summary?.text).toBe(sentence.repeat(75));
    expect(cutRecap(buildRecap(['鐘'.repeat(90)]), 30).parts[0]?.summary?.text).toBe(`${'鐘'.repeat(60)}…`);
    const [, { content = '' } = {}] = renderParts([
      { threadTitle: '一', words: 50, text: sentence },
      { threadTitle: 'One', words: 50, text: 'The lamp of 御堂 went out over the water.' },
    ]);
    expect(content).toContain('<part label="p1" thread="一" characters="100">');
    expect(content).toContain('<part label="p2" thread="One" words="50">');
  });

  test('AK5: a short one is told whole', () => {
    const whole = buildRecap(['The ferry came.', 'The lamp went out.']);
    expect(cutRecap(whole, usualRecapWords)).toBe(whole);
  });
});

describe('AK1: a recap', () => {
  test('AK1: tells no sentence twice, and joins a part that tells nothing else with the one before', () => {
    const [first, second] = ['Orrin came down to the mill.', 'The lamp of the ferry went out.'];
    const texts = [
      `${first} He slept.`,
      `${second}\n\n${first} He slept.`,
      `${second} ${first}`,
      'The gate is shut.',
    ];
    const parts = removeRepeats(buildRecap(texts).parts);
    expect(parts.map(({ posts, summary }) => [posts, summary?.text])).toEqual([
      [2, texts[0]],
      [4, `${second} He slept.`],
      [2, texts[3]],
    ]);
    expect(parts[1]?.last.postId).toBe(6);
  });
});
