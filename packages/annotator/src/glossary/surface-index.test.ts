// Tests splitting a text into words, the forms in which names are compared, and finding known names in a text.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildSurfaceIndex } from './surface-index.ts';
import { buildNameKey, listCountedNames, listSurfaces, normaliseTerm, stripSuffix } from './term-forms.ts';
import { splitWords } from './text-words.ts';

function find(names: readonly string[], text: string): string[] {
  const index = buildSurfaceIndex();
  for (const [id, name] of names.entries()) index.set(id + 1, [name]);
  return index.listMatches(text).map(({ start, end }) => text.slice(start, end));
}

function count(name: string, text: string): number {
  const index = buildSurfaceIndex();
  index.set(1, [name]);
  return index.countMentions(text).get(1) ?? 0;
}

describe('splitWords', () => {
  it('GL2: splits any text into words that are where they say they are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        let last = 0;
        for (const word of splitWords(text)) {
          expect(word.start).toBeGreaterThanOrEqual(last);
          expect(word.end).toBeGreaterThan(word.start);
          last = word.end;
        }
      }),
    );
  });
});

describe('term forms', () => {
  it('GL2: the suffix in parentheses is not part of the name', () => {
    expect(stripSuffix('Dawn (character)')).toBe('Dawn');
    expect(stripSuffix('(unnamed)')).toBe('(unnamed)');
    expect(listSurfaces({ term: 'Dawn (character)', aliases: ['the Dawn', 'DAWN', ''] })).toEqual([
      'Dawn',
      'the Dawn',
    ]);
  });

  it('GL4: case, spaces, hyphens and compatibility forms do not make a different term; a suffix does', () => {
    expect(normaliseTerm(' TARS-Tarkas ')).toBe(normaliseTerm('Tars  Tarkas'));
    expect(normaliseTerm('Ｄａｗｎ')).toBe(normaliseTerm('dawn'));
    expect(normaliseTerm('Dawn (character)')).not.toBe(normaliseTerm('Dawn (time)'));
    expect(buildNameKey('the Star-Gates')).toBe(buildNameKey('Stargate'));
  });
});

describe('buildSurfaceIndex', () => {
  it('GL2: finds plurals, possessives, hyphens, typographic signs and capitals', () => {
    for (const shown of ["Tharks'", 'Thark’s', 'Thark', 'THARKS'])
      expect(count('Thark', `The ${shown} rode.`)).toBe(1);
    expect(count('thoat', 'A Thoat, two thoats, THOATS.')).toBe(3);
    expect(count('Light-Speed', 'At Light Speed and at Light‑Speed')).toBe(2);
    expect(count('St. John', 'St. John met St John; the st. john of st; St: John')).toBe(2);
  });

  it('GL2: a capitalised name is not found in lower-case words; a lower-case name is found in both', () => {
    expect(count('Dawn', 'At dawn, Dawn rose.')).toBe(1);
    expect(count('dawn', 'At dawn, Dawn rose.')).toBe(2);
    expect(count('the Keeper', 'The keeper saw the Keeper.')).toBe(1);
  });

  it('GL2: the longest name wins, an exact spelling comes before a plural, and no name runs across a sentence', () => {
    expect(find(['Tars', 'Tars Tarkas', 'Tarkas'], 'Tars Tarkas rode. Tars. Tarkas ran.')).toEqual([
      'Tars Tarkas',
      'Tars',
      'Tarkas',
    ]);
    const index = buildSurfaceIndex();
    index.set(1, ['Sila']);
    index.set(2, ['Silas']);
    expect(index.listMatches('Silas saw Sila.').map(({ ids }) => ids)).toEqual([[2], [1]]);
  });

  it('GL2: homographs share a match', () => {
    const index = buildSurfaceIndex();
    index.set(1, ['Dawn']);
    index.set(2, ['dawn']);
    expect(index.listMatches('Dawn came.')[0]?.ids).toEqual([1, 2]);
    expect(index.listMatches('at dawn')[0]?.ids).toEqual([2]);
  });

  it('GL2: names in scripts without spaces are found inside runs', () => {
    expect(find(['黎明', 'ソーマ', '단테'], '彼は黎明にソーマと단테는 会った')).toEqual([
      '黎明',
      'ソーマ',
      '단테',
    ]);
  });

  it('GL2: at each place only the longest known name counts, and none of the names inside it', () => {
    const index = buildSurfaceIndex();
    index.set(1, ['Helium']);
    index.set(2, ['Tara', 'Tara of Helium']);
    index.set(3, ['Princess Tara']);
    const text = 'Tara of Helium left Helium. Princess Tara of Helium wept; Tara slept.';
    expect([...index.countMentions(text)].toSorted()).toEqual([
      [1, 1],
      [2, 3],
      [3, 1],
    ]);
    expect(index.countNames(text).get(1)).toBe(3);
  });

  const names = fc.array(
    fc.constantFrom('Ana', 'Ana Bel', 'bel', 'Bels', 'Ana-Bel Cor', 'Bel Cor', 'cor', '黎', '黎明'),
    { maxLength: 8 },
  );
  const texts = fc
    .array(fc.constantFrom('Ana', 'ana', 'Bel', 'bels', 'Cor’s', '.', '\n\n', '黎明', 'x'), { maxLength: 40 })
    .map((words) => words.join(' '));

  it('GL2: a name counts wherever it is not inside a longer known one', () => {
    fc.assert(
      fc.property(names, texts, (known, text) => {
        const words = splitWords(text);
        const index = buildSurfaceIndex();
        const places = known.map((name, id) => {
          const alone = buildSurfaceIndex();
          alone.set(1, [name]);
          index.set(id + 1, [name]);
          return alone.listPlaces(text, words);
        });
        const counts = index.countMentions(text);
        for (const [id, own] of places.entries()) {
          const free = own.filter(({ from, to }) =>
            places
              .flat()
              .every((other) => other.from > from || other.to < to || other.to - other.from <= to - from),
          );
          expect(counts.get(id + 1) ?? 0).toBe(free.length);
        }
      }),
    );
  });

  it('GL2: an everyday word with a telling suffix counts only in texts with the words of the suffix', () => {
    const count = (term: string, text: string) => {
      const index = buildSurfaceIndex();
      index.set(1, listCountedNames({ term, aliases: [] }));
      return index.countMentions(text).get(1) ?? 0;
    };
    expect(count('Princess (jetan)', 'The Princess slept. A Princess!')).toBe(0);
    expect(count('Princess (jetan)', 'At jetan the Princess may flee; the Princess fled.')).toBe(2);
    for (const term of ['Princess', 'Princess (character)', 'Princess (ship)', 'Tavia (jetan)'])
      expect(count(term, 'The Princess saw Tavia.')).toBe(1);
  });

  it('GL2: a lower-case word that is used as a verb is no mention', () => {
    const index = buildSurfaceIndex();
    index.set(1, ['guard']);
    const mentions = (text: string) => index.countMentions(text).get(1) ?? 0;
    const verbs = [
      'It guards the vitals.',
      'to guard him',
      'They guard us',
      'the shield that guards her',
      'she guards',
    ];
    expect(verbs.map(mentions)).toEqual(verbs.map(() => 0));
    const nouns = [
      'A guard came.',
      'It. Guards!',
      'Guards, to arms',
      'that guards came',
      'the guard’s guards',
    ];
    expect(nouns.map(mentions)).toEqual([1, 1, 1, 1, 2]);
    expect(index.listOccurring(verbs[0] ?? '').size).toBe(0);
    expect(index.countNames(verbs[0] ?? '').size).toBe(1);
  });

  it('GL2: how often a name occurs at all does not depend on what else is known', () => {
    fc.assert(
      fc.property(names, texts, (known, text) => {
        const index = buildSurfaceIndex();
        for (const [id, name] of known.entries()) index.set(id + 1, [name]);
        const counts = index.countNames(text);
        for (const [id, name] of known.entries()) expect(counts.get(id + 1) ?? 0).toBe(count(name, text));
      }),
    );
  });

  it('GL2: if it says that no name can occur, none is found in any part of the text between spaces', () => {
    const words = fc.constantFrom('Soma', 'somas', 'Vell', 'the', 'Vell.', '’s', 'of', "Vell's", '漢');
    const lists = fc.array(words, { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(lists, lists, fc.nat(12), fc.nat(12), (name, text, from, to) => {
        const index = buildSurfaceIndex();
        index.set(1, [name.slice(0, 2).join(' ')]);
        const isThere = index.countMentions(text.slice(from, to).join(' ')).size > 0;
        expect(!isThere || index.canOccur(splitWords(text.join(' ')))).toBe(true);
      }),
    );
    const soma = buildSurfaceIndex();
    soma.set(1, ['Soma of Vell']);
    expect(soma.canOccur(splitWords('Vell was far; of Soma nobody spoke.'))).toBe(true);
    expect(soma.canOccur(splitWords('Soma shut the gate of Orrum.'))).toBe(false);
  });

  it('GL2: forgets the names that it is told to forget', () => {
    const index = buildSurfaceIndex();
    index.set(1, ['Ana Bel', 'Cor']);
    index.set(2, ['Ana']);
    index.set(1, []);
    expect(index.size).toBe(1);
    expect(index.listMatches('Ana Bel Cor').map(({ surface }) => surface)).toEqual(['Ana']);
    index.clear();
    expect(index.listMatches('Ana')).toEqual([]);
  });
});
