// Turn settings: the schema of a person's and an operator's choices about how turns are told and what they may cost.

import { z } from 'zod';
import { turnPreferences } from '../state/turn-preferences.ts';

export const turnSettingsSchema = turnPreferences.extend({
  temperature: z.number().min(0).max(5).default(0.8),
  /** Any further option of the sampler or the server, passed on as it is, such as `min_p`. */
  extraBody: z.record(z.string(), z.unknown()).optional(),
  /** The maximum number of requests of a turn that may use tools. */
  maxRounds: z.int().min(1).max(20).default(5),
  /** Whether one request makes both the calls and the narrative. */
  isFast: z.boolean().default(false),
  /** Whether the model is asked for the narrative once more if something in it was flagged. */
  isRewriting: z.boolean().default(false),
  /**
   * Whether, after each narrative, the model is asked what contradicts the record; the answer is used to mark the
   * narrative, or to correct it before the player sees it.
   */
  check: z.enum(['off', 'mark', 'correct']).default('off'),
  /** Whether the model is asked, after a rest or a long absence, what people elsewhere did according to their plans. */
  meanwhile: z.boolean().default(true),
  /** Whether the model sums up older turns when their summaries no longer fit into the prompt. */
  sumsUp: z.boolean().default(true),
  /** How many tokens the prompt may have; if absent, as many as the model's window leaves, and at most 24,000. */
  promptTokens: z.int().min(2000).max(2_000_000).optional(),
  /** Hard cap on the tokens of one reply, thinking included. */
  maxOutputTokens: z.int().min(50).max(200_000).default(4000),
  retries: z
    .strictObject({
      attempts: z.int().min(1).max(50),
      baseDelayMs: z.int().min(0).max(120_000),
      /** How long to wait for a server that says it is not ready, whatever the number of attempts. */
      awayMinutes: z.number().min(0).max(1_440).default(5),
    })
    .default({ attempts: 5, baseDelayMs: 1000, awayMinutes: 5 }),
});

export type TurnSettings = z.output<typeof turnSettingsSchema>;

export const defaultTurnSettings: TurnSettings = turnSettingsSchema.parse({});
