// Tests finding where a call begins: in every form, whatever text precedes it, and never in prose.

import { describe, expect, it } from 'vitest';
import { registerGrowthTests } from '../testing/growth.ts';
import { writtenCalls } from '../testing/written-calls.ts';
import { findCallInText, measureUncalledBy } from './find-call-in-text.ts';

const tools = ['roll', 'note'];
const prose = 'You roll your eyes (and note the door). It gives way. ';
const forms = Object.entries(writtenCalls).filter(([form]) => form !== 'plain JSON');

describe('a call in a text', () => {
  it.each(forms)('begins where the form of %s begins, and is held back while it comes', (_, write) => {
    const call = write('roll', { formula: '1d20' });
    expect(findCallInText(prose + call, tools)).toBe(prose.length);
    for (let end = prose.length; end <= prose.length + call.length; end += 1) {
      expect(measureUncalledBy((prose + call).slice(0, end), tools)).toBeLessThanOrEqual(prose.length);
    }
  });

  it('is none in prose, of which no more than a word is held back', () => {
    expect(findCallInText(prose, tools)).toBeUndefined();
    for (let end = 0; end <= prose.length; end += 1)
      expect(end - measureUncalledBy(prose.slice(0, end), tools)).toBeLessThan(8);
    const idle = `An action: none. ${'The hall is quiet. '.repeat(12)}`;
    expect(measureUncalledBy(idle, tools)).toBe(idle.length);
  });

  registerGrowthTests({
    'findCallInText of many names': (text) => findCallInText(text.replaceAll('a', 'roll('), tools),
    'findCallInText of many leads': (text) => findCallInText(text.replaceAll('a', 'print(functions.'), tools),
    'measureUncalledBy of many leads': (text) =>
      measureUncalledBy(text.replaceAll('a', '<|channel|>'), tools),
  });
});
