// Shape for a decay projection: how the items in mind will fade.

import { z } from 'zod';
import { listOf } from '../values/list-of.ts';
import { itemKind } from './memory-item.ts';

const decayLine = z
  .strictObject({
    itemId: z.int(),
    kind: itemKind,
    content: z.string(),
    dueAtMs: z.number().optional(),
    duesAtMs: listOf(z.number())
      .optional()
      .describe(
        'The date that counts at each of these times, of a plan that comes again; absent if it stays the same.',
      ),
    scores: listOf(z.number()).describe('The score at each moment of the projection, from 0 to 1.'),
  })
  .meta({ id: 'decayLine', description: 'How an item fades.' });

const comparedItem = z
  .strictObject({
    itemId: z.int(),
    kind: itemKind,
    content: z.string(),
    score: z
      .number()
      .describe(
        'The score with the values that are set; `triedScore` is the score with the values that are tried.',
      ),
    triedScore: z.number(),
    isLeaving: z
      .boolean()
      .describe(
        'Whether the item is in mind now, but would no longer be if the values being tried were used.',
      ),
  })
  .meta({
    id: 'comparedItem',
    description: 'How an item fades with the values of `memory.decay` that are tried.',
  });

export const decayProjection = z
  .strictObject({
    momentsMs: listOf(z.number()).describe('Times at equal intervals; the first is now.'),
    turn: z.int(),
    lines: listOf(decayLine).describe('The items that are strongest now come first.'),
    otherItems: z.number().describe('How many items in mind have no line.'),
    svg: z
      .string()
      .nullable()
      .describe('The file that the picture was written into. Null if none was written.'),
    compared: listOf(comparedItem)
      .optional()
      .describe('What other values of `memory.decay` would change; only with `--decay`.'),
  })
  .meta({ id: 'decayProjection', description: 'How the items in mind fade.' });
