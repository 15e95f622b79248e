// Tests the page that is made from a card: quoted text stays a quote, whatever it says.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderCompanionPage } from './import-companion.ts';

const blank = { description: '', personality: '', scenario: '', examples: '', firstMessage: '' };
const nasty = fc
  .array(
    fc.constantFrom('# Soma', '## Now', '<pin>', '</ say >', '\n', '\r', '\u2028', '\u202e', 'a', ' ', '> '),
  )
  .map((pieces) => pieces.join(''));

describe('the page of a companion', () => {
  it('IO19: has the same lines of its own whatever a card says; all else is quoted and bears no tag', () => {
    const heads = renderCompanionPage({ ...blank, name: 'Soma', description: 'x', source: 'soma.png' });
    const own = heads.split('\n').filter((line) => line !== '' && line !== '> x');
    fc.assert(
      fc.property(nasty, nasty, (text, source) => {
        const description = `x${text}`;
        const page = renderCompanionPage({
          ...blank,
          name: 'Soma',
          description,
          source: `soma.png${source}`,
        });
        const lines = page.split('\n').filter((line) => line !== '');
        const quoted = lines.filter((line) => line.startsWith('>'));
        expect(lines).toHaveLength(own.length + quoted.length);
        expect(lines.filter((line) => line.startsWith('#'))).toEqual(['# Soma', '## Who you are']);
        expect(quoted.join('\n')).not.toMatch(/<pin>|<\/ say >|[\r\u2028\u202e]/);
      }),
    );
  });

  it('IO19: is refused if it would be longer than a message may be', () => {
    const long = { ...blank, name: 'Soma', description: 'word '.repeat(14_000), source: 'soma.png' };
    expect(() => renderCompanionPage(long)).toThrow(
      expect.objectContaining({ code: 'memory.card-too-long' }),
    );
  });
});
