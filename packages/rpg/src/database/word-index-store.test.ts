// Tests choosing which words of a question are searched for in the index.

import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openRpgDatabase } from './open-rpg-database.ts';
import { openWordIndex } from './word-index-store.ts';

/** Creates notes of one word each: for each word, as many notes as `counts` says, in the order of the words. */
function openNotes(counts: Readonly<Record<string, number>>) {
  const connection = openRpgDatabase({ path: ':memory:' });
  onTestFinished(() => void connection.close());
  connection.exec(`INSERT INTO manifests (hash, id, name, version, json) VALUES ('h', 't', 'T', '1', '{}');
    INSERT INTO sessions (id, name, manifest_hash, seed, created_at_ms) VALUES ('s', 's', 'h', 'x', 1);`);
  const add = connection.prepare(
    `INSERT INTO memories (session_id, key, kind, content, position, json) VALUES ('s', ?, 'fact', ?, 0, '{}')`,
  );
  for (const [word, count] of Object.entries(counts))
    for (let at = 0; at < count; at += 1) add.run(`${word}-${at}`, word);
  return openWordIndex(connection, 'memory_index');
}

const words = ['lamp', 'ferry', 'oath'] as const;

describe('the words an index is asked for', () => {
  it('RE7: their rows sum to no more than is ranked, and none is left out that has room', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(30), { minLength: 3, maxLength: 3 }),
        fc.integer({ min: 3, max: 60 }),
        (given, most) => {
          const counts = given.toSorted((one, other) => one - other);
          const index = openNotes(Object.fromEntries(words.map((word, at) => [word, counts[at] ?? 0])));
          const chosen = index.choose(words, most);
          const [first = 0, second = 0, third = 0] = counts;
          const newest = Math.ceil(most / 3);
          if (first > newest) {
            expect(chosen).toEqual({ match: '"lamp"', after: first - newest });
            return;
          }
          const sums = [first, first + second, first + second + third];
          const expected = words.filter((_, at) => (sums[at] ?? 0) <= most);
          expect(chosen).toEqual({ match: expected.map((word) => `"${word}"`).join(' OR '), after: 0 });
        },
      ),
      { numRuns: 30 },
    );
  });

  it('RE7: without words nothing is asked for', () => {
    expect(openNotes({}).choose([], 10)).toBeUndefined();
  });
});
