// Tests which refused calls of a scene are shown to the model again after the scene's calls were removed from the window.

import { describe, expect, it } from 'vitest';
import { openStory } from '../../test/story-fixture.ts';
import { filterOpen } from './filter-open.ts';

const story = [['Arla ruled Vell. Boren fled to Dorn. Cadoc slept.']];

function openRead() {
  const world = openStory(story);
  const context = world.read(1);
  world.create(context, { term: 'Arla', tags: ['character'] });
  const filter = (calls: readonly (readonly [string, object, boolean])[]) =>
    filterOpen(
      calls.map(([name, given, isRefused], at) => {
        return { call: { id: `call-${at}`, name, arguments: JSON.stringify(given) }, isRefused };
      }),
      world.glossary,
    ).map(({ call }) => call.id);
  return { filter };
}

describe('refused calls of an open scene', () => {
  it('CP4: are left out once a later call says as much about the same entry, by whatever name', () => {
    const { filter } = openRead();
    const definition = 'She ruled Vell.';
    const kept = filter([
      ['glossary_create', { term: 'arla', definition, tags: ['character'] }, true],
      ['add_entry', { name: 'Boren', definition }, true],
      ['glossary_update', { id: 1, definition: 'Other.' }, true],
      ['glossary_update', { entry_id: 'Arla', definition }, false],
      ['glossary_create', { term: 'Boren', definition, aliases: ['Dorn'] }, true],
    ]);
    expect(kept).toEqual(['call-4']);
  });

  it('CP4: stay if a later call says less, or something else', () => {
    const { filter } = openRead();
    const kept = filter([
      ['glossary_update', { entry_id: 1, definition: 'She ruled.', relations: [] }, true],
      ['glossary_delete', { entry_id: 1 }, true],
      ['glossary_create', { term: 'Cadoc', definition: 'He slept.' }, true],
      ['read_post', { post_id: 9 }, true],
      ['glossary_update', { entry_id: 1, aliases: ['the Lady'] }, false],
      ['glossary_update', { entry_id: 1, definition: 'She ruled Vell.' }, false],
    ]);
    expect(kept).toEqual(['call-0', 'call-1', 'call-2', 'call-3']);
  });
});
