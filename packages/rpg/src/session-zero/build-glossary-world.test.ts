// Tests the world that is built from a glossary: everything has its source, every place is within reach.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GlossaryLore } from './build-glossary-world.ts';
import { buildGlossaryWorld } from './build-glossary-world.ts';

function source(entries: readonly GlossaryLore[]) {
  return { title: 'Low Veyre', asOf: 'as of thread 3', readEntries: () => entries };
}

const names = Array.from({ length: 30 }, (_, at) => `Name ${at}`);
const entry: fc.Arbitrary<GlossaryLore> = fc.record({
  term: fc.constantFrom(...names),
  aliases: fc.array(fc.string({ maxLength: 100 }), { maxLength: 30 }),
  kind: fc.constantFrom('person', 'place', 'faction', 'thing', 'event', 'other'),
  definition: fc.string({ maxLength: 3_000 }),
  quote: fc.string({ maxLength: 80 }),
  where: fc.constant('thread 1, post 2'),
  weight: fc.double({ min: 0, max: 1, noNaN: true }),
  beside: fc.array(fc.constantFrom(...names), { maxLength: 6 }),
});

describe('a world from a glossary', () => {
  it('SZ3: has every place within reach of the first, and everybody at a place that is there', () => {
    const glossary = fc.uniqueArray(entry, { selector: ({ term }) => term, maxLength: 30 });
    fc.assert(
      fc.property(glossary, (entries) => {
        const world = buildGlossaryWorld(source(entries));
        const places = new Set(world.places.map(({ name }) => name));
        const reached = new Set([world.start.at]);
        for (let grown = true; grown; ) {
          const next = world.ways
            .filter(({ from, to }) => reached.has(from) || reached.has(to))
            .flatMap(({ from, to }) => [from, to]);
          const before = reached.size;
          for (const name of next) reached.add(name);
          grown = reached.size > before;
        }
        expect(reached).toEqual(places);
        for (const { at } of world.people) expect(places.has(at ?? '')).toBe(true);
        expect(world.notes).toHaveLength(entries.length);
      }),
    );
  });

  it('SZ3: begins where it was asked to, by any of its names, and each line of lore carries its entry and its quote', () => {
    const blank = {
      aliases: [],
      definition: 'A place.',
      quote: 'by the water',
      where: 'thread 1, post 2',
      weight: 0.5,
      beside: [],
    };
    const world = buildGlossaryWorld(
      source([
        { ...blank, term: 'Salt Gate', kind: 'place' },
        { ...blank, term: 'Low Veyre', aliases: ['the town'], kind: 'place' },
        { ...blank, term: 'Odra', kind: 'person', beside: ['Low Veyre'] },
      ]),
      { startAt: 'The Town' },
    );
    expect(world.start.at).toBe('Low Veyre');
    expect(world.people).toMatchObject([{ name: 'Odra', at: 'Low Veyre' }]);
    expect(world.notes[2]).toMatchObject({
      content: 'Odra: A place.',
      source: { glossary: 'Odra, thread 1, post 2', quote: 'by the water' },
    });
  });
});
