// Move hint: merges an intent of the manifest with its chosen variant.

import type { Check } from '../../system/check.ts';
import type { Effect, Intent, NarratorHints } from '../../system/narrator-hints.ts';
import type { System } from '../../system/system.ts';
import { normaliseMove } from './normalise-move.ts';

type Asked = Omit<Intent, 'variants' | 'words' | 'listed'>;

/** An intent as it is tried, without members that a variant removed with null. */
export type MoveHint = { readonly [Key in keyof Asked]?: NonNullable<Asked[Key]> | undefined };

export function chooseVariant(found: Intent, words: string): MoveHint {
  const { variants: _variants, words: _own, listed: _listed, ...plain } = found;
  const { words: _words, when: _when, ...overrides } = findVariant(found, words) ?? { words: [] };
  const kept = Object.entries({ ...plain, ...overrides }).filter(([, value]) => value !== null);
  return Object.fromEntries(kept) as MoveHint;
}

/** The first variant of which a word or phrase is in `words`. */
export function findVariant({ variants = [] }: Intent, words: string) {
  const heard = ` ${words.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
  return variants.find((one) => one.words.some((word) => heard.includes(` ${word.toLowerCase()} `)));
}

/** The word by which a variant is called. */
export function findVariantWord({ words }: { readonly words: readonly string[] }): string {
  return words[0] ?? '';
}

/** Moves that the player does not choose: moves of opponents, and moves that happen to the player's character. */
const ownMoves = ['foe_attack', 'first_sight', 'down'] as const;

/** The intent with this name; undefined if the manifest has none. */
export function findIntent(hints: NarratorHints | undefined, id: string): Intent | undefined {
  if (hints === undefined) return undefined;
  if (id === 'foe_attack') return hints.opponents?.attack;
  if (id === 'first_sight') return hints.opponents?.first_sight;
  if (id === 'down') return hints.player?.down;
  if (id === 'opening') return hints.opening;
  const { intents = {} } = hints;
  return Object.hasOwn(intents, id) ? intents[id as keyof typeof intents] : undefined;
}

export function listMoves({ manifest }: System): readonly string[] {
  const { narrator: hints } = manifest;
  const own = ownMoves.filter((id) => findIntent(hints, id) !== undefined);
  return [...Object.keys(hints?.intents ?? {}), ...own];
}

/** The moves that have a variant of exactly this name. */
export function listMovesWithVariant({ manifest }: System, variant: string): readonly string[] {
  const wanted = normaliseMove(variant);
  return Object.entries(manifest.narrator?.intents ?? {})
    .filter(([, { variants = [] }]) =>
      variants.some(({ words }) => words.some((word) => normaliseMove(word) === wanted)),
    )
    .map(([id]) => id);
}

const degreeNames: Readonly<Record<number, readonly string[]>> = {
  2: ['triumph', 'success'],
  1: ['success'],
  0: ['mixed'],
  [-1]: ['failure'],
  [-2]: ['disaster', 'failure'],
};

export interface Judged {
  readonly outcome?: string | undefined;
  readonly degree: number;
}

/**
 * The effects of an outcome: those that the check gives, then those that the move gives for the outcome's id or, if
 * there are none for the id, for its degree.
 */
export function listOutcomeEffects(
  { outcomes }: MoveHint,
  { outcome, degree }: Judged,
  check?: Check,
): readonly Effect[] {
  const own = check?.outcomes.find(({ id }) => id === outcome)?.effects ?? [];
  if (outcomes === undefined) return own;
  if (outcome !== undefined && Object.hasOwn(outcomes, outcome))
    return [...own, ...(outcomes[outcome] ?? [])];
  const named = (degreeNames[degree] ?? []).find((name) => Object.hasOwn(outcomes, name));
  return named === undefined ? own : [...own, ...(outcomes[named] ?? [])];
}

/** Whether the move has an effect on an opponent, or is rolled against a number on the opponent's sheet. */
export function isAimed({ always = [], outcomes = {}, versus }: MoveHint = {}): boolean {
  const effects = [...always, ...Object.values(outcomes).flat()];
  return (
    effects.some(({ who }) => who === 'opponent') ||
    (typeof versus === 'object' && versus.opponent !== undefined)
  );
}
