// Profile: how fast each kind of thing fades, as configuration says; the page's numbers unless told otherwise.

import { z } from 'zod';

/** Hours by the clock and turns of conversation; null never fades that way. */
const halfLife = (what: string, hours: number | null, turns: number | null) => {
  const time = z.number().positive().nullable();
  return z
    .strictObject({
      hours: time.meta({ title: `Hours until ${what} weighs half.` }).default(hours),
      turns: time.meta({ title: `Turns until ${what} weighs half.` }).default(turns),
    })
    .prefault({});
};

const halfLivesSchema = z.strictObject({
  feeling: halfLife('a feeling', 2, 3),
  conversation: halfLife('what was said', 48, 20),
  thought: halfLife('a thought', 12, 8),
  neighbour: halfLife('what hangs together with something in mind', 16, 6),
  pattern: halfLife('a pattern', 168, 60),
  desc: halfLife('a description', 72, 40),
  pin: halfLife('a pin', 336, 100),
});

const hours = (byDefault: number, title: string) => z.number().positive().meta({ title }).default(byDefault);
const weight = (byDefault: number, title: string) =>
  z.number().min(0.01).max(1).meta({ title }).default(byDefault);

const plansSchema = z.strictObject({
  prominentHours: hours(4, 'Hours for which a new plan stays on one’s mind.'),
  sunk: weight(0.08, 'What a plan weighs while it is sunk.'),
  resurfacingHours: hours(48, 'Hours for which it rises before it is due.'),
  graceHours: hours(24, 'Hours for which it sinks to `graceEnd` after it was due.'),
  graceEnd: weight(0.5, 'What it weighs then.'),
  overdueHalfLifeHours: hours(24, 'Hours in which it halves after that, again and again.'),
});

export const decayProfileSchema = z.strictObject({
  clock: z
    .enum(['wall', 'turns', 'story'])
    .meta({
      title:
        'By what things fade: `wall`, hours by the clock and turns; `turns` alone; `story`, hours of the story’s own time and turns.',
    })
    .default('wall'),
  halfLives: halfLivesSchema.prefault({}),
  plans: plansSchema.prefault({}),
  threshold: z
    .number()
    .min(0)
    .max(0.05)
    .meta({ title: 'Weight under which a thing is no candidate any more.' })
    .default(0.01),
});

export type DecayProfile = z.infer<typeof decayProfileSchema>;

/** The numbers of the design. */
export const defaultProfile: DecayProfile = decayProfileSchema.parse({});
