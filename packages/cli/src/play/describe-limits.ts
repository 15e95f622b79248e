// Describes the limits found in a player's wish (never in the game, or only out of sight), and the commands to change them.

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
