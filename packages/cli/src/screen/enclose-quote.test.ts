// Tests the marks around a quote.

import { expect, it } from 'vitest';
import { encloseQuote } from './enclose-quote.ts';

it('takes single marks around speech, so that no mark stands twice', () => {
  expect(encloseQuote('The lamp was lit.')).toBe('“The lamp was lit.”');
  expect(encloseQuote('“Kaor!” … sire?”')).toBe('‘“Kaor!” … sire?”’');
  expect(encloseQuote('He said "yes".')).toBe('‘He said "yes".’');
  expect(encloseQuote('“Long speech”', '“Long …')).toBe('‘“Long …’');
});
