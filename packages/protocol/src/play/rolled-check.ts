// Shapes for the dice of a roll with its outcome, and for the odds of a roll.

import { z } from 'zod';
import { listOf } from '../values/list-of.ts';

const die = z
  .strictObject({
    faces: z.union([z.number(), z.literal('F')]),
    face: z.number(),
    isKept: z.boolean().describe('Whether the die counts. A die that was dropped or rerolled away does not.'),
    marks: listOf(z.string()).describe(
      'What happened to the die, such as `exploded`, `rerolled`, `success`; empty if nothing did.',
    ),
  })
  .meta({ id: 'die', description: 'One die as it fell.' });

const diceGroup = z
  .strictObject({
    notation: z.string(),
    dice: listOf(die),
    value: z.number().describe('What the term comes to, without its sign: a sum, or a count of successes.'),
  })
  .meta({ id: 'diceGroup', description: 'The dice of one term, such as `4d6kh3`.' });

const rolledDice = z
  .strictObject({
    expression: z.string().describe('The dice in their standard spelling.'),
    resolved: z.string().describe('The dice with sheet references replaced by numbers, such as `1d20+5`.'),
    groups: listOf(diceGroup),
    total: z.int(),
    rendered: z.string().describe('A line for a person: `1d20+5: [13] + 5 = 18`.'),
  })
  .meta({ id: 'rolledDice', description: 'Dice as they fell.' });

export const rolledCheck = z
  .strictObject({
    index: z
      .int()
      .describe(
        'The number of the roll within its turn, from 0. Together, the seed of the session, the turn and this number decide the faces.',
      ),
    rolled: rolledDice,
    challenge: rolledDice.optional().describe('The dice that were rolled against this roll.'),
    check: z.string().optional(),
    target: z.number().optional(),
    targetPath: z
      .string()
      .optional()
      .describe('The path of the value on a sheet that was the number to reach, such as a skill.'),
    outcome: z
      .strictObject({
        id: z.string(),
        label: z.string(),
        degree: z.number(),
      })
      .optional(),
    reason: z.string().optional(),
    askedBy: z.enum(['system', 'model', 'player']),
    who: z.string().describe('Whose sheet was read.'),
    against: z.string().optional().describe('The person or thing that the roll was made against.'),
    again: z
      .strictObject({ turn: z.int(), index: z.int() })
      .optional()
      .describe('The earlier roll whose dice were used, because it was judged again.'),
    spent: z.string().optional().describe('What was paid for judging a roll again, as the rules call it.'),
    move: z.string().optional().describe('The move of the rules that the roll was made for.'),
    advantage: z.string().optional().describe('What gave the dice advantage or disadvantage.'),
    stakes: listOf(z.strictObject({ path: z.string(), says: z.string() }))
      .optional()
      .describe(
        'What was set for the roll beforehand and decides what its outcome means, such as its position.',
      ),
    on: z.string().optional().describe('Who loses or gains what was rolled.'),
    lessened: listOf(
      z.strictObject({
        who: z.string(),
        of: z.number(),
        less: z.number(),
        path: z.string().optional(),
      }),
    )
      .optional()
      .describe(
        'Whose loss was lessened, from how much, by how much, and by which value of their sheet, such as armour.',
      ),
    table: z.string().optional().describe('The table that the roll was made on.'),
  })
  .meta({ id: 'rolledCheck', description: 'A roll, what it was for, and what it means.' });

export const diceOdds = z
  .strictObject({
    dice: z.string(),
    min: z.number(),
    max: z.number(),
    mean: z.number(),
    distribution: z.record(z.string(), z.number()).describe('How likely each result is.'),
    reach: z
      .strictObject({ target: z.number(), chance: z.number() })
      .optional()
      .describe('How likely the sum is to reach a number, if one was given.'),
  })
  .meta({ id: 'diceOdds', description: 'How likely each result of a roll is.' });
