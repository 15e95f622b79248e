// Blows of others: tells whether a blow hit, pressed the player's character back, was caught by armour, did no harm, or missed.

import type { Effect } from '../system/narrator-hints.ts';
import type { Patch } from '../values/entity.ts';

/** The kinds of lines that tell of somebody's blow against the player's character. */
export type BlowTold = 'foe-hit' | 'foe-pressed' | 'foe-caught' | 'foe-nothing' | 'foe-miss' | 'foe-held';

export interface JudgedBlow {
  /** What the blow changed on the sheet of the player's character. */
  readonly patches: readonly Patch[];
  /** The paths that tell in what position the character is, and not how they are hurt. */
  readonly placing: readonly string[];
  readonly degree: number;
  /** Whether the player's character rolled well enough to avoid the blow. */
  readonly isAvoided?: boolean;
}

export function nameBlow({ patches, placing, degree, isAvoided = false }: JudgedBlow): BlowTold {
  if (patches.length === 0) return degree > 0 && !isAvoided ? 'foe-nothing' : 'foe-miss';
  const harms = patches.filter(({ path }) => !placing.includes(path));
  if (harms.length === 0) return 'foe-pressed';
  return harms.every(isOfArmour) ? 'foe-caught' : 'foe-hit';
}

/** Whether a patch changes armour or a shield. */
export function isOfArmour({ path }: Patch): boolean {
  return /(?:armou?r|shield)(?:\.\w+)?$/i.test(path);
}

export function isStatus(path: string | undefined): boolean {
  return path?.startsWith('status.') === true;
}

/** The paths that effects set in order to put the player's character into another position, such as a worse one. */
export function listPlacing(effects: readonly Effect[]): readonly string[] {
  return effects.flatMap(({ set, who }) =>
    set !== undefined && who === 'player' && isStatus(set) ? [set] : [],
  );
}
