// Cuts a text that is too large for what is left, with a mark that names where the rest of it is.

import type { TokenCounter } from './token-counter.ts';

export interface Cut {
  readonly text: string;
  readonly tokens: number;
  readonly isCut: boolean;
}

export interface CutOptions {
  /** The most that the whole may take, the mark among it. */
  readonly maximum: number;
  /** What stands at the cut, such as "… [cut; event 12 has the rest]". */
  readonly mark: string;
  readonly tokens: TokenCounter;
}

/** No text in use has more characters to a token over any length; what is beyond is not even counted. */
const charactersPerToken = 12;

/**
 * The text whole when it takes at most `maximum` tokens, else as much of its beginning as fits with the mark behind
 * it; empty when not even the mark fits. The time it takes depends on the maximum, not on the text.
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

/** Never between the halves of a character. */
function joinMark(text: string, length: number, mark: string): string {
  const last = text.charCodeAt(length - 1);
  const end = length > 0 && last >= 0xd800 && last <= 0xdbff ? length - 1 : length;
  return `${text.slice(0, end).trimEnd()}${mark}`;
}
