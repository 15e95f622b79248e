// Tests cutting names, so that no two names of a picture look the same.

import { expect, it } from 'vitest';
import { cutNames } from './cut-names.ts';

it('cuts a long name at its end, and in the middle if another one begins with the same letters', () => {
  const names = ['Passau', 'Llanfairpwllgwyngyll', 'Donaudampfschifffahrt', 'Donaudampfschiffkapitän'];
  expect(cutNames(names, 12)).toEqual(['Passau', 'Llanfairpwl…', 'Donaud…fahrt', 'Donaud…pitän']);
});

it('keeps an emoji whole', () => {
  expect(cutNames(['ab🌊cd'], 4)).toEqual(['ab🌊…']);
});
