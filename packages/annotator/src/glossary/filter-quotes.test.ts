// Proves which quotes of an entry stay when its names change, and which are kept if there are too many.

import { describe, expect, it } from 'vitest';
import { cutQuotes, filterQuotes, listLeaning } from './filter-quotes.ts';

const place = (quote: string, postId: number) => ({ quote, corpus: 'main', postId, start: 0 });
const master = place('The Master entered the tower.', 1);
const ofMaster = place('He had built it himself.', 2);
const vell = place('“Vell!” cried the crowd.', 9);
const ofVell = place('She raised her hand.', 9);
const pieces = [master, ofMaster, vell, ofVell];

describe('filterQuotes', () => {
  it('GL23: a quote without the name leans on the nearest that has it', () => {
    const leaning = listLeaning(pieces, ['Vell', 'the Master']);
    expect([...leaning]).toEqual([
      [ofMaster, master],
      [ofVell, vell],
    ]);
    expect(listLeaning(pieces, ['Toma']).get(ofVell)).toBeUndefined();
    expect(listLeaning([ofVell, { ...vell, corpus: 'other' }], ['Vell']).get(ofVell)).toBeUndefined();
  });

  it('GL23: a quote that loses its name goes together with the quotes that lean on it, and no other goes', () => {
    const before = ['Vell', 'the Master'];
    expect(filterQuotes(pieces, { before, after: ['Vell'] })).toEqual([vell, ofVell]);
    expect(filterQuotes(pieces, { before, after: [...before, 'Toma'] })).toEqual(pieces);
    expect(filterQuotes(pieces, { before, after: ['Toma'] })).toEqual([]);
  });

  it('GL23: when many quotes are cut, none is kept without the one on which it leans', () => {
    const names = ['Vell', 'the Master'];
    expect(cutQuotes([ofVell, master, ofMaster, vell], names, 3)).toEqual([master, ofMaster]);
    expect(cutQuotes(pieces, names, 4)).toEqual(pieces);
  });
});
