// Describes the limits found in a player's wish (lines: never in the game; veils: only out of sight), and how to change them.

import type { ReadLimits } from '@terrarium/rpg/read-limits';

/** Empty if no lines or veils were found. */
export function describeLimits({ lines, veils }: Pick<ReadLimits, 'lines' | 'veils'>): readonly string[] {
  return [
    ...(lines.length === 0
      ? []
      : [`Understood as a line (never in this game): ${lines.join('; ')}. /lines changes it.`]),
    ...(veils.length === 0
      ? []
      : [`Understood as a veil (only out of sight): ${veils.join('; ')}. /veils changes it.`]),
  ];
}
