// Proves which aliases from a model are detected as unlikely to belong to the entry.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectOtherName } from './detect-other-name.ts';

const places: ReadonlySet<string> = new Set(['helium', 'gathol']);
const isPlace = (word: string) => places.has(word);
const detect = (term: string, alias: string, kind = 'character') =>
  detectOtherName({ term, aliases: [], tags: [kind] }, alias, isPlace);

describe('names of others', () => {
  it('TL17: a description that says whose somebody is, is not a name', () => {
    for (const alias of ["Thuvia's father", "my jeddak's friend", 'the Tharks’ chieftain'])
      expect([alias, detect('Thuvan Dihn', alias)]).toEqual([alias, 'description']);
    for (const alias of ["hunter's moon", "Carter's Gulch", 'the Hand', "Carter's strange manuscript"])
      expect([alias, detect('Moon of Vell', alias, 'item')]).toEqual([alias, undefined]);
  });

  it('TL17: a pronoun of another language, or a phrase that points at somebody, is no name', () => {
    for (const word of ['俺', 'お前', '彼女', 'その人', '她', '那个人', 'ich', 'ella'])
      expect([word, detect('久世蓮', word)]).toEqual([word, 'plain-word']);
    for (const name of ['Ella', 'Ich', '蓮', '先輩', 'さーや', '彼方'])
      expect([name, detect('久世蓮', name)]).toEqual([name, undefined]);
  });

  it('TL17: two names that the entry does not have belong to somebody else', () => {
    expect(detect('Thuvan Dihn', 'Kulan Tith')).toBe('full-name');
    expect(detect('Otz Mountains', 'Golden Cliffs', 'location')).toBe('full-name');
    for (const alias of ['Thuvan', 'Prince Dihn', 'Lord Thuvan Dihn', 'the Great Jeddak', 'Turan'])
      expect([alias, detect('Thuvan Dihn', alias)]).toEqual([alias, undefined]);
  });

  it('TL17: something that comes from a place is not the place', () => {
    expect(detect('Helium', 'Princess of Helium', 'location')).toBe('belonging');
    expect(detect('Virginia', 'John Carter of Virginia', 'location')).toBe('belonging');
    for (const alias of ['the city of Helium', 'Twin Cities of Helium', 'Greater Helium'])
      expect([alias, detect('Helium', alias, 'location')]).toEqual([alias, undefined]);
    expect(detect('Dejah Thoris', 'Princess of Helium')).toBeUndefined();
  });

  it('TL17: a word for everybody from a place is nobody’s own name', () => {
    expect(detect('Carthoris', 'Heliumite')).toBe('people');
    expect(detect('Carthoris', 'the Heliumite')).toBe('people');
    expect(detect('Gahan', 'Gatholian')).toBe('people');
    expect(detect('Heliumites', 'Heliumite', 'faction')).toBeUndefined();
    expect(detect('Carthoris', 'Cartho')).toBeUndefined();
  });

  it('TL17: no part of the entry’s own name is questioned, whatever it is', () => {
    const word = fc.stringMatching(/^[A-Z][a-z]{2,7}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 3 }), fc.nat(2), (words, at) => {
        const part = words.slice(at % words.length).join(' ');
        expect(
          detectOtherName({ term: words.join(' '), aliases: [], tags: ['character'] }, part, () => true),
        ).not.toBe('full-name');
      }),
      { numRuns: 200 },
    );
  });
});
