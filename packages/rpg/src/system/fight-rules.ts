// Fight rules: who acts first in a fight, who has no turns, and what must be got over before a move.

import { z } from 'zod';
import { dice, formula, id, words } from './hint-values.ts';
import { intentKinds } from './intent-kinds.ts';

/** Turns within a fight: who acts first, and so on round after round. */
export const order = z.strictObject({
  /**
   * Dice or a formula, computed on the sheet of each fighter: the highest number goes first, and among equal numbers
   * the player's character.
   */
  by: dice,
  /** Conditions, such as being stunned, in which nobody has turns, except the player's character. */
  idle: z.array(words).min(1).max(30).optional(),
  /**
   * What somebody must get over before they make a move of their own in a fight, such as being shaken: if `when` is
   * true of them, they roll this check with the move, and make the move only if `when` is then no longer true.
   */
  recover: z
    .strictObject({
      when: formula,
      check: id,
      /** Moves that can be made all the same. */
      except: z.array(z.enum(intentKinds)).max(30).optional(),
      /** What is told to the player whose character has not recovered. */
      say: words,
    })
    .optional(),
  /** Whether a blow in return counts as the striker's next turn. */
  return_is_turn: z.boolean().optional(),
});
