// Hints: reads what a manifest tells the narrator, and fills in defaults.

import type { Intent, NarratorHints } from '../system/narrator-hints.ts';
import { chooseVariant, findVariant, type MoveHint } from '../tools/moves/move-hint.ts';

export interface Hints extends NarratorHints {
  readonly difficulties: Readonly<Record<string, number>>;
  readonly intents: Readonly<Record<string, Intent>>;
}

/**
 * Adds empty difficulties and intents where the hints have none, so that a manifest without hints can be read like any
 * other.
 */
export function readHints(hints: NarratorHints = {}): Hints {
  return { ...hints, difficulties: hints.difficulties ?? {}, intents: hints.intents ?? {} };
}

/** A move to be made: its id, the word of the chosen variant, and what the rules say about the move. */
export interface Move {
  readonly id: string;
  readonly as?: string | undefined;
  readonly hint: MoveHint;
}

export function buildMove(id: string, found: Intent, words = ''): Move {
  const as = findVariant(found, words)?.words[0];
  return { id, hint: chooseVariant(found, words), ...(as === undefined ? {} : { as }) };
}
