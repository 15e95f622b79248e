// Kept character: reads and writes the text in which a browser keeps the character of a new game until it begins.

import type { MadeCharacter } from './use-tried-character.ts';

/** The state of the new game for which a character was chosen. */
export interface CharacterContext {
  /** Id of the rules. */
  readonly system: string | null;
  /** The sheet that a model proposed last. */
  readonly proposed: NonNullable<MadeCharacter['character']> | null;
}

interface Kept {
  readonly context: CharacterContext;
  /** Absent if the player went back to the choice. */
  readonly wanted?: MadeCharacter;
}

export function writeKept(context: CharacterContext, wanted: MadeCharacter | undefined): string {
  const kept: Kept = wanted === undefined ? { context } : { context, wanted };
  return JSON.stringify(kept);
}

/**
 * Returns the kept character. If none was kept, or if the rules or the proposal of a model have changed since, returns
 * the proposed character. Undefined if there is none, or if the player went back to the choice.
 */
export function readKept(text: string, context: CharacterContext): MadeCharacter | undefined {
  const kept = parseKept(text);
  if (kept !== undefined && JSON.stringify(kept.context) === JSON.stringify(context)) return kept.wanted;
  return context.proposed === null ? undefined : { character: context.proposed, isWhole: true };
}

function parseKept(text: string): Kept | undefined {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
