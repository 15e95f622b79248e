// Narrator hints: what a manifest says to the built-in narrator: which check an intent asks for, what its outcomes do.

import { z } from 'zod';
import { buildBoundedRecord } from './bounded-record.ts';

/** What hints are asked for; `talk` and `look` also where their like have none, and `risk` stands for whatever has no entry of its own. */
export const intentKinds = [
  'attack',
  'cast',
  'flee',
  'force',
  'go',
  'help',
  'know',
  'look',
  'persuade',
  'risk',
  'search',
  'sneak',
  'steal',
  'talk',
  'threaten',
  'use',
] as const;

const formula = z.string().min(1).max(500);
const dice = z.string().min(1).max(200);
const path = z.string().min(1).max(200);
const id = z.string().min(1).max(80);
const words = z.string().min(1).max(300);
/** A number, dice such as `1d6+@might`, or a formula whose names may have an `@` before them. */
const amount = z.union([z.number(), dice]);

/** What an outcome does: one act, and what belongs to it. */
const effect = z
  .strictObject({
    lose: path.optional(),
    gain: path.optional(),
    amount: amount.optional(),
    /** Of whoever loses: what is taken off the amount. */
    less: formula.optional(),
    /** Where it is kept how much was lost or gained: what one blow took decides more than what is left. */
    noted: path.optional(),
    mark: path.optional(),
    count: amount.optional(),
    set: path.optional(),
    /** A value, or a formula behind `=`. */
    to: z.json().optional(),
    add: path.optional(),
    item: z.json().optional(),
    condition: id.optional(),
    rounds: z.number().int().min(1).optional(),
    cure: id.optional(),
    clock: id.optional(),
    ticks: amount.optional(),
    segments: z.number().int().min(2).max(12).optional(),
    minutes: z.number().int().min(0).optional(),
    mode: z.enum(['exploration', 'combat', 'social', 'downtime']).optional(),
    /** Whoever it is about is gone for good. */
    gone: z.literal(true).optional(),
    strike_back: z.literal(true).optional(),
    reveal: z.literal(true).optional(),
    oracle: id.optional(),
    say: words.optional(),
    /** A further roll, at once, by the same roller. */
    get further() {
      return intent.omit({ variants: true }).optional();
    },
    /** Whose sheet it is about; the roller's where it is not said. */
    who: z.enum(['player', 'opponent', 'roller']).optional(),
    /** Must hold of that sheet. */
    if: formula.optional(),
  })
  .meta({ id: 'effect' });

/** What a roll must reach: a number, a formula over the roller's sheet, or what the opponent's comes to. */
const versus = z.union([
  z.number(),
  formula,
  z.strictObject({ opponent: formula.optional(), else: z.number().optional(), difficulty: id.optional() }),
]);

const parts = {
  /** By id. */
  check: id.nullish(),
  /** In place of the dice of the check, or without one. */
  dice: dice.nullish(),
  versus: versus.nullish(),
  /** Dice that the opponent rolls first, to be reached. */
  opposed: dice.nullish(),
  needs: formula.nullish(),
  needs_say: words.nullish(),
  /** Must hold of the opponent's sheet. */
  needs_opponent: formula.nullish(),
  cost: z.array(effect).max(20).nullish(),
  /** By the id of an outcome of the check, or by degree: triumph, success, mixed, failure, disaster. */
  outcomes: buildBoundedRecord(z.string(), z.array(effect).max(20), 20).nullish(),
  always: z.array(effect).max(20).nullish(),
};

/** Said where one of the words is heard; what it does not say is as in the intent, and null takes something away. */
const variant = z.strictObject({ words: z.array(words).min(1).max(60), ...parts }).meta({ id: 'variant' });

const intent = z
  .strictObject({ ...parts, variants: z.array(variant).max(30).optional() })
  .meta({ id: 'intent' });

const rest = z.strictObject({
  minutes: z.number().int().min(0),
  effects: z.array(effect).max(20).optional(),
});

const threat = z.strictObject({
  /** What one sees of it. */
  say: words.optional(),
  /** Values by path, as of a quick character. */
  set: buildBoundedRecord(z.string(), z.json(), 400).optional(),
});

const opponents = z.strictObject({
  type: z.enum(['npc', 'creature']).optional(),
  /** Which threat somebody is of whom nothing is said. */
  default: id.optional(),
  threats: buildBoundedRecord(z.string(), threat, 20).optional(),
  attack: intent.optional(),
  acts: z.enum(['each-round', 'on-strike-back']).optional(),
  down_when: formula.optional(),
  /** Tried once by the player's character when such a one is met. */
  first_sight: intent.optional(),
});

const player = z.strictObject({
  down_when: formula.optional(),
  down_say: words.optional(),
  down: intent.optional(),
  /** Gone for good by the rules: what it costs to come back is dearer then. */
  gone_when: formula.optional(),
});

export const narratorHints = z.strictObject({
  difficulties: buildBoundedRecord(z.string(), z.number(), 30).optional(),
  intents: z.partialRecord(z.enum(intentKinds), intent).optional(),
  opponents: opponents.optional(),
  player: player.optional(),
  /** What a quest that is done brings besides thanks and a thing. */
  reward: z.array(effect).max(20).optional(),
  rest: z.strictObject({ short: rest.optional(), long: rest.optional() }).optional(),
  /** Ids of oracles: asked when in doubt, when something goes wrong, when a person or a place is needed. */
  oracle: id.optional(),
  complication: id.optional(),
  names: id.optional(),
  places: id.optional(),
});

export type NarratorHints = z.infer<typeof narratorHints>;
export type Intent = z.infer<typeof intent>;
export type Effect = z.infer<typeof effect>;
