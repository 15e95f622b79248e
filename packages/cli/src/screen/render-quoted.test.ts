// Tests which quotation marks are put around a quote.

import { expect, it } from 'vitest';
import { renderQuoted } from './render-quoted.ts';

it('takes single marks around speech, so that no mark stands twice', () => {
  expect(renderQuoted('The lamp was lit.')).toBe('“The lamp was lit.”');
  expect(renderQuoted('“Kaor!” … sire?”')).toBe('‘“Kaor!” … sire?”’');
  expect(renderQuoted('He said "yes".')).toBe('‘He said "yes".’');
  expect(renderQuoted('“Long speech”', '“Long …')).toBe('‘“Long …’');
});
