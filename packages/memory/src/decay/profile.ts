// Profile: how fast each kind of thing fades, as configuration says; the page's numbers unless told otherwise.

import { z } from 'zod';

/** What a half-life stands for: hours by the clock and turns of conversation; null never fades that way. */
const halfLife = (hours: number | null, turns: number | null) =>
  z
    .strictObject({
      hours: z.number().positive().nullable().default(hours),
      turns: z.number().positive().nullable().default(turns),
    })
    .prefault({});

const halfLivesSchema = z.strictObject({
  feeling: halfLife(2, 3),
  conversation: halfLife(48, 20),
  thought: halfLife(12, 8),
  neighbour: halfLife(16, 6),
  pattern: halfLife(168, 60),
  desc: halfLife(72, 40),
  pin: halfLife(336, 100),
});

const plansSchema = z.strictObject({
  /** A new plan stays on one's mind for so long. */
  prominentHours: z.number().positive().prefault(4),
  /** What a plan weighs while it is sunk. */
  sunk: z.number().min(0.01).max(1).prefault(0.08),
  /** It rises for so long before it is due. */
  resurfacingHours: z.number().positive().prefault(48),
  /** After it was due it sinks to `graceEnd` for so long, */
  graceHours: z.number().positive().prefault(24),
  graceEnd: z.number().min(0.01).max(1).prefault(0.5),
  /** and then halves again and again. */
  overdueHalfLifeHours: z.number().positive().prefault(24),
});

export const decayProfileSchema = z.strictObject({
  /** `wall`: hours by the clock and turns; `turns`: turns only; `story`: hours by the story's own time, and turns. */
  clock: z.enum(['wall', 'turns', 'story']).prefault('wall'),
  halfLives: halfLivesSchema.prefault({}),
  plans: plansSchema.prefault({}),
  /** Under this a thing is no candidate any more. */
  threshold: z.number().min(0).max(0.05).prefault(0.01),
});

export type DecayProfile = z.infer<typeof decayProfileSchema>;

/** The numbers of the design. */
export const defaultProfile: DecayProfile = decayProfileSchema.parse({});
