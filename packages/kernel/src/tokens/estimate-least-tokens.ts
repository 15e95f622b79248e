// Estimates the fewest tokens a text can be, in any vocabulary in use: a count below it is not of the whole text.

import { buildTokenEstimate } from './estimate-tokens.ts';

/**
 * Each feature as cheap as large vocabularies make it: three digits a token, Chinese by whole words. Measured with three
 * vocabularies over novels, transcripts, rules, code, JSON and other languages: real counts are 1.0 to 3 times as large,
 * of English prose 1.15 to 1.3 times.
 */
const estimateDense = buildTokenEstimate({
  word: 0.95,
  capitalisedWord: 0,
  letterBeyondSixth: 0,
  letterBeyondSixteenth: 0.05,
  digit: 0.3,
  punctuationRun: 0.55,
  furtherPunctuation: 0,
  blankRun: 0.15,
  foreignLetter: 0.13,
  wideCharacter: 0.28,
  rareLetter: 0.2,
});

/** One sign many times over may be a single token: a line that is drawn. */
const repeated = /(.)\1{7,}/gsu;

/** Fractions of a token included; 0 for nothing. */
export function estimateLeastTokens(text: string): number {
  return estimateDense(text.replace(repeated, '$1'));
}
