// Tests that the map at a terminal names each way once, by the names of places.

import { stripVTControlCharacters } from 'node:util';
import type { Entity, GameState } from '@terrarium/rpg/entity';
import { expect, it } from 'vitest';
import { renderMap } from './render-quests.ts';

function buildPlace(key: string, exits: readonly object[], name = key): Entity {
  const sheet = { name, is_visited: true, exits: exits.map((exit) => ({ ...exit })) };
  return { id: `location:${key}`, type: 'location', key, sheet } as Entity;
}

it('shows a way by its own name only where that is not the name of the place', () => {
  const places = [
    buildPlace('組合の書庫', [
      { name: '鐘ノ浦', to: 'location:鐘ノ浦' },
      { name: 'the low isles', to: 'location:low-isles' },
      { name: 'back stairs', to: 'location:鐘ノ浦', is_locked: true },
    ]),
    buildPlace('鐘ノ浦', []),
    buildPlace('low-isles', [], 'Low Isles'),
  ];
  const state: GameState = {
    find: (id) => places.find((place) => place.id === id),
    list: (type) => (type === 'location' ? places : []),
  };
  const lines = renderMap(state, 'location:鐘ノ浦', 80).map(stripVTControlCharacters);
  expect(lines[1]?.trim()).toBe('→ 鐘ノ浦 · Low Isles · back stairs: 鐘ノ浦 (locked)');
});
