// Thing: the schema of something to have or know, such as a torch or a spell, with its weight and use.

import { z } from 'zod';
import { buildBoundedRecord } from './bounded-record.ts';
import { intentKinds } from './intent-kinds.ts';
import { intent } from './narrator-hints.ts';

const id = z.string().regex(/^[a-z][a-z0-9_]*$/, 'small letters, digits and _, a letter first');

export const thing = z.strictObject({
  id,
  name: z.string().min(1).max(120),
  /** The list on a character's sheet to which the thing belongs, such as `inventory.carried` or `features.spells`. */
  on: z.string().min(1).max(200),
  /** Other names of the thing. */
  words: z.array(z.string().min(1).max(120)).max(20).optional(),
  /** Further members of the thing as an item of that list, such as its weight. */
  with: buildBoundedRecord(z.string(), z.json(), 20).optional(),
  /** What the thing is, in a sentence. */
  say: z.string().min(1).max(300).optional(),
  /** What it costs, in words such as `2 gold`. */
  costs: z.string().min(1).max(80).optional(),
  /** The move with which the thing is used; the entity that makes the move must have the thing. */
  move: z.enum(intentKinds).optional(),
  /** What the move does if it is made with the thing, instead of the move's usual effects. */
  does: intent.omit({ variants: true, words: true, listed: true }).optional(),
  /** The ids of things of which one piece each is used up: the thing itself, or its fuel. */
  spends: z.array(z.string().max(80)).max(4).optional(),
});

export type Thing = z.infer<typeof thing>;
