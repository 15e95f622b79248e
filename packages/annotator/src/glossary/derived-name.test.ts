// Tests of words derived from names, and of evidence that relies on them.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openStory } from '../../test/story-fixture.ts';
import { hasDerivedName } from './derived-name.ts';
import type { EntryId } from './entry.ts';
import { verifyGlossary } from './verify-glossary-store.ts';

describe('hasDerivedName', () => {
  it.each([
    ['Mars', 'A Martian came.'],
    ['Helium', 'Two Heliumites fled.'],
    ['Zodanga', 'The Zodangan’s ship sank.'],
    ['Barsoom', 'It was a Barsoomian thing.'],
    ['Italy', 'Italians live there.'],
    ['Rome', 'A Roman came.'],
    ['Europe', 'The European slept.'],
    ['China', 'He spoke Chinese.'],
    ['the Turk', 'He spoke Turkish.'],
  ])('GL25: %s is named by: %s', (name, text) => {
    expect(hasDerivedName(text, { names: [name] })).toBe(true);
  });

  it.each([
    ['Mars', 'The martian sea, and Marsh.'],
    ['Tur', 'Turan came.'],
    ['Guard', 'The Guardian came.'],
    ['Library', 'The Librarian came.'],
    ['Self', 'Selfish man!'],
    ['Mary', 'Marian came.'],
    ['helium', 'A Heliumite came.'],
    ['Greater Helium', 'A Heliumite came.'],
    ['Helium', 'Helium, and Heli.'],
  ])('GL25: %s is not named by: %s', (name, text) => {
    expect(hasDerivedName(text, { names: [name] })).toBe(false);
  });

  it('GL25: a place that belongs to another name never counts as a derived word, whatever the word', () => {
    const name = fc
      .array(fc.constantFrom('zo', 'ka', 'thu', 'ri', 'vex', 'dwu', 'qua'), { minLength: 2, maxLength: 4 })
      .map((parts) => `Q${parts.join('')}m`);
    const ending = fc.constantFrom('ian', 'ite', 'ish', 'ese', 'ians', 'ites');
    fc.assert(
      fc.property(name, ending, (one, end) => {
        const text = `There came the ${one}${end}.`;
        const place = { start: text.indexOf('Q'), end: text.length - 1 };
        expect(hasDerivedName(text, { names: [one] })).toBe(true);
        expect(hasDerivedName(text, { names: [one], listTaken: () => [place] })).toBe(false);
        expect(hasDerivedName(text.toLowerCase(), { names: [one] })).toBe(false);
        expect(hasDerivedName(text, { names: [`${one}z`] })).toBe(false);
      }),
    );
  });
});

const story = [
  [
    'They spoke of Mars and of the Martian Guard in the night.',
    'A Martian has three eyes. He sees the dark.',
  ],
];
const mars = {
  term: 'Mars',
  definition: 'Where those come from who have three eyes.',
  tags: ['location'],
  evidence: [{ post_id: 2, label: 1 }],
};

describe('evidence by a derived word', () => {
  it('GL25: names the entry, remains when its names change, and is no mention of it', () => {
    const world = openStory(story);
    const context = world.read(1, 2);
    expect(world.call('glossary_create', mars, context).ok).toBe(true);
    expect(world.glossary.find(1 as EntryId)?.evidence.map(({ quote }) => quote)).toEqual([
      'A Martian has three eyes.',
    ]);
    world.call('glossary_update', { entry_id: 1, aliases: ['Mars in the night'] }, context);
    expect(world.glossary.find(1 as EntryId)?.evidence).toHaveLength(1);
    expect(world.glossary.readSpread(1 as EntryId).mentions).toBe(1);
    const martian = { ...mars, term: 'Martian', definition: 'One with three eyes.', tags: ['creature'] };
    world.call('glossary_create', { ...martian, distinct_from: [1] }, context);
    expect(world.glossary.findByTerm('Martian')?.evidence).toHaveLength(1);
    expect(verifyGlossary(world.connection, world.readBody)).toEqual([]);
  });

  it('GL25: does not name an entry with a person’s name, nor an entry if another entry has the word as a name', () => {
    const world = openStory(story);
    const context = world.read(1, 2);
    const person = world.call('glossary_create', { ...mars, tags: ['character'] }, context);
    expect(person.say).toContain('does not name "Mars"');
    const named = { definition: 'Those with three eyes.', tags: ['creature'], distinct_from: [1] };
    expect(world.call('glossary_create', { ...mars, ...named, term: 'Martian' }, context).ok).toBe(true);
    expect(world.call('glossary_create', mars, context).say).toContain('does not name "Mars"');
    const guard = { ...mars, ...named, term: 'Martian Guard', tags: ['faction'] };
    world.call('glossary_create', { ...guard, evidence: [{ post_id: 1, label: 1 }] }, context);
    expect(world.glossary.findByTerm('Martian Guard')).toBeDefined();
  });
});
