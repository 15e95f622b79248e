// Extracted item: one thing that a model read in a part of a rulebook, and the words that say it.

import { z } from 'zod';
import { order } from '../system/fight-rules.ts';
import { intentKinds } from '../system/intent-kinds.ts';
import {
  checkDefinition,
  creationRule,
  entityTypes,
  fieldDefinition,
  foe,
  oracleDefinition,
  quickCharacter,
} from '../system/manifest.ts';
import { intent, opponents, player, rest, spend, upkeep } from '../system/narrator-hints.ts';

const quote = z.string().min(1).max(1_000);
const name = z.string().regex(/^[a-z][a-z0-9_]*$/, 'small letters, digits and _');
const formula = z.string().min(1).max(500);

export const extractedItem = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('field'),
    ...fieldDefinition.omit({ sources: true }).shape,
    /** The type of the sheet that has the field; a character's if absent. */
    of: z.enum(entityTypes).optional(),
    quote,
    formula_quote: quote.optional(),
  }),
  z.strictObject({ kind: z.literal('alias'), name, formula, quote }),
  z.strictObject({ kind: z.literal('check'), ...checkDefinition.omit({ sources: true }).shape, quote }),
  z.strictObject({
    kind: z.literal('rule'),
    id: z.string().regex(/^[a-z][a-z0-9_-]*$/),
    title: z.string().min(1).max(120),
    text: z.string().min(1).max(4_000),
    tags: z.array(z.string().max(40)).max(20).optional(),
    /** Whether the book says the contrary of a rule with this id. */
    contrary: z.literal(true).optional(),
    quote,
  }),
  z.strictObject({ kind: z.literal('procedure'), name, text: z.string().min(1).max(4_000), quote }),
  z.strictObject({
    kind: z.literal('table'),
    name,
    rows: z.array(z.array(z.number()).min(2).max(30)).min(1).max(200),
    quote,
  }),
  z.strictObject({
    kind: z.literal('engine'),
    dice: z.string().min(1).max(200),
    mechanic: z.string().min(1).max(600),
    success: z.string().min(1).max(300),
    crit: z.string().min(1).max(300),
    fumble: z.string().max(300).optional(),
    check: name.optional(),
    quote,
  }),
  z.strictObject({
    kind: z.literal('oracle'),
    ...oracleDefinition.omit({ sources: true }).shape,
    /** The purpose for which the game rolls on this table. */
    use: z.enum(['doubt', 'complication', 'names', 'places']).optional(),
    quote,
  }),
  z.strictObject({ kind: z.literal('creation'), ...creationRule.shape, quote }),
  z.strictObject({ kind: z.literal('character'), ...quickCharacter.shape, quote }),
  // These three hold effects: of a deed, of an opponent's blow, and of being brought down.
  z.strictObject({ kind: z.literal('intent'), name: z.enum(intentKinds), ...intent.shape, quote }),
  z.strictObject({ kind: z.literal('opponents'), ...opponents.shape, quote }),
  z.strictObject({ kind: z.literal('downfall'), ...player.shape, quote }),
  z.strictObject({ kind: z.literal('foe'), ...foe.shape, quote }),
  z.strictObject({ kind: z.literal('rest'), name, ...rest.shape, quote }),
  z.strictObject({ kind: z.literal('upkeep'), name, ...upkeep.shape, quote }),
  z.strictObject({ kind: z.literal('order'), ...order.shape, quote }),
  z.strictObject({ kind: z.literal('spend'), ...spend.shape, quote }),
]);

export type ExtractedItem = z.output<typeof extractedItem>;
export type ExtractedKind = ExtractedItem['kind'];

/** An item of a reply that was refused, and why. The model is told this once, the person at the end. */
export interface RefusedItem {
  /** The item as the model wrote it, cut to one line. */
  readonly item: string;
  readonly say: string;
}
