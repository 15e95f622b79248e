// Tests reading the rows of a table that says what is found: things can be carried away; ways, traces, the dead and names cannot.

import { expect, it } from 'vitest';
import { readCarried } from './read-carried.ts';

it.each([
  ['A map, half burnt', 'map'],
  ['A map of one corner of something.', 'map of one corner of something'],
  ['A dagger with a name on it.', 'dagger with a name on it'],
  ['A lantern that never went out', 'lantern that never went out'],
  ['A set of loaded dice', 'set of loaded dice'],
  ['Some rope', 'rope'],
])('NA106: “%s” gives a thing', (said, thing) => {
  expect(readCarried(said)).toBe(thing);
});

it.each([
  'A hidden trail',
  'A hidden door',
  'A hidden stair',
  'A way onto the roof',
  'A second set of prints',
  'A pair of muddy footprints',
  'A name',
  'A name scratched into wood.',
  'The wrong body',
  'Fresh tracks.',
  'Nothing of use.',
])('NA106: “%s” gives nothing to carry', (said) => {
  expect(readCarried(said)).toBeUndefined();
});
