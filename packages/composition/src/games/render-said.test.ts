// Tests how a command outside the story is told as a sentence.

import { readShippedSystem } from '@terrarium/rpg/read-system';
import { expect, it } from 'vitest';
import { nameFields, renderSaid } from './render-said.ts';

it.each([
  ['/set progression.experience 1234567', 'Set by hand: Experience 1,234,567'],
  ['/set resources.hp 9876', 'Set by hand: Hit points 9,876'],
  ['/set identity.origin Vienna 1923', 'Set by hand: Origin Vienna 1923'],
  ['/set conditions poisoned', 'Set by hand: Conditions poisoned'],
])('RP4: %s is told as “%s”', (words, said) => {
  expect(renderSaid(words, readShippedSystem('dnd5e'))).toBe(said);
});

it('RP4: a rule that players are shown names fields by their labels', () => {
  const shown = (system: string) => {
    const found = readShippedSystem(system);
    return found.manifest.rules.map(({ text }) => nameFields(text, found)).join(' ');
  };
  expect(shown('dnd5e')).toContain('ate all the same: set “Days without food” to 0.');
  expect(shown('percentile')).toContain('Take it from “Sanity” and set “');
  expect(shown('dnd5e') + shown('percentile')).not.toMatch(/[a-z]\.[a-z]/u);
});
