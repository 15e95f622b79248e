// Tests that a page takes back the line breaks that a command made for a terminal, and no others.

import { expect, it } from 'vitest';
import { joinWrapped } from './join-wrapped.ts';

it('RP3: what a command wrapped for its columns is wrapped by the page', () => {
  const rules = [
    'Resting',
    '  A rest takes an hour.',
    '  Hit dice heal. It needs food',
    '  and a fire.',
    '',
    'Short line',
    'and another',
  ];
  expect(joinWrapped(rules, 30)).toEqual([
    'Resting',
    '  A rest takes an hour.',
    '  Hit dice heal. It needs food and a fire.',
    '',
    'Short line',
    'and another',
  ]);
  const told = [
    '  12  Thrift looks at you and says',
    '      nothing.',
    '  13  A bell rings somewhere below',
    '  14  Dusk',
  ];
  expect(joinWrapped(told, 34)).toEqual([
    '  12  Thrift looks at you and says nothing.',
    '  13  A bell rings somewhere below',
    '  14  Dusk',
  ]);
  const commands = ['  /ask question · the oracle', '  /spend · improve a roll'];
  expect(joinWrapped(commands, 28)).toEqual(commands);
});
