// What a model thought aloud before its telling, kept with the turn for whoever asks: covered, since it may hold secrets.

import { cutLine } from '../prefabs/show-text.ts';
import type { TurnMark } from '../state/session.ts';
import { hideText, revealText } from '../values/hidden-text.ts';

const kind = 'aloud';
const longestAloud = 4_000;

export function markAloud(texts: readonly string[]): readonly TurnMark[] {
  return texts.map((text) => ({ kind, quote: hideText(cutLine(text, longestAloud)), says: '' }));
}

/** The marks of a turn that a player sees, and what was set aside of its replies, in the model's own words. */
export function splitMarks(marks: readonly TurnMark[]): {
  readonly marks: readonly TurnMark[];
  readonly aloud: readonly string[];
} {
  return {
    marks: marks.filter((mark) => mark.kind !== kind),
    aloud: marks.filter((mark) => mark.kind === kind).map(({ quote }) => revealText(quote)),
  };
}
