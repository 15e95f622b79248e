// Tests that the marks of a link to an entry are stripped, so that a person reads only the name.

import { expect, it } from 'vitest';
import { stripLinks } from './strip-links.ts';

it('GL22: a link is read as its name, or as the words that it has for the name; anything else stays', () => {
  expect(stripLinks('Keeper of [[Vell]], [[Soma of Vell|his]] [[ town ]].')).toBe(
    'Keeper of Vell, his town.',
  );
  expect(stripLinks('[[Vell|]] [[]] [Vell] [[a\nb]] [[x')).toBe('Vell [[]] [Vell] [[a\nb]] [[x');
  const long = '[['.repeat(20_000);
  expect(stripLinks(long)).toBe(long);
});
