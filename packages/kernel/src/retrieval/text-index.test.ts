// Tests the text index against a simple search that looks at every text.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Connection, openDatabase } from '../store/open-database.ts';
import { buildPrefixRange } from './accented-forms.ts';
import { packWeight } from './postings.ts';
import { compareTextIndex, type IndexedText, openTextIndex, textIndexTables } from './text-index-store.ts';

function openIndexed(texts: readonly IndexedText[]): Connection {
  const migrations = [{ version: 1, name: 'index', sql: textIndexTables }];
  const connection = openDatabase({ path: ':memory:', title: 'the index', migrations });
  const index = openTextIndex(connection);
  connection.transaction(() => {
    for (const text of texts) index.add(text);
  })();
  return connection;
}

function buildText(place: number, words: readonly string[]): IndexedText {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { place, terms: { counts, length: words.length }, isQuestion: place % 3 === 0 };
}

/** The matches that the index must return, found by looking at every text. */
function matchPlainly(
  texts: readonly IndexedText[],
  terms: readonly string[],
  { limit, within }: { readonly limit: number; readonly within?: ReadonlySet<number> | undefined },
) {
  const found = terms
    .map((term) => ({ term, holding: texts.filter((text) => text.terms.counts.has(term)) }))
    .filter(({ holding }) => holding.length > 0)
    .sort((one, other) => one.holding.length - other.holding.length || (one.term < other.term ? -1 : 1));
  const matches: unknown[] = [];
  let left = limit;
  for (const { term, holding } of found) {
    if (matches.length > 0 && (left === 0 || (within === undefined && holding.length > left))) break;
    const kept = holding.filter(({ place }) => within?.has(place) !== false).slice(-left);
    left -= kept.length;
    if (kept.length === 0) continue;
    matches.push({
      term,
      documents: holding.length,
      places: kept.map((text) => text.place),
      weights: kept.map(({ terms: { counts, length }, isQuestion }) =>
        packWeight({ count: counts.get(term) ?? 0, length, isQuestion }),
      ),
    });
  }
  return matches;
}

/** In how many texts each term with this beginning occurs. */
function countBeginning(texts: readonly IndexedText[], beginning: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const all = texts.flatMap(({ terms }) => [...terms.counts.keys()]);
  for (const term of all) if (term.startsWith(beginning)) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

// Some of these words are also names of properties that every object has. The index must not confuse them.
const vocabulary = ['kiln', 'cup', '東', '__proto__', 'constructor', '12', 'x OR y', '"', 'rare'];

describe('the text index', () => {
  it('without the texts that were added last is as if they had never been', () => {
    const words = fc.array(fc.constantFrom(...vocabulary), { maxLength: 6 });
    const property = fc.property(
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 1, max: 150 }),
      fc.array(words, { minLength: 1, maxLength: 40 }),
      (count, removed, said) => {
        const texts = Array.from({ length: count }, (_, at) =>
          buildText(at * 3 + 1, said[at % said.length] ?? []),
        );
        const connection = openIndexed(texts);
        const index = openTextIndex(connection);
        const kept = [...texts];
        for (let left = removed; left > 0 && kept.length > 0; left -= 1) {
          const newest = kept.slice(-64);
          const last = kept.pop();
          if (last !== undefined) index.removeLast(last, (wanted) => newest.slice(-wanted));
        }
        expect([...compareTextIndex(connection, kept)]).toEqual([]);
        const more = Array.from({ length: 70 }, (_, at) =>
          buildText(2000 + at, said[at % said.length] ?? []),
        );
        for (const text of more) index.add(text);
        expect([...compareTextIndex(connection, [...kept, ...more])]).toEqual([]);
        connection.close();
      },
    );
    fc.assert(property, { numRuns: 40 });
  });

  it('finds what a look at every text would find, folded or not', () => {
    const words = fc.array(fc.constantFrom(...vocabulary), { maxLength: 6 });
    const texts = fc
      .tuple(fc.integer({ min: 1, max: 700 }), fc.array(words, { minLength: 1, maxLength: 12 }))
      .map(([length, kinds]) =>
        Array.from({ length }, (_, at) => buildText(1 + at * 7 + (at % 5), kinds[at % kinds.length] ?? [])),
      );
    const query = fc.uniqueArray(fc.constantFrom(...vocabulary, 'absent'));
    const bounds = fc.record({
      limit: fc.integer({ min: 1, max: 900 }),
      within: fc.option(
        fc.array(fc.nat({ max: 5_000 })).map((places) => new Set(places)),
        { nil: undefined },
      ),
    });
    fc.assert(
      fc.property(texts, query, bounds, (some, terms, { limit, within }) => {
        const connection = openIndexed(some);
        expect(openTextIndex(connection).search(terms, limit, within)).toEqual(
          matchPlainly(some, terms, { limit, within }),
        );
        connection.close();
      }),
      { numRuns: 40 },
    );
  });

  it('lists the terms of a range, those of most texts first, folded or not', () => {
    const word = fc.array(fc.constantFrom('a', 'b', 'é', '東'), { minLength: 1, maxLength: 3 });
    const words = fc.array(
      word.map((letters) => letters.join('')),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 150 }),
        fc.array(words, { minLength: 1, maxLength: 20 }),
        fc.constantFrom('a', 'aé', 'b', '東'),
        (count, said, beginning) => {
          const texts = Array.from({ length: count }, (_, at) =>
            buildText(at + 1, said[at % said.length] ?? []),
          );
          const counts = countBeginning(texts, beginning);
          const connection = openIndexed(texts);
          const listed = openTextIndex(connection).listTerms(buildPrefixRange(beginning), 4);
          connection.close();
          expect(listed).toHaveLength(Math.min(4, counts.size));
          const most = [...counts.values()].sort((one, other) => other - one).slice(0, 4);
          expect(listed.map((term) => counts.get(term))).toEqual(most);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('measures its texts', () => {
    const connection = openIndexed([buildText(1, ['a', 'b', 'b']), buildText(2, ['a'])]);
    expect(openTextIndex(connection).measure()).toEqual({ documents: 2, meanLength: 2 });
    connection.close();
  });

  it('takes nothing in when its transaction is undone', () => {
    const connection = openIndexed([buildText(1, ['kiln'])]);
    const index = openTextIndex(connection);
    const add = connection.transaction(() => {
      for (let place = 2; place < 600; place++) index.add(buildText(place, ['kiln']));
      throw new Error('undone');
    });
    expect(add).toThrow('undone');
    expect(index.search(['kiln'], 10)).toMatchObject([{ documents: 1, places: [1] }]);
    expect(index.measure().documents).toBe(1);
    connection.close();
  });
});
