// Fuzzes the search: any text is a safe query, and any entry is found by its name, whatever characters it has.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openStory } from '../../test/story-fixture.ts';
import { countCases, hostilePieces, hostileText } from '../../test/support/hostile-text.ts';
import type { EntryDraft } from './change-entries.ts';
import { normaliseName } from './term-forms.ts';
import { verifyGlossary } from './verify-glossary-store.ts';

const names = [
  'Soma',
  'Vell',
  '林月',
  '光',
  '塩の道',
  'Юй',
  'Алёна',
  'نور',
  'لَيْلَى',
  'נֹעָה',
  'Éa',
  'OR',
  'NOT',
  'NEAR',
];
const story = [
  names.map((name) => `We met ${name}.`),
  hostilePieces.map((piece) => `Soma wrote ${piece} there.`),
];

function open() {
  const world = openStory(story);
  const context = world.read(...story.flat().map((_, index) => index + 1));
  const definitions = [...hostilePieces, ...names];
  for (const [index, term] of names.entries()) {
    const definition =
      `${term} is met. ${definitions[index * 3] ?? ''} ${definitions[index * 3 + 1] ?? ''}`.toWellFormed();
    world.create(context, {
      term,
      definition,
      tags: ['character'],
      aliases: [],
    } satisfies Partial<EntryDraft>);
  }
  return world;
}

const query = fc.oneof(
  hostileText,
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc
    .array(fc.constantFrom(...names, ...'"*^():-+{}%_\\\0', ' AND ', ' OR ', ' NOT ', ' NEAR '), {
      maxLength: 8,
    })
    .map((parts) => parts.join('')),
  fc.constantFrom(
    '"',
    '""',
    "'",
    '*',
    ':',
    '^',
    '-',
    '(',
    '',
    ' ',
    '\0',
    'a'.repeat(100_000),
    '光'.repeat(5_000),
  ),
);
const filter = fc.record(
  {
    tags: fc.array(fc.oneof(hostileText, fc.constant('character')), { maxLength: 2 }),
    status: fc.constantFrom('tentative' as const, 'confirmed' as const),
    limit: fc.oneof(fc.integer(), fc.constantFrom(0, -1, 0.5, 1e9)),
  },
  { requiredKeys: [] },
);

describe('search under fire', () => {
  it('GL15: any text is a safe query, with any filter', { timeout: 600_000 }, () => {
    const { glossary, connection, readBody } = open();
    fc.assert(
      fc.property(query, filter, (text, rest) => {
        const found = glossary.search({ ...rest, query: text });
        expect(found.length).toBeLessThanOrEqual(names.length);
        expect(new Set(found.map((entry) => entry.id)).size).toBe(found.length);
        expect(() => glossary.listMatches(text)).not.toThrow();
        expect(() => glossary.searchAnyWord(text, 5)).not.toThrow();
      }),
      { numRuns: countCases(15_000) },
    );
    expect(verifyGlossary(connection, readBody)).toEqual([]);
  });

  it('GL15, GL18: a name is found however its letters are written, and whatever stands beside it', () => {
    const { glossary } = open();
    const written = fc.constantFrom<(name: string) => string>(
      (name) => name,
      (name) => name.normalize('NFD'),
      (name) => name.normalize('NFKD'),
      (name) => name.toLowerCase(),
      (name) => name.toUpperCase(),
      (name) => `  ${name}\n`,
      (name) => `"${name}"`,
      (name) => name.replace('ё', 'е'),
      (name) => name.replace(/[\u0591-\u05c7\u064b-\u065f]/g, ''),
      (name) => name.replace(/[A-Za-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
    );
    fc.assert(
      fc.property(fc.constantFrom(...names), written, (name, write) => {
        const [first] = glossary.search({ query: write(name) });
        expect(normaliseName(first?.term ?? '')).toBe(normaliseName(name));
      }),
      { numRuns: 500 },
    );
  });
});
