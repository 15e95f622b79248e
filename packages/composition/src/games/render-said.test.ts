// Tests how a command outside the story is told as a sentence.

import { readShippedSystem } from '@terrarium/rpg/read-system';
import { expect, it } from 'vitest';
import { renderSaid } from './render-said.ts';

it.each([
  ['/set progression.experience 1234567', 'Set by hand: Experience 1,234,567'],
  ['/set conditions poisoned', 'Set by hand: Conditions poisoned'],
])('RP4: %s is told as “%s”', (words, said) => {
  expect(renderSaid(words, readShippedSystem('dnd5e'))).toBe(said);
});
