// Hints: what a manifest says to the narrator: which check an intent asks for, what its outcomes do, who fights how.

import { z } from 'zod';

const formula = z.string().max(500);
const amount = z.union([z.number(), z.string().max(200)]);

/** An object with a `then` would be taken for a promise. */
function renameThen(json: unknown): unknown {
  if (typeof json !== 'object' || json === null || !('then' in json)) return json;
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => [key === 'then' ? 'further' : key, value]),
  );
}

const effect = z.preprocess(
  renameThen,
  z.object({
    lose: z.string().optional(),
    gain: z.string().optional(),
    mark: z.string().optional(),
    set: z.string().optional(),
    to: z.json().optional(),
    count: amount.optional(),
    amount: amount.optional(),
    less: formula.optional(),
    who: z.enum(['player', 'opponent', 'roller']).optional(),
    if: formula.optional(),
    condition: z.string().optional(),
    rounds: z.number().optional(),
    cure: z.string().optional(),
    clock: z.string().optional(),
    ticks: amount.optional(),
    segments: z.number().optional(),
    strike_back: z.boolean().optional(),
    oracle: z.string().optional(),
    minutes: z.number().optional(),
    mode: z.string().optional(),
    gone: z.boolean().optional(),
    reveal: z.boolean().optional(),
    say: z.string().optional(),
    add: z.string().optional(),
    item: z.json().optional(),
    /** A further roll, as an intent. */
    further: z.json().optional(),
  }),
);

export type Effect = z.output<typeof effect>;

const versus = z.union([
  z.number(),
  z.string(),
  z.object({
    opponent: formula.optional(),
    else: z.number().optional(),
    difficulty: z.string().optional(),
  }),
]);

/** In a variant `null` takes away what the intent itself says. */
const intentParts = {
  check: z.string().nullish(),
  dice: z.string().nullish(),
  versus: versus.nullish(),
  opposed: z.string().nullish(),
  needs: formula.nullish(),
  needs_say: z.string().nullish(),
  cost: z.array(effect).nullish(),
  outcomes: z.record(z.string(), z.array(effect)).nullish(),
  always: z.array(effect).nullish(),
};

export const intentHint = z.object({
  ...intentParts,
  variants: z.array(z.object({ words: z.array(z.string()).default([]), ...intentParts })).default([]),
});

type ReadHint = Omit<z.output<typeof intentHint>, 'variants'>;

export type IntentHint = { readonly [Key in keyof ReadHint]?: NonNullable<ReadHint[Key]> | undefined };

const rest = z.object({ minutes: z.number(), effects: z.array(effect).default([]) });

const hintsSchema = z.object({
  difficulties: z.record(z.string(), z.number()).default({}),
  intents: z.record(z.string(), intentHint).default({}),
  opponents: z
    .object({
      type: z.enum(['npc', 'creature']).default('creature'),
      default: z.string().default('standard'),
      threats: z
        .record(z.string(), z.object({ set: z.record(z.string(), z.json()).default({}) }))
        .default({}),
      attack: intentHint.optional(),
      acts: z.enum(['each-round', 'on-strike-back']).default('on-strike-back'),
      down_when: formula.optional(),
      first_sight: intentHint.optional(),
    })
    .optional(),
  player: z
    .object({ down_when: formula.optional(), down_say: z.string().optional(), down: intentHint.optional() })
    .optional(),
  rest: z.object({ short: rest.optional(), long: rest.optional() }).optional(),
  oracle: z.string().optional(),
  complication: z.string().optional(),
  names: z.string().optional(),
  places: z.string().optional(),
});

export type Hints = z.output<typeof hintsSchema>;

/** Hints that cannot be read are as good as none: the ordinary check is rolled. */
export function readHints(json: unknown): Hints {
  const parsed = hintsSchema.safeParse(json ?? {});
  return parsed.success ? parsed.data : hintsSchema.parse({});
}

/** What an intent asks for when its own entry is missing. */
const fallbacks: Readonly<Record<string, readonly string[]>> = {
  persuade: ['talk'],
  threaten: ['persuade', 'talk'],
  steal: ['sneak'],
  force: [],
  flee: [],
  sneak: [],
  know: ['look'],
  use: [],
  search: ['look'],
};

export function findIntentHint(hints: Hints, kind: string, words: string): IntentHint | undefined {
  const names = [kind, ...(fallbacks[kind] ?? []), 'risk'];
  const found = names.map((name) => hints.intents[name]).find((one) => one !== undefined);
  return found === undefined ? undefined : chooseVariant(found, words);
}

export function chooseVariant(found: z.output<typeof intentHint>, words: string): IntentHint {
  const { variants, ...plain } = found;
  const heard = ` ${words.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
  const variant = variants.find((one) => one.words.some((word) => heard.includes(` ${word.toLowerCase()} `)));
  const { words: _words, ...overrides } = variant ?? { words: [] };
  const kept = Object.entries({ ...plain, ...overrides }).filter(([, value]) => value !== null);
  return Object.fromEntries(kept) as IntentHint;
}
