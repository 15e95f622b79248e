// Cuts a text that is too long for the remaining tokens, with a mark that says where the rest is.
import { estimateTokens } from '@terrarium/kernel/estimate-tokens';

/**
 * A counter must not throw, whatever the text contains. The count of a text may be at most a few tokens below
 * that of its own beginning.
 */
export interface TokenCounter {
  /** Names the tokenizer, for the wake's record. */
  readonly id: string;
  /** The number of tokens of `text`, a whole number; 0 for an empty text. */
  count(text: string): number;
}

/** Estimates the count, for a model whose tokenizer is not known. */
export const estimatingCounter: TokenCounter = { id: 'estimate', count: estimateTokens };

export interface Cut {
  readonly text: string;
  readonly tokens: number;
  readonly isCut: boolean;
}

export interface CutOptions {
  /** The maximum number of tokens that the result may take, including the mark. */
  readonly maximum: number;
  /** The text at the cut, such as " … [cut: the rest is in moment 12]". */
  readonly mark: string;
  readonly tokens: TokenCounter;
}

/** No long text has more characters per token than this, so any further characters are not even counted. */
const charactersPerToken = 12;

/**
 * The whole text if it takes at most `maximum` tokens, otherwise as much of its beginning as fits, followed by
 * the mark; empty if not even the mark fits. The time needed depends on `maximum`, not on the length of the
 * text.
 */
export function cutText(text: string, { maximum, mark, tokens }: CutOptions): Cut {
  const bound = Math.max(0, maximum) * charactersPerToken;
  if (text.length <= bound) {
    const whole = tokens.count(text);
    if (whole <= maximum) return { text, tokens: whole, isCut: false };
  }
  let kept = -1;
  let tooLong = Math.min(text.length, bound) + 1;
  while (tooLong - kept > 1) {
    const tried = Math.floor((kept + tooLong) / 2);
    if (tokens.count(joinMark(text, tried, mark)) <= maximum) kept = tried;
    else tooLong = tried;
  }
  if (kept < 0) return { text: '', tokens: 0, isCut: true };
  const cut = joinMark(text, kept, mark);
  return { text: cut, tokens: tokens.count(cut), isCut: true };
}

/** Never cuts between the two code units of a character. */
function joinMark(text: string, length: number, mark: string): string {
  const last = text.charCodeAt(length - 1);
  const end = length > 0 && last >= 0xd800 && last <= 0xdbff ? length - 1 : length;
  return `${text.slice(0, end).trimEnd()}${mark}`;
}

interface FillOptions<Candidate> {
  readonly maximum: number;
  /**
   * Counts the tokens that a candidate adds to those of the candidates chosen before; `index` is its index among all
   * candidates.
   */
  measure(candidate: Candidate, index: number, chosen: readonly Candidate[]): number;
}

interface Filled<Candidate> {
  /** The best candidate first. */
  readonly chosen: readonly Candidate[];
  readonly left: readonly Candidate[];
  readonly used: number;
}

/** No useful text takes fewer tokens: if less is left, no further candidate is measured. */
const leastTokens = 4;
/**
 * After this many candidates in a row that did not fit, no further candidate is measured, because hardly any
 * room is left.
 */
const mostMisses = 24;

/**
 * `candidates` are sorted by score, the best first. A candidate is left out if it does not fit into the room that the
 * better ones leave, or if so little room is left that it is not even measured.
 */
export function fillByScore<Candidate>(
  candidates: readonly Candidate[],
  { maximum, measure }: FillOptions<Candidate>,
): Filled<Candidate> {
  const chosen: Candidate[] = [];
  const left: Candidate[] = [];
  let used = 0;
  let misses = 0;
  for (const [index, candidate] of candidates.entries()) {
    const isOver = maximum - used < leastTokens || misses === mostMisses;
    const tokens = isOver ? Number.POSITIVE_INFINITY : measure(candidate, index, chosen);
    if (used + tokens > maximum) {
      if (!isOver) misses += 1;
      left.push(candidate);
      continue;
    }
    used += tokens;
    misses = 0;
    chosen.push(candidate);
  }
  return { chosen, left, used };
}

/** Drops the last of `chosen`, one after the other, until the remaining ones, rendered together, fit. */
export function removeUntilFits<Candidate>(
  chosen: readonly Candidate[],
  { maximum, measureAll }: { maximum: number; measureAll(chosen: readonly Candidate[]): number },
): { readonly kept: readonly Candidate[]; readonly dropped: readonly Candidate[]; readonly tokens: number } {
  const kept = [...chosen];
  const dropped: Candidate[] = [];
  let tokens = measureAll(kept);
  while (tokens > maximum && kept.length > 0) {
    const last = kept.pop();
    if (last !== undefined) dropped.push(last);
    tokens = measureAll(kept);
  }
  return { kept, dropped, tokens: kept.length === 0 ? 0 : tokens };
}
