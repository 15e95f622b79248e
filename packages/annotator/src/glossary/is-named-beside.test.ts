// Proves when a text counts as naming two separate things side by side.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isNamedBeside } from './is-named-beside.ts';

const dihn = { term: 'Thuvan Dihn', aliases: ['Dihn', 'the jeddak'] };

describe('TL17: two names side by side', () => {
  it.each([
    'Thuvan Dihn and Kulan Tith slept.',
    'Then Kulan Tith, the guest, turned to Thuvan Dihn.',
    'Neither Dihn nor the Prince Kulan Tith slept.',
    'Thuvan Dihn went out with Dr. Kulan Tith.',
  ])('are two in: %s', (text) => {
    expect(isNamedBeside(text, dihn, 'Kulan Tith')).toBe(true);
  });

  it.each([
    'Thuvan Dihn, or Kulan Tith.',
    'Thuvan Dihn was none other than Kulan Tith.',
    'Thuvan Dihn is known as Kulan Tith.',
    'Thuvan Dihn slept. And Kulan Tith woke.',
    'He came to Thuvan Dihn. “With Kulan Tith?”',
    'Thuvan Dihn and Kulan Tith Omad slept.',
    'Old Dihn and Kulan Tith slept.',
    'The jeddak and Kulan Tith slept.',
  ])('are not said to be two in: %s', (text) => {
    expect(isNamedBeside(text, dihn, 'Kulan Tith')).toBe(false);
  });

  it('are two whichever comes first, and never where only one is named', () => {
    const name = fc
      .array(fc.constantFrom('zo', 'ka', 'thu', 'ri', 'vex', 'dwu', 'qua'), { minLength: 3, maxLength: 4 })
      .map((parts) => `Q${parts.join('')}`);
    const joining = fc.constantFrom('and', 'nor', 'walked with', 'was angry, and spoke to the', 'went from');
    fc.assert(
      fc.property(name, name, joining, (one, other, word) => {
        fc.pre(!one.includes(other) && !other.includes(one));
        const named = { term: one, aliases: [] };
        expect(isNamedBeside(`${one} ${word} ${other}.`, named, other)).toBe(true);
        expect(isNamedBeside(`${other} ${word} ${one}.`, named, other)).toBe(true);
        expect(isNamedBeside(`${one} ${word} ${one}.`, named, other)).toBe(false);
        expect(isNamedBeside(`${one} called ${other}.`, named, other)).toBe(false);
      }),
    );
  });
});
