// Profile: how fast each kind of thing fades, as configured; by default, with the numbers of the founding design.

import { z } from 'zod';

/**
 * Half-lives in hours by the clock and in turns of conversation. If one is null, a thing does not fade in that
 * way.
 */
const buildHalfLife = (what: string, hours: number | null, turns: number | null) => {
  const time = z.number().positive().nullable();
  return z
    .strictObject({
      hours: time.meta({ title: `Hours until the strength of ${what} has halved.` }).default(hours),
      turns: time.meta({ title: `Turns until the strength of ${what} has halved.` }).default(turns),
    })
    .prefault({});
};

const halfLivesSchema = z.strictObject({
  feeling: buildHalfLife('a feeling', 2, 3),
  conversation: buildHalfLife('what was said', 48, 20),
  thought: buildHalfLife('a thought', 12, 8),
  neighbour: buildHalfLife('something connected with what is in mind', 16, 6),
  pattern: buildHalfLife('a pattern (something noticed again and again)', 168, 60),
  desc: buildHalfLife('a description (how something looks)', 72, 40),
  pin: buildHalfLife('a pin', 336, 100),
});

const buildHours = (byDefault: number, title: string) =>
  z.number().positive().meta({ title }).default(byDefault);
const buildWeight = (byDefault: number, title: string) =>
  z.number().min(0.01).max(1).meta({ title }).default(byDefault);

const plansSchema = z.strictObject({
  prominentHours: buildHours(4, 'For how many hours a new plan stays prominent.'),
  sunk: buildWeight(0.08, 'The strength of a plan while it is out of mind.'),
  resurfacingHours: buildHours(
    48,
    'The strength of a plan begins to rise this many hours before the plan is due.',
  ),
  graceHours: buildHours(
    24,
    'Once a plan is overdue, its strength falls to `graceEnd` within this many hours.',
  ),
  graceEnd: buildWeight(0.5, 'The strength of an overdue plan at the end of `graceHours`.'),
  overdueHalfLifeHours: buildHours(
    24,
    'Hours until the strength of an overdue plan has halved, after `graceHours`.',
  ),
});

export const decayProfileSchema = z.strictObject({
  clock: z
    .enum(['wall', 'turns', 'story'])
    .meta({
      title:
        'What makes things fade: real time and turns (`wall`), only turns (`turns`), or time in the story and turns (`story`).',
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
        'This many days of silence count in full, with the clock `wall`, and a fifth of what is longer; null counts all.',
    })
    .default(7),
  plans: plansSchema.prefault({}),
  threshold: z
    .number()
    .min(0)
    .max(0.05)
    .meta({ title: 'Below this strength, a thing is out of mind.' })
    .default(0.01),
});

export type DecayProfile = z.infer<typeof decayProfileSchema>;

/** The schema's defaults, which are the numbers of the design. */
export const defaultProfile: DecayProfile = decayProfileSchema.parse({});
