// Tests which people the player may play in a world that was made for a game.

import { expect, it } from 'vitest';
import { readScenario } from '../narrator/scenarios.ts';
import { listPlayable } from './list-playable.ts';

const lamp = readScenario('the-unkept-lamp');
const made = (id: string) => ({ world: { kind: 'made' as const, scenario: { ...lamp, id } } });

it('SZ14: of a story everybody can be played, of another world only people of cards', () => {
  const names = lamp.people.map(({ name }) => name);
  const [first = ''] = names;
  const list = (id: string, cards: readonly string[]) =>
    listPlayable(made(id), new Set(cards)).map(({ name }) => name);
  expect(list('from-a-glossary', [])).toEqual(names.slice(0, 8));
  expect(list('drawn', [first, 'Nobody'])).toEqual([first]);
  expect(list('drawn', [])).toEqual([]);
  expect(listPlayable({})).toEqual([]);
});
