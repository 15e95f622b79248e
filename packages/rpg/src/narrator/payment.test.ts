// Tests how the built-in narrator reads what is paid for a roll.

import { expect, it } from 'vitest';
import type { NarratorHints } from '../system/narrator-hints.ts';
import { readPayment } from './payment.ts';

const cost = [{ lose: 'resources.ember.current', amount: 1 }];
const variants = [{ words: ['ember', 'everything', 'push (+1d)', 'c++'], cost }];
const hints = { intents: { force: { variants }, attack: { variants } } } as unknown as NarratorHints;

it.each([
  ['I spend 2 ember and climb to the loft', 'ember', 'climb to the loft'],
  ['I spend ember to climb the wall', 'ember', 'climb the wall'],
  ['I burn everything, then strike Hob', 'everything', 'strike Hob'],
  ['I use push (+1d) and strike', 'push (+1d)', 'strike'],
])('NA113: "%s" pays "%s" for "%s"', (said, paid, words) => {
  expect(readPayment(said, hints)).toEqual({ paid, words });
});

it.each([
  'I give everything to the innkeeper',
  'I pay everything to the innkeeper',
  'I pay everything to Hob',
  'I burn everything in the hearth',
  'I push the cart',
])('NA113: "%s" pays for no roll', (said) => {
  expect(readPayment(said, hints)).toEqual({ paid: undefined, words: said });
});
