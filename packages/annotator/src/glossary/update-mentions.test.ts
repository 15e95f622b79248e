// Tests that mentions are counted by the names that are known: after any changes, and as of any moment between them.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openStory, type StoryFixture } from '../../test/story-fixture.ts';
import { openGlossaryAsOf, type ReadableGlossary } from '../as-of/open-glossary-as-of.ts';
import type { ToolContext } from '../tools/tool-context.ts';
import type { EntryId, RevisionId } from './entry.ts';
import { openReadingStore } from './reading-store.ts';
import { buildSurfaceIndex } from './surface-index.ts';
import { listCountedNames } from './term-forms.ts';
import { verifyGlossary } from './verify-glossary-store.ts';

const story = [
  [
    'Tara of Helium left Helium. The Jeddak of Helium wept for Tara.',
    'In Helium the Warlord of Barsoom slept. Barsoom is red.',
    'A princess of Helium, Tara of Helium, and the nearer moon.',
    'Helium, Helium, twin cities of Barsoom. Thuria rose, the nearer moon.',
  ],
];
const clock = { now: () => 0, monotonic: () => 0, sleep: async () => undefined };

interface Step {
  readonly act: string;
  readonly one: string;
  readonly other: string;
}

const names = [
  'Tara',
  'Tara of Helium',
  'Helium',
  'Barsoom',
  'Warlord of Barsoom',
  'Jeddak of Helium',
  'of',
  'moon',
  'moon (Thuria)',
];
const anySteps = fc.array(
  fc.record({
    act: fc.constantFrom('make', 'make', 'drop', 'alias', 'rename', 'join', 'split', 'read'),
    one: fc.constantFrom(...names),
    other: fc.constantFrom(...names),
  }),
  { maxLength: 14 },
);

function play(world: StoryFixture, context: ToolContext, { act, one, other }: Step): void {
  const { glossary } = world;
  const id = glossary.findByTerm(one)?.id;
  const target = glossary.findByTerm(other);
  if (act === 'read') world.read(3, 4);
  else if (id === undefined) {
    if (act === 'make') world.create(context, { term: one, evidence: [] });
  } else if (act === 'drop') glossary.delete(id, context.source);
  else if (act === 'alias') glossary.update(id, { aliases: [other] }, context.source);
  else if (act === 'rename' && target === undefined) glossary.update(id, { term: other }, context.source);
  else if (act === 'join' && target !== undefined && target.id !== id)
    glossary.merge({ from: id, into: target.id, source: context.source });
  else if (act === 'split') splitLast(world, context);
}

/** Restores the gone entry with the highest id, if its first term is free. */
function splitLast({ glossary }: StoryFixture, { source }: ToolContext): void {
  const merged = glossary.listEntryIds().findLast((id) => glossary.find(id) === undefined);
  const term = merged === undefined ? undefined : JSON.parse(glossary.readRevisions(merged)[0]?.new ?? '""');
  if (merged !== undefined && glossary.findByTerm(term) === undefined) glossary.restore(merged, source);
}

/** How often each entry is named, counted in the texts by the names that the glossary has. */
function countPlainly(glossary: ReadableGlossary, { connection, readBody }: StoryFixture, lastPart: number) {
  const index = buildSurfaceIndex();
  for (const entry of glossary.iterateEntries()) index.set(entry.id, listCountedNames(entry));
  const sums = new Map<number, number>();
  for (const { partId, text } of openReadingStore(connection, readBody).iteratePages()) {
    for (const [id, mentions] of partId > lastPart ? [] : index.countMentions(text))
      sums.set(id, (sums.get(id) ?? 0) + mentions);
  }
  return [...sums].toSorted(([one], [other]) => one - other);
}

function listCounts(glossary: ReadableGlossary): readonly (readonly [EntryId, number])[] {
  return [...glossary.iterateSpreads()].map(({ entryId, mentions }) => [entryId, mentions] as const);
}

describe('counts of mentions', () => {
  it('GL2: leave a shorter name when a longer one comes, and come back when it goes', () => {
    const world = openStory(story);
    const context = world.read(1, 2, 3, 4);
    const { glossary } = world;
    const count = (id: EntryId) => glossary.readSpread(id).mentions;
    const helium = world.create(context, { term: 'Helium' }).id;
    expect(count(helium)).toBe(8);
    const tara = world.create(context, { term: 'Tara', aliases: ['Tara of Helium'] }).id;
    expect([count(helium), count(tara)]).toEqual([6, 3]);
    const jeddak = world.create(context, { term: 'Jeddak of Helium' }).id;
    expect([count(helium), count(jeddak)]).toEqual([5, 1]);
    glossary.update(tara, { aliases: [] }, context.source);
    expect([count(helium), count(tara)]).toEqual([7, 3]);
    glossary.delete(jeddak, context.source);
    expect(count(helium)).toBe(8);
    expect(glossary.countMentions(['Tara of Helium'])).toHaveLength(2);
  });

  it('GL2, AO1: equal those in the texts after any changes, now and as of each change', () => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        const world = openStory(story);
        const context = world.read(1, 2);
        const moments: { readonly revision: RevisionId; readonly readPartId: number }[] = [];
        for (const step of steps) {
          play(world, context, step);
          const readPartId = world.glossary.readTotals().posts;
          moments.push({ revision: world.glossary.readNewestRevision(), readPartId });
        }
        const problems = verifyGlossary(world.connection, world.readBody);
        expect(problems.filter(({ code }) => !code.startsWith('evidence.'))).toEqual([]);
        for (const moment of moments) {
          const { glossary, close } = openGlossaryAsOf(world.connection, {
            moment: { at: 'revision', ...moment },
            clock,
            readBody: world.readBody,
          });
          expect(listCounts(glossary)).toEqual(countPlainly(glossary, world, moment.readPartId));
          close();
        }
      }),
      { numRuns: 25 },
    );
  });
});
