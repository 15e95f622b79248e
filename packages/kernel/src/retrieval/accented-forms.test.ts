// Tests finding words that are typed without their accents, or only in part.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildPrefixRange, listAccentRanges, stripAccents, type TermRange } from './accented-forms.ts';

const isWithin = (term: string, { from, until }: TermRange): boolean => {
  const bytes = Buffer.from(term);
  return bytes.compare(Buffer.from(from)) >= 0 && bytes.compare(Buffer.from(until)) < 0;
};

describe('a word without its accents', () => {
  it('is written plainly in Latin letters, and stays as it is in other scripts', () => {
    expect(['Zoë', 'déjà', 'Éowyn', 'Dvořák', 'plain'].map(stripAccents)).toEqual([
      'Zoe',
      'deja',
      'Eowyn',
      'Dvorak',
      'plain',
    ]);
    const others = ['ёлка', 'йод', 'मराठी', 'が', 'ไม้'];
    expect(others.map(stripAccents)).toEqual(others.map((word) => word.normalize('NFC')));
  });

  it('has plain letters for those that have no accent to Unicode', () => {
    expect(['Weißgerber', 'GROẞ', 'Œuvre', 'Ærøskøbing', 'Złoty', 'ǽ'].map(stripAccents)).toEqual([
      'Weissgerber',
      'GROSS',
      'OEuvre',
      'AEroskobing',
      'Zloty',
      'ae',
    ]);
  });

  it('leads to each of its spellings, and to no plain word', () => {
    const letter = fc.constantFrom(...'abcdenosuz');
    const accented = fc.constantFrom(...'áàâäãåāæçčđéèêëēíîïłñńóôöõōœøšßúûüūýžạẽ');
    fc.assert(
      fc.property(
        fc.array(fc.oneof(letter, accented), { minLength: 1, maxLength: 12 }),
        fc.array(letter, { minLength: 1, maxLength: 12 }),
        (letters, plain) => {
          const word = letters.join('');
          const ranges = listAccentRanges(stripAccents(word));
          expect(ranges.some((range) => isWithin(word, range))).toBe(word !== stripAccents(word));
          expect(ranges.some((range) => isWithin(plain.join(''), range))).toBe(false);
        },
      ),
    );
  });

  it('is found beside letters that take two UTF-16 units', () => {
    const ranges = listAccentRanges('\u{10330}be');
    expect(ranges.some((range) => isWithin('\u{10330}bé', range))).toBe(true);
    expect(ranges.every(({ from }) => from.isWellFormed())).toBe(true);
  });

  it('is begun by its beginning', () => {
    const range = buildPrefixRange('lamp');
    expect(['lamp', 'lamplighter', 'lampé', 'lam', 'lanp'].map((term) => isWithin(term, range))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});
