// Tests what the tools take as evidence of whoever tells the story as “I”.

import { describe, expect, it } from 'vitest';
import { openStory } from '../../test/story-fixture.ts';

const story = [
  ['“Were you ever married, Master Davy?” said Peggotty. I laughed.'],
  ['Peggotty went out.', 'I lived with my mother in the rookery.'],
];
const boy = { definition: 'A boy who laughs at [[Peggotty]].', tags: ['character'] };
const later = {
  definition: 'A boy who laughs at [[Peggotty]] and lives with his mother in the rookery.',
  evidence: [{ post_id: 3, label: 1 }],
};

describe('the evidence of whoever tells the story', () => {
  it('GL23: a refusal leads to the tag of a narrator, and with the tag the same evidence is taken', () => {
    const world = openStory(story);
    const first = world.read(1);
    world.call('glossary_create', { ...boy, term: 'Davy', evidence: [{ post_id: 1, label: 1 }] }, first);
    const peggotty = { definition: 'Somebody who asks [[Davy]].', tags: ['character'] };
    world.call(
      'glossary_create',
      { ...peggotty, term: 'Peggotty', evidence: [{ post_id: 1, label: 1 }] },
      first,
    );
    world.read(2);
    const context = world.read(3);
    const update = (more: object) =>
      world.call('glossary_update', { entry_id: 1, ...later, ...more }, context);
    const refused = update({});
    expect(refused.ok).toBe(false);
    expect(refused.say).toContain('If "I" is "Davy", add the tag "narrator"');
    expect(update({ tags: ['character', 'narrator'] }).ok).toBe(true);
    expect(world.glossary.listNarrators().map(({ term }) => term)).toEqual(['Davy']);
    const other = { entry_id: 2, definition: 'Somebody who asks [[Davy]] in the rookery.' };
    const astray = world.call('glossary_update', { ...other, evidence: later.evidence }, context);
    expect(astray.ok).toBe(false);
    expect(astray.say).not.toContain('narrator');
    world.call('glossary_update', { entry_id: 1, tags: ['character'] }, context);
    expect(world.glossary.listNarrators()).toEqual([]);
  });
});
