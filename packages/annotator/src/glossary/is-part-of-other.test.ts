// Tests where the story first names an entry; a word that is a part of somebody else's name does not count.

import { describe, expect, test } from 'vitest';
import { openStory } from '../../test/story-fixture.ts';
import { buildSurfaceIndex } from './surface-index.ts';
import { verifyGlossary } from './verify-glossary-store.ts';

function listNamed(text: string, names: readonly string[]): readonly string[] {
  const index = buildSurfaceIndex({ isStrict: true });
  index.set(1, names);
  return index.listMatches(text).map(({ start, end }) => text.slice(start, end));
}

describe('what is a part of somebody else’s name', () => {
  const peter = ['Peter Orrin', 'Peter', 'Orrin'];
  test.each([
    ['She said her name was George Alexander Peters.'],
    ['“Peters, come here!” said the ferryman.'],
    ['They went to see Peter Hallam about it.'],
    ['Then Hans Peter came.'],
    ['You are quicker than Jack Orrin.'],
    ['Dorrit Orrin opened the door.'],
  ])('GL3: %s names Peter Orrin nowhere', (text) => {
    expect(listNamed(text, peter)).toEqual([]);
  });

  test.each([
    ['Then Peter went home.', 'Peter'],
    ['They asked Peter I know not what.', 'Peter'],
    ['They sent for old Peter.', 'Peter'],
    ['They sent for Old Peter.', 'Peter'],
    ['Judge Orrin was asleep.', 'Orrin'],
    ['It was Peter Orrin’s boat.', 'Peter Orrin'],
    ['Poor Peter, Hallam thought.', 'Peter'],
  ])('GL3: %s names Peter Orrin', (text, named) => {
    expect(listNamed(text, peter)).toEqual([named]);
  });

  test('GL3: many of a kind, and a name by itself inside a longer one, name the thing', () => {
    expect(listNamed('The green Tharks came.', ['Thark'])).toEqual(['Tharks']);
    expect(listNamed('A horde of Tharks came.', ['Green Thark', 'Thark'])).toEqual(['Tharks']);
    expect(listNamed('Tara of Helium slept.', ['Helium'])).toEqual(['Helium']);
    expect(listNamed('Mr. George Peters slept.', ['Peter'])).toEqual([]);
  });

  test('GL3: somebody who is called by a title alone is not named by another person’s title', () => {
    const text = 'The duke laughed. He is no Duke of Orm, nor the Duke Orrin. The dukes slept.';
    expect(listNamed(text, ['the duke'])).toEqual(['The duke', 'The dukes']);
    expect(listNamed('Skarn Orrin spoke.', ['skarn'])).toEqual(['Skarn']);
  });

  test('GL3: the first place of an entry is where it is named, not a quote about somebody else', () => {
    const world = openStory([
      ['My name is George Peters, said the girl.', 'The ferry was late.', 'Peter Orrin came. Peter was old.'],
    ]);
    world.read(1, 2);
    const entry = world.create(world.read(3), { term: 'Peter Orrin', aliases: ['Peter'] });
    expect(entry.firstSeen.postId).toBe(3);
    expect(verifyGlossary(world.connection, world.readBody)).toEqual([]);
  });

  test('GL3: if no sentence names something in another way, its first place is there after all', () => {
    const world = openStory([['My name is George Peters, said the girl.', 'The ferry was late.']]);
    const entry = world.create(world.read(1, 2), { term: 'Peter' });
    expect(entry.firstSeen.postId).toBe(1);
    expect(verifyGlossary(world.connection, world.readBody)).toEqual([]);
  });
});
