// Turn preferences: the schema of a person's choices about how their game is told; each may be left open.

import { z } from 'zod';

const tooShort = { error: 'a narrative has at least 10 words' };

export const turnPreferences = z.strictObject({
  /** What the player wants of the game, word for word; it is in every prompt. */
  wish: z.string().max(4_000).optional(),
  /** What must never be in the game. */
  lines: z.string().max(2_000).optional(),
  /** What may happen, but only out of sight. */
  veils: z.string().max(2_000).optional(),
  /** The style in the player's words, such as "terse, second person, present tense". */
  style: z.string().max(500).optional(),
  /** Length of a narrative, in words. */
  length: z
    .strictObject({
      from: z.int().min(10, tooShort).max(2_000, { error: 'the first number is at most 2,000' }),
      to: z.int().min(10, tooShort).max(4_000, { error: 'the second number is at most 4,000' }),
    })
    .refine(({ from, to }) => from <= to, { error: 'the first number is larger than the second' })
    .optional(),
  /** What the narrator must keep in mind, until it is changed. */
  authorNote: z.string().max(2_000).optional(),
  /** Whether one request makes both the calls and the narrative. */
  isFast: z.boolean().optional(),
  /** Whether the model is asked for the narrative once more if something in it was flagged. */
  isRewriting: z.boolean().optional(),
  /**
   * Whether, after each narrative, the model is asked what contradicts the record; the answer is used to mark the
   * narrative, or to correct it before the player sees it.
   */
  check: z.enum(['off', 'mark', 'correct']).optional(),
  /** Whether the model is asked, after a rest or a long absence, what people elsewhere did according to their plans. */
  meanwhile: z.boolean().optional(),
  maxRounds: z.int().min(1).max(20).optional(),
});

export type TurnPreferences = z.output<typeof turnPreferences>;
