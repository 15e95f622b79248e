// Tests the numbers that label the sentences of a post.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listSentenceLabels } from './list-sentence-labels.ts';

const read = (body: string) => listSentenceLabels(body).map(({ start, end }) => body.slice(start, end));

describe('listSentenceLabels', () => {
  it('GL1: counts sentences from 1, and does not split them at abbreviations, initials or speech', () => {
    const body =
      'Mr. Oren met Dr. J. K. Vell at St. Ilm. "Stop!" he said.  It ran\naway.\n\n>Attack\n>Flee\n\n彼は行った。黎明が来た。';
    expect(read(body)).toEqual([
      'Mr. Oren met Dr. J. K. Vell at St. Ilm.',
      '"Stop!" he said.',
      'It ran\naway.',
      '>Attack',
      '>Flee',
      '彼は行った。',
      '黎明が来た。',
    ]);
    expect(listSentenceLabels(body).map(({ label }) => label)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('GL1: a single letter ends a sentence after which another begins, and is an initial elsewhere', () => {
    const sentences = [
      'Wenna is a thinling now; so am I.',
      'There is a word, the W.',
      'It isn’t hers.',
      'J. R. Hartley read A. A. Milne, and so did I.',
      'Wenna slept under plan B.',
      'I woke “W. H. Auden” with W. Soames.',
    ];
    expect(read(sentences.join(' '))).toEqual(sentences);
    expect(read('I. The weir')).toEqual(['I. The weir']);
  });

  it('GL1: a bracket between two sentences of a script without spaces opens the second', () => {
    expect(read('「駄目だ」と言った。「逆に聞こえる」と。')).toEqual([
      '「駄目だ」と言った。',
      '「逆に聞こえる」と。',
    ]);
  });

  it('GL1: sentences in a part of a post keep the labels that they have in the whole post, cut to the part', () => {
    const story = fc.array(
      fc.constantFrom('Ada ran.', 'Mr. Oren? ', '\n\n', ' “No!” ', 'it is 3.5 ', '彼。', 'x'),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(story, fc.nat(200), fc.nat(200), (pieces, a, b) => {
        const body = pieces.join('');
        const span = { start: Math.min(a, b, body.length), end: Math.min(Math.max(a, b), body.length) };
        const whole = new Map(listSentenceLabels(body).map((sentence) => [sentence.label, sentence]));
        for (const part of listSentenceLabels(body, span)) {
          const full = whole.get(part.label);
          expect(part.start).toBeGreaterThanOrEqual(Math.max(full?.start ?? Number.NaN, span.start));
          expect(part.end).toBeLessThanOrEqual(Math.min(full?.end ?? Number.NaN, span.end));
        }
      }),
    );
  });

  it('GL1: every character that is not white space is in exactly one sentence', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (body) => {
        const covered = listSentenceLabels(body)
          .map(({ start, end }) => body.slice(start, end))
          .join('');
        expect(covered.replace(/[\s\0-\x20]/g, '')).toBe(body.replace(/[\s\0-\x20]/g, ''));
      }),
    );
  });
});
