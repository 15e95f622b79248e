// Tests that a summary which is cut loses whole sentences.

import { expect, it } from 'vitest';
import { cutSummary } from './cut-summary.ts';

it('CP8: a summary that is too long loses whole sentences, and a dot within one does not end it', () => {
  const sentences = Array.from(
    { length: 12 },
    (_, at) => `On day ${at}.5 Mr. Pell climbed the Bell Stair and lit ${at}.25 lamps.`,
  );
  expect(cutSummary(sentences.join(' '), 10_000)).toBe(sentences.join(' '));
  for (const joint of [' ', '\n']) {
    const cut = cutSummary(sentences.join(joint), 120);
    const kept = sentences.filter((sentence) => cut.includes(sentence));
    expect(cut).toBe(kept.join(' '));
    expect(kept.length).toBeGreaterThan(2);
  }
  expect(cutSummary('word '.repeat(400), 20)).toMatch(/^word .*…$/u);
});
