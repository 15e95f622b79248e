// Tests of cutting a definition at its links.

import { expect, it } from 'vitest';
import { cutLinks } from './cut-links.ts';

it('shows the words of a link where it has some, and else the name', () => {
  const shown = cutLinks('Clerk of the [[Ottiline Vesk|Quaymaster]] in [[Harrow Quay]].');
  expect(shown.map(({ text, isName }) => (isName ? `<${text}>` : text))).toEqual([
    'Clerk of the ',
    '<Quaymaster>',
    ' in ',
    '<Harrow Quay>',
    '.',
  ]);
  expect(cutLinks('[[Arla| ]] waits [[').map(({ text }) => text)).toEqual(['Arla', ' waits [[']);
});
