// Tests of foreign ranges: which stretches of a sentence are in another language, and which are not.

import { describe, expect, it } from 'vitest';
import { listForeignRanges } from './list-foreign-ranges.ts';
import { tagText } from './tag-text.ts';

function listForeign(text: string): readonly string[] {
  const tokens = tagText(text);
  return listForeignRanges(tokens).map(({ from, to }) =>
    text.slice(tokens[from]?.start, tokens[to - 1]?.end),
  );
}

describe('listForeignRanges', () => {
  it.each([
    ['“Zu teuer, macht zu viel Lärm,” said Orrin.', 'Zu teuer, macht zu viel Lärm,'],
    ['Mais il ne faut pas laisser le pauvre Orrin.', 'Mais il ne faut pas laisser le pauvre Orrin.'],
    ['He sighed: c’est un homme qui n’a pas de nom.', 'c’est un homme qui n’a pas de nom.'],
  ])('BR10: finds in %j what is no English', (text, foreign) => {
    expect(listForeign(text)).toEqual([foreign]);
  });

  it.each([
    'M. de la Tour met Orrin Tay van Ulm.',
    'Tars Orrin, Vell Uthar and Mon Tashkel rode on.',
    'There he lay, en route to Vell and Tashkel.',
    'His vis-à-vis was Orrin.',
  ])('BR10: takes %j for English', (text) => {
    expect(listForeign(text)).toEqual([]);
  });
});
