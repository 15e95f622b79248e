// Proves that names in definitions are found whole, longest first, once each, and never guessed.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostile } from '../../../test/support/any-glossary.ts';
import { buildSurfaceIndex } from '../../glossary/surface-index.ts';
import { listSurfaces } from '../../glossary/term-forms.ts';
import { splitWords as splitGlossaryWords } from '../../glossary/text-words.ts';
import { indexNames, markedPattern, splitMarked, splitNames } from './client/link-names.js';
import { splitWords } from './client/name-words.js';

interface Named {
  readonly id: number;
  readonly term: string;
  readonly aliases: readonly string[];
}

const entries: readonly Named[] = [
  { id: 1, term: 'Anna', aliases: [] },
  { id: 2, term: 'Anna Veyre', aliases: ['the Reeve'] },
  { id: 3, term: 'Dawn (character)', aliases: [] },
  { id: 4, term: 'Dawn (place)', aliases: [] },
  { id: 5, term: 'St. John', aliases: [] },
  { id: 6, term: 'Thark', aliases: [] },
  { id: 7, term: 'the low gate', aliases: [] },
  { id: 8, term: '王都', aliases: ['王'] },
];

/** The text with a mark around each link. */
function mark(text: string, self = 0, named = entries): string {
  return splitNames(indexNames(named), text, new Set([self]))
    .map((piece) => (piece.id === undefined ? piece.text : `<${piece.id}:${piece.text}>`))
    .join('');
}

describe('names in definitions', () => {
  it.each([
    ['Anna saw Anna Veyre, and Anna saw her.', '<1:Anna> saw <2:Anna Veyre>, and Anna saw her.'],
    ['Annabel met anna; Anna’s aunt is The Reeve.', 'Annabel met anna; <1:Anna>’s aunt is <2:The Reeve>.'],
    ['At Dawn she left.', 'At Dawn she left.'],
    ['Both St, John and St. John', 'Both St, John and <5:St. John>'],
    ['Of St John', 'Of <5:St John>'],
    ['Anna, Veyre', '<1:Anna>, Veyre'],
    ['The Tharks stood at The Low Gate.', 'The <6:Tharks> stood at <7:The Low Gate>.'],
    ['他在王都见王。', '他在<8:王都>见王。'],
    ['`Anna` at http://x.org/Anna and anna@Anna', '`Anna` at http://x.org/Anna and anna@Anna'],
    ['**Anna** Veyre', '**<1:Anna>** Veyre'],
  ])('EX15: the longest name, whole, once, and not a shared one: %s', (text, marked) => {
    expect(mark(text)).toBe(marked);
  });

  it('EX15: a definition does not link to its own entry, not even by its longest name', () => {
    expect(mark('Anna Veyre is the Reeve; Anna is not.', 2)).toBe(
      'Anna Veyre is the Reeve; <1:Anna> is not.',
    );
  });

  it('EX15: whatever is written, the pieces make up the text, and each link leads to a given entry and is there once', () => {
    const names = fc.oneof(hostile, fc.constantFrom('Anna', 'anna veyre', 'the', 'St. John'));
    const any = fc.array(fc.record({ term: names, aliases: fc.array(names, { maxLength: 2 }) }), {
      maxLength: 5,
    });
    fc.assert(
      fc.property(any, fc.array(names, { maxLength: 8 }), (given, texts) => {
        const known = given.map((entry, at) => ({ ...entry, id: at + 1 }));
        const text = texts.join(' ');
        const pieces = splitNames(indexNames(known), text, new Set([1]));
        expect(pieces.map((piece) => piece.text).join('')).toBe(text);
        const linked = pieces.flatMap(({ id }) => id ?? []);
        expect(new Set(linked).size).toBe(linked.length);
        for (const id of linked) expect(id > 1 && id <= known.length).toBe(true);
      }),
    );
  });

  it('EX15: the work grows with the words of the text, however many names begin alike', () => {
    let asked = 0;
    const many = Array.from({ length: 3_000 }, (_, at) => ({
      id: at + 1,
      term: `King ${at}`,
      aliases: ['Sire'],
    }));
    const index = indexNames(many);
    const counted: typeof index = new Proxy(index, {
      get(target, name) {
        if (name !== 'get') throw new Error('Only single runs are asked for.');
        asked += 1;
        return (key: string) => target.get(key);
      },
    });
    const text = 'King 7 and Sire and the King of nobody. '.repeat(50);
    const linked = splitNames(counted, text, new Set()).flatMap(({ id }) => id ?? []);
    expect(linked).toEqual([8]);
    expect(asked).toBeLessThan(2 * text.split(' ').length);
  });

  it('EX15: a definition links the names that the glossary finds in a text, where it finds them', () => {
    fc.assert(
      fc.property(fc.array(anyNamed, { maxLength: 6 }), anyText, (given, text) => {
        const known = given.map((entry, at) => ({ ...entry, id: at + 1 }));
        expect(listLinks(known, text)).toEqual(listFound(known, text));
      }),
      { numRuns: 2_000, examples: differing.flatMap(({ names, text }) => buildExamples(names, text)) },
    );
  });

  it('EX7: a marked name may have words that are shown in its place', () => {
    const parts = ['Low Water', ' Low Water | the ebb ', 'a|', '|b', 'a|b|c'].map(splitMarked);
    expect(parts).toEqual([
      { name: 'Low Water', shown: 'Low Water' },
      { name: 'Low Water', shown: 'the ebb' },
      { name: 'a', shown: 'a' },
      { name: '', shown: 'b' },
      { name: 'a', shown: 'b|c' },
    ]);
    const names = Array.from('[[a|x]] [[b]] [c]'.matchAll(markedPattern), ([, name]) => name);
    expect(names).toEqual(['a', 'b']);
  });

  it('EX15: splits any text into the words in which the glossary looks for names', () => {
    const any = fc.oneof(
      anyText,
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.constantFrom(...everySign),
    );
    fc.assert(
      fc.property(any, (text) => {
        expect(splitWords(text)).toEqual(splitGlossaryWords(text));
      }),
      { numRuns: 1_000 },
    );
  });
});

type Unnumbered = Omit<Named, 'id'>;

function buildExamples([term = '', ...aliases]: readonly string[], text: string): [Unnumbered[], string][] {
  const several = [term, ...aliases].map((name) => ({ term: name, aliases: [] }));
  return [
    [[{ term, aliases }], text],
    [several, text],
  ];
}

/** Names that the page once linked differently from how the glossary finds them. */
const differing: readonly { readonly names: readonly string[]; readonly text: string }[] = [
  { names: ['José'], text: 'Jose and JOSÉ' },
  { names: ['Woman of Vell'], text: 'Women of Vell' },
  { names: ['City'], text: 'Two Cities' },
  { names: ['Wolf', 'Wolves'], text: 'Wolf and Wolves and wolves' },
  { names: ['St. John, Esq.'], text: 'St John, Esq' },
  { names: ['Anna Veyre'], text: 'Anna “Veyre” spoke' },
  { names: ['Anna Veyre', 'Anna veyre', 'anna Veyre'], text: 'anna Veyre' },
  { names: ['(unnamed)'], text: 'the unnamed one' },
  { names: ['Tatooıne', 'Ѐ'], text: 'ﬁfty Ёлка, елка; Anna\u00adbel’S' },
];

const nameWord = fc.constantFrom(
  'Anna',
  'anna',
  'Annas',
  'Veyre',
  'the',
  'The',
  'a',
  'St.',
  'John',
  'Thark',
  'Tharks',
  'Women',
  'woman',
  'City',
  'cities',
  'Wolves',
  'Wolf',
  'horse',
  'Horses',
  'José',
  'Jose',
  'Jose\u0301',
  'Ёлка',
  'Елка',
  'ﬁre',
  'Fire',
  '王',
  '王都',
  '都',
  'Ｄａｗｎ',
  'Dawn',
  '(place)',
  'O’Neil',
  "O'Neil",
  'Anna’s',
  "Tharks'",
  'ΣΑΣ',
  'σας',
  'İz',
  'X',
);
const between = fc.constantFrom(
  ' ',
  ' ',
  ' ',
  ' ',
  '-',
  '‑',
  ', ',
  '. ',
  ' “',
  '” ',
  '  ',
  '\n',
  '\n\n',
  '',
  '\u00ad',
  "'",
);
const anyName = fc
  .array(fc.tuple(nameWord, between), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.flat().slice(0, -1).join(''));
const anyNamed = fc.record({ term: anyName, aliases: fc.array(anyName, { maxLength: 2 }) });
/**
 * Texts without code in backticks, addresses, or signs that make a word part of something longer: on purpose, the page
 * sets no link there.
 */
const anyText = fc
  .array(fc.tuple(nameWord, between), { maxLength: 12 })
  .map((parts) => parts.flat().join(''));
/** All characters before the surrogates, 256 of them in each text. */
const everySign = Array.from({ length: 0xd800 / 256 }, (_, block) =>
  Array.from({ length: 256 }, (_, at) => String.fromCharCode(block * 256 + at)).join('a b’s '),
);

interface Link {
  readonly start: number;
  readonly end: number;
  readonly id: number;
}

function listLinks(known: readonly Named[], text: string): readonly Link[] {
  let start = 0;
  return splitNames(indexNames(known), text, new Set()).flatMap(({ text: piece, id }) => {
    start += piece.length;
    return id === undefined ? [] : [{ start: start - piece.length, end: start, id }];
  });
}

/**
 * What the glossary finds, reduced to what the page links. The page links no name of one character, no name that
 * several entries share, and each entry only once.
 */
function listFound(known: readonly Named[], text: string): readonly Link[] {
  const index = buildSurfaceIndex();
  for (const entry of known) {
    const says = (surface: string) =>
      splitGlossaryWords(surface)
        .map(({ folded }) => folded)
        .join(' ').length > 1;
    index.set(entry.id, listSurfaces(entry).filter(says));
  }
  const passed = new Set<number>();
  return index.listMatches(text).flatMap(({ ids: [id, ...others], start, end }) => {
    if (id === undefined || others.length > 0 || passed.has(id)) return [];
    passed.add(id);
    return [{ start, end, id }];
  });
}
