// Builds and splits the marks stored with a turn: faults found, a note that a check was made, and the model's thinking.

import { cutLine } from '../prefabs/show-text.ts';
import type { TurnMark } from '../state/session.ts';
import { hideText, revealText } from '../values/hidden-text.ts';

const aloudKind = 'aloud';
const checkedKind = 'checked';
const longestAloud = 4_000;

/** The thinking as marks of a turn; it is hidden with `hideText`, since it may contain secrets. */
export function markAloud(texts: readonly string[]): readonly TurnMark[] {
  return texts.map((text) => ({
    kind: aloudKind,
    quote: hideText(cutLine(text, longestAloud)),
    says: '',
  }));
}

/** Distinguishes a narrative in which a check found nothing from one that was never checked. */
export const checkedMark: TurnMark = { kind: checkedKind, quote: '', says: '' };

/**
 * The marks of a turn that a player sees, whether its narrative was checked, and which parts of the model's replies
 * were set aside, in the model's own words.
 */
export function splitMarks(kept: readonly TurnMark[]): {
  readonly marks: readonly TurnMark[];
  readonly isChecked: boolean;
  readonly aloud: readonly string[];
} {
  const marks = kept.filter(({ kind }) => kind !== aloudKind && kind !== checkedKind);
  return {
    marks,
    isChecked: marks.length > 0 || kept.some(({ kind }) => kind === checkedKind),
    aloud: kept.filter(({ kind }) => kind === aloudKind).map(({ quote }) => revealText(quote)),
  };
}
