// Tests naming where somebody is.

import { expect, it } from 'vitest';
import { nameWhereabouts } from './name-whereabouts.ts';

it('RP1: who has left the story is in no place', () => {
  const state = { find: () => ({ id: 'location:inn', sheet: { name: 'The Inn' } }) } as never;
  const name = (sheet: object) => nameWhereabouts({ sheet } as never, state);
  expect(name({ at: 'location:inn' })).toBe('The Inn');
  expect(name({ at: 'location:inn', is_gone: true })).toBe('');
  expect(name({})).toBe('');
});
