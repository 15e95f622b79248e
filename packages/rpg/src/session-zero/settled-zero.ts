// Settled zero: the schema of what has been decided so far, step by step, about a game that is being prepared.

import { z } from 'zod';
import { scenarioSchema } from '../narrator/scenario.ts';

const text = z.string().max(4_000);
/** The model that made something, and the version of the texts with which it was asked. */
const maker = z.strictObject({ model: text, promptVersion: text });

const system = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('shipped'), id: text }),
  z.strictObject({ kind: z.literal('file'), path: text }),
]);

const world = z.discriminatedUnion('kind', [
  /** A shipped scenario, by its id. */
  z.strictObject({ kind: z.literal('shipped'), id: text }),
  /** A world made for this game: from a glossary, by a model, from tables of the rules, or out of a character card. */
  z.strictObject({
    kind: z.literal('made'),
    scenario: scenarioSchema,
    madeBy: maker.optional(),
    /** Whether a card or a lorebook was added to the world; with another beginning, it would be lost. */
    hasJoined: z.boolean().optional(),
  }),
]);

const character = z.strictObject({
  name: z.string().min(1).max(80),
  about: z.string().max(2_000),
  set: z.record(z.string().max(200), z.json()),
  /** Who the player wished to be, in their words, if a model filled in the sheet. */
  wish: text.optional(),
  /** Given if a model filled in the sheet, even if a person changed it afterwards. */
  madeBy: maker.optional(),
});

/** A character that is still being edited, so that nothing of it is lost if the person stops. */
const edited = z.strictObject({
  character: character.omit({ wish: true, madeBy: true }),
  isOwn: z.boolean(),
  isProposed: z.boolean(),
  wish: text.optional(),
});

/** Wishes for steps that have not been reached yet, under the names of the command line's options. */
const wished = z
  .strictObject({
    system: text,
    rulebook: text,
    concept: text,
    /** What must never be in the game, and what may happen only out of sight. */
    lines: text.max(2_000),
    veils: text.max(2_000),
    scenario: text,
    asOf: text,
    character: text,
    seed: text,
    set: z.array(text),
    card: z.array(text),
    greeting: text,
    lorebook: z.array(text),
  })
  .partial();

export const settledZeroSchema = z.strictObject({
  system: system.optional(),
  /** What the player wants of the game, in their words. */
  concept: text.optional(),
  world: world.optional(),
  character: character.optional(),
  edited: edited.optional(),
  wished: wished.optional(),
});

export type SettledZero = z.output<typeof settledZeroSchema>;

/** The steps in the order in which they are asked. */
export const zeroSteps = ['system', 'concept', 'world', 'character'] as const;
export type ZeroStep = (typeof zeroSteps)[number];

/** The next step to decide; undefined if the game can begin. */
export function findNextStep(settled: SettledZero): ZeroStep | undefined {
  return zeroSteps.find((step) => settled[step] === undefined);
}
