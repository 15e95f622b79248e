// Decay projection: how what is in mind fades.

import { z } from 'zod';
import { listOf } from '../values/list-of.ts';
import { itemKind } from './memory-item.ts';

const decayLine = z
  .strictObject({
    itemId: z.int(),
    kind: itemKind,
    content: z.string(),
    dueAtMs: z.number().optional(),
    scores: listOf(z.number()).describe("At each of the projection's moments, from 0 to 1."),
  })
  .meta({ id: 'decayLine', description: 'How an item fades.' });

const comparedItem = z
  .strictObject({
    itemId: z.int(),
    kind: itemKind,
    content: z.string(),
    score: z.number().describe('By the profile that is set, and by the one that is tried.'),
    triedScore: z.number(),
    isLeaving: z.boolean().describe('Whether it is a candidate for being woken with now, and would not be.'),
  })
  .meta({ id: 'comparedItem', description: 'What another profile makes of an item.' });

export const decayProjection = z
  .strictObject({
    momentsMs: listOf(z.number()).describe('Evenly apart; the first is now.'),
    turn: z.int(),
    lines: listOf(decayLine).describe('The strongest now first.'),
    otherItems: z.number().describe('Items in mind that are not among the lines.'),
    svg: z.string().nullable().describe('Where the picture was written.'),
    compared: listOf(comparedItem)
      .optional()
      .describe('What another profile would change; only with `--decay`.'),
  })
  .meta({ id: 'decayProjection', description: 'How what is in mind fades.' });
