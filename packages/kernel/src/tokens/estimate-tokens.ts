// Estimates how many tokens a text has, for any model, in one pass and without its tokenizer.

/**
 * Fitted to the Qwen 3 vocabulary on the shared evaluation data: novels, transcripts, scenes in XML, compact and
 * indented JSON, tool calls. Of the vocabularies in use, this one needs the most tokens, because each digit is a token
 * of its own. Estimates should be too high rather than too low, because a window that overflows does more harm than
 * one that is not quite full.
 */
const likelyCosts: TokenCosts = {
  word: 0.98,
  capitalisedWord: 0.09,
  letterBeyondSixth: 0.2,
  letterBeyondSixteenth: 0.5,
  digit: 1.05,
  punctuationRun: 1.08,
  furtherPunctuation: 0.05,
  blankRun: 0.52,
  foreignLetter: 0.5,
  wideCharacter: 1,
  rareLetter: 2,
};

/** How many tokens each feature of a text costs. */
export interface TokenCosts {
  readonly word: number;
  /** Added to the cost of the word itself. */
  readonly capitalisedWord: number;
  readonly letterBeyondSixth: number;
  /** Hashes and base64 are in no vocabulary, and take a token for about two characters. */
  readonly letterBeyondSixteenth: number;
  readonly digit: number;
  /** `",` and `":` are one token each; each further sign of a run costs little. */
  readonly punctuationRun: number;
  readonly furtherPunctuation: number;
  /** A line break, or two or more blanks in a row. */
  readonly blankRun: number;
  /** Cyrillic, Greek, Arabic and similar letters. */
  readonly foreignLetter: number;
  /** Chinese, Japanese, Korean, and each half of an emoji. */
  readonly wideCharacter: number;
  /**
   * Ethiopic, Syriac, Tibetan and other scripts that are hardly in any vocabulary, so that their tokens are bytes and
   * not letters.
   */
  readonly rareLetter: number;
}

const blank = 0;
const lineBreak = 1;
const smallLetter = 2;
const capitalLetter = 3;
const digit = 4;
const punctuation = 5;
const foreignLetter = 6;
const wide = 7;
const rare = 8;

/** Ranges of UTF-16 code units. A unit in none of them is wide. Later ranges override earlier ones. */
const classRanges: readonly (readonly [first: number, last: number, kind: number])[] = [
  [0x00, 0x20, blank],
  [0x0a, 0x0a, lineBreak],
  [0x21, 0x7f, punctuation],
  [0x30, 0x39, digit],
  [0x41, 0x5a, capitalLetter],
  [0x61, 0x7a, smallLetter],
  [0x80, 0xbf, punctuation],
  [0xa0, 0xa0, blank],
  [0xc0, 0xde, capitalLetter],
  [0xdf, 0x24f, smallLetter],
  [0x250, 0x10ff, foreignLetter],
  // Separate accents and vowel points are tokens of their own.
  [0x300, 0x36f, wide],
  [0x591, 0x5c7, wide],
  [0x64b, 0x670, wide],
  [0x700, 0x8ff, rare],
  [0xf00, 0xfff, rare],
  [0x1200, 0x177f, rare],
  [0x1800, 0x1cff, rare],
  [0x1e00, 0x1fff, foreignLetter],
  [0x2010, 0x2046, punctuation],
];

/** Neighbouring characters belong to one run if their kinds have the same number here. */
const runOfKind = Uint8Array.of(0, 0, 1, 1, 2, 3, 4, 5, 6);
/** A line break counts as two characters, so that a single one costs as much as two blanks. */
const stepOfKind = Uint8Array.of(1, 2, 1, 1, 1, 1, 1, 1, 1);
const kinds = runOfKind.length;
/** From this position in a run on, each further character costs the same. */
const lastPosition = 17;

const classes = buildClasses();
const likelyTable = buildCostTable(likelyCosts);

/**
 * Estimates the tokens of `text`: 0 for an empty text, otherwise at least 1. The estimate for two joined texts differs
 * by at most a token or two from the sum of their estimates, unless they form a long word. The mean error is 3 %; with
 * characters / 4 it would be 14 %. `computeTokenRatio` uses the server's counts to correct the rest.
 */
export function estimateTokens(text: string): number {
  return Math.max(Math.min(1, text.length), Math.ceil(sumCosts(text, likelyTable)));
}

/** Builds a function that estimates tokens with the given costs. Its result has fractions. */
function buildTokenEstimate(costs: TokenCosts): (text: string) => number {
  const table = buildCostTable(costs);
  return (text) => sumCosts(text, table);
}

function sumCosts(text: string, costTable: Float64Array): number {
  let tokens = 0;
  let position = 0;
  let runBefore = -1;
  for (let index = 0; index < text.length; index++) {
    const kind = classes[text.charCodeAt(index)] ?? wide;
    const run = runOfKind[kind] ?? 0;
    position = Math.min(lastPosition, (run === runBefore ? position : 0) + (stepOfKind[kind] ?? 1));
    tokens += costTable[kind * (lastPosition + 1) + position] ?? 0;
    runBefore = run;
  }
  return tokens;
}

function buildClasses(): Uint8Array {
  const table = new Uint8Array(0x1_0000).fill(wide);
  for (const [first, last, kind] of classRanges) table.fill(kind, first, last + 1);
  return table;
}

/** What a character costs, by its kind and its position in a run of characters of its kind. */
function buildCostTable(costs: TokenCosts): Float64Array {
  const table = new Float64Array(kinds * (lastPosition + 1));
  for (let kind = 0; kind < kinds; kind++) {
    for (let position = 1; position <= lastPosition; position++) {
      table[kind * (lastPosition + 1) + position] = computeCost(costs, kind, position);
    }
  }
  return table;
}

function computeCost(costs: TokenCosts, kind: number, position: number): number {
  switch (kind) {
    case blank:
      return position === 2 ? costs.blankRun : 0;
    case lineBreak:
      return position === 2 || position === 3 ? costs.blankRun : 0;
    case capitalLetter:
      return computeLetterCost(costs, position) + (position === 1 ? costs.capitalisedWord : 0);
    case smallLetter:
      return computeLetterCost(costs, position);
    case punctuation:
      return position === 1 ? costs.punctuationRun : costs.furtherPunctuation;
    case digit:
      return costs.digit;
    case foreignLetter:
      return costs.foreignLetter;
    case rare:
      return costs.rareLetter;
    default:
      return costs.wideCharacter;
  }
}

function computeLetterCost(costs: TokenCosts, position: number): number {
  if (position === 1) return costs.word;
  if (position > 16) return costs.letterBeyondSixteenth;
  return position > 6 ? costs.letterBeyondSixth : 0;
}

/**
 * The costs are as low as with large vocabularies, in which three digits or a whole Chinese word are one token.
 * Measured with three vocabularies over novels, transcripts, rules, code, JSON and other languages: real counts are
 * 1.0 to 3 times as large as this estimate, and for English prose 1.15 to 1.3 times.
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

/** One character repeated many times, such as a drawn line, may be a single token. */
const repeated = /(.)\1{7,}/gsu;

/** The fewest tokens that a text can have, with fractions; 0 for an empty text. */
export function estimateLeastTokens(text: string): number {
  return estimateDense(text.replace(repeated, '$1'));
}

/** The tokens of one prompt, as estimated and as counted by the server. */
export interface CountedPrompt {
  readonly estimatedTokens: number;
  readonly reportedTokens: number;
}

/**
 * A ratio outside these bounds is more likely a wrong report than a property of the tokenizer. If it is too low, the
 * server probably counted only part of the prompt.
 */
const lowestRatio = 0.5;
const highestRatio = 2;
/** Prompts with fewer tokens are ignored, because the chat template's own tokens weigh too much in them. */
const smallestPrompt = 200;

/**
 * How many real tokens an estimated token stands for. It is 1 until a prompt is counted, and then the median over the
 * given prompts, weighted by their size, so that one odd report hardly changes it. Always between 0.5 and 2.
 */
export function computeTokenRatio(counted: readonly CountedPrompt[]): number {
  const ranked = counted
    .filter(isUsable)
    .map((prompt) => ({
      ratio: prompt.reportedTokens / prompt.estimatedTokens,
      weight: prompt.estimatedTokens,
    }))
    .sort((left, right) => left.ratio - right.ratio);
  const half = ranked.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let passed = 0;
  for (const { ratio, weight } of ranked) {
    passed += weight;
    if (passed >= half) return Math.min(highestRatio, ratio);
  }
  return 1;
}

function isUsable({ estimatedTokens, reportedTokens }: CountedPrompt): boolean {
  if (estimatedTokens < smallestPrompt || !Number.isFinite(reportedTokens)) return false;
  return reportedTokens >= estimatedTokens * lowestRatio;
}
