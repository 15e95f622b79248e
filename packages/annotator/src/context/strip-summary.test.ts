// Proves that only announcements and framing are stripped from a summary, and no word of its content.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stripSummary } from './strip-summary.ts';

const told = 'Soma kept the gate: he never slept.\n\nVell burned.';

describe('stripSummary', () => {
  it.each([
    ['an announcement', `Here is the summary of scenes 0-0:\n\n${told}`],
    ['an announcement in the line', `Here is the summary of scenes 0-0: ${told}`],
    ['an eager announcement', `Sure! Below is the summary:\n${told}`],
    ['a heading', `# Summary\n## What happened\n${told}`],
    ['bold heads', `**What happened**\n${told}`],
    ['a bold head in the line', `**What happened:** ${told}`],
    ['bold words', told.replace('Soma', '**Soma**').replace('Vell', '**Vell**')],
    ['a fence', `\`\`\`text\n${told}\n\`\`\``],
    ['an element', `<summary>\n${told}\n</summary>`],
    ['a farewell', `${told}\n\nLet me know if you need more.`],
    ['a rule', `---\n${told}\n---`],
  ])('CP11: the summary stays without %s', (_, text) => {
    expect(stripSummary(text)).toBe(told);
  });

  it('CP11: words of the story stay, whatever colons and marks they have', () => {
    const word = fc.stringMatching(/^[A-Z]?[a-z]{2,8}[:,.!]?$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 2, maxLength: 12 }), (words) => {
        const text = `Soma ${words.join(' ')}`;
        expect(stripSummary(text)).toBe(text);
      }),
      { numRuns: 200 },
    );
    for (const text of ['Here: a gate.', '# Summary', 'Here they met three people: Soma, Vell and a thief.'])
      expect([text, stripSummary(text)]).toEqual([text, text]);
  });
});
