// Tests which of two names a quote makes the parent or the child.

import { describe, expect, it } from 'vitest';
import { detectKinEnd } from './kin-direction.ts';

describe('a quote', () => {
  it.each([
    ['the daughter of Thuvan Dihn', 'Thuvan Dihn', 'parent'],
    ['Thuvan Dihn’s only daughter slept.', 'Thuvan Dihn', 'parent'],
    ['Mors Kajak, his son, Jed of Lesser Helium', 'Mors Kajak', 'child'],
    ['He bowed to his father, John Carter, Warlord of Mars.', 'John Carter', 'parent'],
    ['Arla was the mother of Boren.', 'Arla', 'parent'],
    ['Arla was the mother of Boren.', 'Boren', 'child'],
    ["Boren's mother came.", 'Boren', 'child'],
    ['Her little daughter Tara slept.', 'Tara', 'child'],
  ])('RL16: “%s” makes %s the %s', (quote, name, end) => {
    expect(detectKinEnd(quote, [name])).toBe(end);
  });

  it.each([
    ['Arla saw Boren.', 'Arla'],
    ['Arla, daughter of Cadoc, was the mother of Boren.', 'Arla'],
    ['“Arla, my father is here,” said Boren.', 'Arla'],
    ['The father slept. Arla did not.', 'Arla'],
  ])('RL16: “%s” says nothing of %s', (quote, name) => {
    expect(detectKinEnd(quote, [name])).toBeUndefined();
  });
});
