// Draws random entries with hostile text in every field, to test properties of the exports.

import fc from 'fast-check';
import type { PostId, ThreadId } from '../../src/corpus/corpus.ts';
import { buildExport, type RankedEntry } from '../../src/export/exported-glossary.ts';
import type { EntryId, RevisionId } from '../../src/glossary/entry.ts';

export const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ maxLength: 30 }),
  fc.constantFrom(
    '',
    'null',
    '- a: b',
    "'",
    '"',
    ' x ',
    'yes',
    '0x1',
    '# no',
    'a\nb',
    '\u2028',
    '<b>',
    '\ud800',
    'a: |\n  b',
    '[[',
    ']]',
    '[[x]]',
    '[[x|y]]',
  ),
);
const ids = fc.integer({ min: 0, max: 1_000 });
const instants = fc
  .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
  .map((date) => date.toISOString());
const positions = fc.record({
  corpus: hostile,
  threadId: ids.map((id) => id as ThreadId),
  postId: ids.map((id) => id as PostId),
});
export const rankedEntries: fc.Arbitrary<RankedEntry> = fc.record({
  salience: fc.double({ noNaN: true, noDefaultInfinity: true }),
  entry: fc.record({
    id: fc.integer({ min: 1, max: 9_999 }).map((id) => id as EntryId),
    term: hostile,
    aliases: fc.array(hostile, { maxLength: 3 }),
    definition: hostile,
    status: fc.constantFrom('tentative', 'confirmed'),
    tags: fc.array(hostile, { maxLength: 3 }),
    firstSeen: positions,
    lastUpdated: positions,
    createdAt: instants,
    updatedAt: instants,
    evidence: fc.array(
      fc.record({
        corpus: hostile,
        postId: ids.map((id) => id as PostId),
        start: ids,
        end: ids,
        quote: hostile,
        isSnapped: fc.boolean(),
      }),
      { maxLength: 2 },
    ),
    revision: fc.constant(1 as RevisionId),
  }),
});
/** Any glossary, in the form in which it is exported. */
export const glossaries = fc
  .record({
    world: hostile,
    entries: fc.uniqueArray(rankedEntries, { selector: ({ entry }) => entry.id, maxLength: 5 }),
    asOf: fc.option(positions, { nil: undefined }),
  })
  .map(buildExport);
