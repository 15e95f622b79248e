// Tests finding the sentence that has the most words of a query: in all their forms, side by side, and in scripts without spaces.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPassage, parseSoughtWords } from './find-passage.ts';
import { splitWords } from './text-words.ts';

function find(text: string, query: string) {
  const found = findPassage(text, parseSoughtWords(query), () => 1);
  if (found === undefined) return undefined;
  const { best, isWhole } = found;
  return {
    sentence: text.slice(best.span.start, best.span.end),
    words: best.matches.map(({ start, end }) => text.slice(start, end)),
    isWhole,
  };
}

describe('AK2: a passage', () => {
  it('is the sentence with most of the words, in all their forms', () => {
    const text = 'The lamp went out. Two lamplighters lit the lamps again! The lamp burned.';
    expect(find(text, 'lamplighter lamp')).toEqual({
      sentence: 'Two lamplighters lit the lamps again!',
      words: ['lamplighters', 'lamps'],
      isWhole: false,
    });
    expect(find(text, 'the lamp burned')?.isWhole).toBe(true);
    expect(find(text, 'the of')?.words).toEqual(['The']);
    expect(find(text, 'drowned')).toBeUndefined();
  });

  it('has words side by side where they are quoted, hyphenated, or in a script without spaces', () => {
    const text = 'A red moon over the red planet. Tell the tell-lamp.';
    expect(find(text, '"red planet"')?.words).toEqual(['red planet']);
    expect(find(text, '“planet red”')).toBeUndefined();
    expect(find(text, 'tell-lamp')?.words).toEqual(['tell-lamp']);
    expect(find('彼は東京へ行った。京東では雨。', '東京')).toMatchObject({
      sentence: '彼は東京へ行った。',
      words: ['東京'],
    });
    expect(find('Die Tür stand offen. Die Ｇasse war leer.', 'GASSE')?.words).toEqual(['Ｇasse']);
    expect(find('جاءت مَرْيَم ليلا.', 'مريم')?.words).toEqual(['مَرْيَم']);
  });

  it('for a question in a script without spaces has pairs of its characters; a quotation stays whole', () => {
    const list = (question: string) =>
      parseSoughtWords(question, { isQuestion: true }).terms.map((term) => term.join(''));
    expect(list('谁杀了老王？')).toEqual(['谁杀', '杀了', '了老', '老王']);
    expect(list('민수는 어디')).toEqual(['민수', '수는', '어디']);
    expect(list('“老王家” lamp')).toEqual(['老王家', 'lamp']);
    expect(list('Where is Buck?')).toEqual(['buck']);
    expect(list('What happened to Buck?')).toEqual(['buck']);
    expect(list('What happened?')).toEqual(['happened']);
  });

  it('is found for any run of words of any text, and is inside that text', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.lorem({ maxCount: 3 }),
      fc.constantFrom('. ', '東京', '"', '-'),
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }),
        fc.nat(),
        fc.integer({ min: 1, max: 4 }),
        (pieces, from, many) => {
          const text = pieces.join(' ');
          const words = splitWords(text);
          const run = words.slice(from % Math.max(1, words.length)).slice(0, many);
          const [first] = run;
          const last = run.at(-1);
          if (first === undefined || last === undefined) return;
          const found = findPassage(text, parseSoughtWords(text.slice(first.start, last.end)), () => 1);
          expect(found).toBeDefined();
          for (const { start, end } of found?.best.matches ?? []) {
            expect(found?.best.span.start).toBeLessThanOrEqual(start);
            expect(end).toBeLessThanOrEqual(found?.best.span.end ?? 0);
          }
        },
      ),
    );
  });
});
