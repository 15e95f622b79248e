// Profile: how fast each kind of thing fades, as configured; by default with the numbers of the founding design.

import { z } from 'zod';

/** Half-lives in hours by the clock and in turns of conversation; with null it never fades that way. */
const buildHalfLife = (what: string, hours: number | null, turns: number | null) => {
  const time = z.number().positive().nullable();
  return z
    .strictObject({
      hours: time.meta({ title: `Hours until ${what} weighs half.` }).default(hours),
      turns: time.meta({ title: `Turns until ${what} weighs half.` }).default(turns),
    })
    .prefault({});
};

const halfLivesSchema = z.strictObject({
  feeling: buildHalfLife('a feeling', 2, 3),
  conversation: buildHalfLife('what was said', 48, 20),
  thought: buildHalfLife('a thought', 12, 8),
  neighbour: buildHalfLife('what hangs together with something in mind', 16, 6),
  pattern: buildHalfLife('a pattern', 168, 60),
  desc: buildHalfLife('a description', 72, 40),
  pin: buildHalfLife('a pin', 336, 100),
});

const buildHours = (byDefault: number, title: string) =>
  z.number().positive().meta({ title }).default(byDefault);
const buildWeight = (byDefault: number, title: string) =>
  z.number().min(0.01).max(1).meta({ title }).default(byDefault);

const plansSchema = z.strictObject({
  prominentHours: buildHours(4, 'Hours for which a new plan is prominent.'),
  sunk: buildWeight(0.08, 'The score of a plan while it is submerged.'),
  resurfacingHours: buildHours(48, 'Hours before it is due in which its score rises.'),
  graceHours: buildHours(24, 'Hours after it was due in which its score falls to `graceEnd`.'),
  graceEnd: buildWeight(0.5, 'Its score at the end of these hours.'),
  overdueHalfLifeHours: buildHours(24, 'Hours in which its score halves after that, each time again.'),
});

export const decayProfileSchema = z.strictObject({
  clock: z
    .enum(['wall', 'turns', 'story'])
    .meta({
      title:
        'What makes things fade. `wall`: hours by the clock, and turns. `turns`: turns alone. `story`: hours of the story’s own time, and turns.',
    })
    .default('wall'),
  halfLives: halfLivesSchema.prefault({}),
  absenceDays: z
    .int()
    .min(1)
    .max(3_650)
    .nullable()
    .meta({
      title:
        'Days of a silence that count toward fading at most, by the clock `wall`; with null all of it counts.',
    })
    .default(7),
  plans: plansSchema.prefault({}),
  threshold: z
    .number()
    .min(0)
    .max(0.05)
    .meta({ title: 'Score under which a thing is no longer a candidate.' })
    .default(0.01),
});

export type DecayProfile = z.infer<typeof decayProfileSchema>;

/** The numbers of the design. */
export const defaultProfile: DecayProfile = decayProfileSchema.parse({});
