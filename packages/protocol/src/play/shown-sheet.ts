// Shapes for a sheet, with everything needed to show each kind of field, and for why a field has its value.

import { z } from 'zod';
import { listOf } from '../values/list-of.ts';

const shownItem = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    quantity: z.number().optional(),
    details: listOf(z.strictObject({ name: z.string(), value: z.string() })),
  })
  .meta({ id: 'shownItem', description: 'Something in a list of a sheet.' });

const shownField = z
  .strictObject({
    path: z.string(),
    label: z.string(),
    prefab: z.string().describe('The kind of field, such as `RES_POOL`.'),
    value: z.unknown().describe('The value as it is stored. Its form depends on the kind of field.'),
    shows: z
      .string()
      .describe('The value in words, as the terminal shows it, or the dice of which it is a part.'),
    rank: z
      .int()
      .optional()
      .describe('How well a skill is trained: 0 for not at all. Only where the rules know such ranks.'),
    isEmpty: z
      .boolean()
      .describe('Whether there is nothing to show, such as no text or a pool that this character lacks.'),
    isAtBase: z
      .boolean()
      .describe(
        'Whether it is a skill that the character is no better at than anybody with the same other values.',
      ),
    manner: z
      .string()
      .describe(
        'How the path is written in a command, what the value may be, and what may be done with it, such as `attributes.strength: 3..18; set or adjust`.',
      ),
    config: z
      .record(z.string(), z.unknown())
      .describe('What the rules say of this field, such as its options.'),
    items: listOf(shownItem).optional().describe('What is in the list. Only for a list.'),
    isComputed: z.boolean().describe('Whether the rules compute it.'),
    canBeSet: z.boolean(),
    hint: z.string().optional().describe('What the author of the rules says about the value.'),
  })
  .meta({ id: 'shownField', description: 'A value of a sheet.' });

export const shownSheet = z
  .strictObject({
    entity: z.string(),
    name: z.string(),
    about: z.string(),
    sections: listOf(z.strictObject({ category: z.string(), fields: listOf(shownField) })),
  })
  .meta({
    id: 'shownSheet',
    description: 'A sheet as the player may see it: first what one looks at in each turn.',
  });

export const fieldWhy = z
  .strictObject({
    label: z.string(),
    shows: z.string(),
    hint: z.string().optional(),
    formulas: listOf(
      z.strictObject({
        of: z.enum(['value', 'maximum', 'beginning']),
        says: z.string().describe('The formula in plain words.'),
        reads: listOf(z.strictObject({ name: z.string(), label: z.string(), shows: z.string() })),
        sum: listOf(z.strictObject({ value: z.number(), of: z.string() }))
          .optional()
          .describe('What the value is the sum of now, and what each number is of. Only for a sum.'),
      }),
    ).describe('The formulas that give the value, with what they read now.'),
    feeds: listOf(z.string()).describe('What is computed from this value.'),
    history: listOf(
      z.strictObject({
        turn: z.int().describe('Id of the turn.'),
        number: z.int(),
        words: z.string(),
        before: z.string(),
        after: z.string(),
        came: listOf(z.string()).optional().describe('What was added, if the value is a list.'),
        went: listOf(z.string()).optional().describe('What was removed from the list.'),
        because: z.string().optional(),
      }),
    ).describe('The last changes of the value on the path that is played, the newest first.'),
  })
  .meta({ id: 'fieldWhy', description: 'Why a value is what it is.' });
