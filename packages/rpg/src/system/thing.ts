// Thing: something to have or know, such as a torch or a spell, as data of a system: its weight and its use.

import { z } from 'zod';
import { buildBoundedRecord } from './bounded-record.ts';
import { intent, intentKinds } from './narrator-hints.ts';

const id = z.string().regex(/^[a-z][a-z0-9_]*$/, 'small letters, digits and _, a letter first');

export const thing = z.strictObject({
  id,
  name: z.string().min(1).max(120),
  /** The list of a character's sheet that it is on, such as `inventory.carried` or `features.spells`. */
  on: z.string().min(1).max(200),
  /** Other names for it. */
  words: z.array(z.string().min(1).max(120)).max(20).optional(),
  /** The other members that it has on that list, by the members of the list's shape, such as its weight. */
  with: buildBoundedRecord(z.string(), z.json(), 20).optional(),
  /** What it is, in a sentence. */
  say: z.string().min(1).max(300).optional(),
  /** The move by which it is used; whoever makes that move with it must have it. */
  move: z.enum(intentKinds).optional(),
  /** What using the thing does, instead of what the move does. */
  does: intent.omit({ variants: true, words: true }).optional(),
  /** The things that are used up, one of each, by id: the thing itself, or what it burns. */
  spends: z.array(z.string().max(80)).max(4).optional(),
});

export type Thing = z.infer<typeof thing>;
