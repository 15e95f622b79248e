// Tests the page ambient.md: a writer writes its words, and its list is made from the fragments.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventId } from '../events/event.ts';
import type { FragmentText } from '../fragments/fragment.ts';
import { buildPage, readProse, replaceProse } from './ambient-page.ts';

const buildFragment = (key: string, sources: number): FragmentText => ({
  key,
  ambient: `About ${key}.`,
  recognition: '',
  inventory: '',
  sources: Array.from({ length: sources }, (_, at) => (at + 1) as EventId),
});

const fragment = fc
  .tuple(fc.stringMatching(/^[a-z][a-z0-9]{0,5}$/), fc.nat(9))
  .map(([key, sources]) => buildFragment(key, sources));
const fragments = fc.uniqueArray(fragment, { selector: ({ key }) => key, maxLength: 120 });
const prose = fc.lorem({ maxCount: 4, mode: 'sentences' });

describe('the page ambient.md', () => {
  it('IX1: lists fragments that its words do not name, those with most behind them first', () => {
    const some = [buildFragment('kiln', 1), buildFragment('boat', 3), buildFragment('mira', 9)];
    expect(buildPage('I know [mira] well.', some)).toBe(
      'I know [mira] well.\n\n<!-- compiled -->\n- [boat] About boat.\n- [kiln] About kiln.\n<!-- /compiled -->',
    );
  });

  it('IX1: after twelve fragments there are only keys, and after these only a number', () => {
    const many = Array.from({ length: 100 }, (_, at) => buildFragment(`key-${at}`, 100 - at));
    const page = buildPage('', many);
    expect(page.split('\n').filter((line) => line.startsWith('- ['))).toHaveLength(12);
    expect(page).toContain('- also: [key-12] ');
    expect(page).toContain('[key-91] and 8 more');
  });

  it('IX1: every fragment that has room is in the page once, and the words stay as they are', () => {
    fc.assert(
      fc.property(prose, fragments, (words, some) => {
        const page = buildPage(words, some);
        expect(readProse(page)).toBe(words.trim());
        for (const { key } of some.slice(0, 90)) {
          const isCut = some.length > 92;
          if (!isCut) expect(page.split(`[${key}]`)).toHaveLength(2);
        }
      }),
    );
  });

  it('IX1: made again from the same fragments it is the same, whatever list stood there', () => {
    fc.assert(
      fc.property(prose, fragments, fragments, (words, some, others) => {
        const page = buildPage(words, some);
        expect(buildPage(page, some)).toBe(page);
        expect(buildPage(buildPage(words, others), some)).toBe(page);
      }),
    );
  });

  it('IX2: new words replace the old ones and leave the list, and marks within them are dropped', () => {
    const page = buildPage('Old words.', [buildFragment('kiln', 1)]);
    const replaced = replaceProse(page, '<!-- compiled -->New words.');
    expect(readProse(replaced)).toBe('New words.');
    expect(replaced).toContain('- [kiln] About kiln.');
    expect(replaced.split('<!-- compiled -->')).toHaveLength(2);
  });
});
