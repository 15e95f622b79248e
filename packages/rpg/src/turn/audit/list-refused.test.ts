// Tests which refused calls of a turn are still open, and which were mended by a later call.

import { expect, it } from 'vitest';
import { listRefused, stripMended } from './list-refused.ts';

const act = (ok: boolean, tool: string, given: object, say = '') => ({
  ok,
  tool,
  arguments: JSON.stringify(given),
  say,
});

const cast = { move: 'cast', as: 'Magic missile', against: 'npc:rat, npc:bones' };
const bless = { move: 'cast', as: 'Bless' };
const path = { path: 'resources.hpp.current', delta: -3, target: 'npc:rat' };
const elsewhere = { path: 'resources.hpp.current', delta: -3, target: 'npc:bones' };

it.each([
  [
    'the same move of the same, aimed right',
    [act(false, 'roll', cast), act(true, 'roll', { ...cast, against: 'rat' })],
    0,
  ],
  ['a move of somebody else', [act(false, 'roll', cast), act(true, 'roll', { ...cast, who: 'npc:rat' })], 1],
  ['a move that was made before', [act(true, 'roll', cast), act(false, 'roll', cast)], 1],
  [
    'a change by a path that there is',
    [act(false, 'adjust', path), act(true, 'adjust', { ...path, path: 'hp' })],
    0,
  ],
  ['a change of somebody else', [act(false, 'adjust', path), act(true, 'adjust', elsewhere)], 1],
  ['a change that had come already', [act(true, 'adjust', path), act(false, 'adjust', path)], 0],
  [
    'another thing for the same',
    [act(false, 'item_add', { name: 'Rope' }), act(true, 'item_add', { name: 'Lamp' })],
    1,
  ],
  [
    'the single call for a spell that the rules do not cast',
    [
      act(
        false,
        'roll',
        bless,
        '"Bless" is in features.spells of character:player, but the rules have no cast for it',
      ),
      act(true, 'condition_add', { condition: 'Bless', target: 'player' }),
    ],
    0,
  ],
  [
    'the single call for what is no variant of the move',
    [
      act(false, 'roll', bless, 'cast can be made as: attack; or leave out `as`.'),
      act(true, 'adjust', { path: 'hp', delta: 3, reason: 'bless' }),
    ],
    0,
  ],
  [
    'what a spell would do that could not be paid',
    [
      act(false, 'roll', cast, 'No slot of its level is left.'),
      act(true, 'adjust', { path: 'hp', delta: -8, target: 'npc:rat', reason: 'magic missile' }),
    ],
    1,
  ],
  [
    'the same mode',
    [act(false, 'mode_set', { mode: 'combat' }), act(true, 'mode_set', { mode: 'combat' })],
    0,
  ],
])('TU57: after a refusal comes %s', (_what, actions, open) => {
  expect(listRefused(actions)).toHaveLength(open);
});

it('MV18: a refused call that was mended is not shown to whoever asks why, and others are', () => {
  const actions = [
    act(false, 'roll', cast),
    act(false, 'item_add', { name: 'Rope' }),
    act(true, 'roll', cast),
  ];
  expect(stripMended(actions)).toEqual(actions.slice(1));
});
