// Shapes for a game as its player sees it: turns, rolls, and flags on the narrative.

import { z } from 'zod';
import { listOf } from '../values/list-of.ts';
import { rolledCheck } from './rolled-check.ts';
import { shownChange } from './shown-change.ts';
import { shownSheet } from './shown-sheet.ts';

export const shownRoll = z
  .strictObject({
    ...rolledCheck.shape,
    label: z
      .string()
      .optional()
      .describe(
        'What was tried, such as a check or a move, by whom and against whom. Absent if `reason` says it already.',
      ),
    spared: listOf(z.string())
      .optional()
      .describe('What was taken off a loss that followed from the roll, such as by armour, in words.'),
    row: z.string().optional().describe('The text of the row, if the roll was made on a table.'),
    withstood: z
      .strictObject({
        needed: z.number().describe('The lowest number that withstands it.'),
        rolled: z.number().describe('The number that was rolled to withstand it.'),
      })
      .optional()
      .describe('Present if the roll has no dice of its own, such as that of a spell that allows a save.'),
  })
  .meta({ id: 'shownRoll', description: 'A roll. If it was made on a table, also the row that it led to.' });

export const narrativeFlag = z.strictObject({ quote: z.string(), says: z.string() }).meta({
  id: 'narrativeFlag',
  description:
    'Words of a narrative with which something is wrong, such as a claim without a basis in the game.',
});

export const shownTurn = z
  .strictObject({
    id: z.int(),
    number: z.int(),
    words: z.string(),
    narrative: z.string(),
    isAside: z.boolean(),
    rolls: listOf(shownRoll),
    changes: listOf(shownChange),
    minutes: z.number().optional().describe('How many minutes of the story passed in this turn.'),
    flags: listOf(narrativeFlag),
    toldBy: listOf(z.string()),
    atMs: z.number(),
  })
  .meta({ id: 'shownTurn', description: 'A turn of the path that is played.' });

const shownClock = z
  .strictObject({ name: z.string(), filled: z.int(), segments: z.int() })
  .meta({ id: 'shownClock', description: 'A clock that runs.' });

const tellingMoment = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('started'),
      words: z.string(),
      isResumed: z.boolean(),
      after: z.int().describe('Id of the turn at which the game stands meanwhile.'),
      retells: z.boolean().describe('Whether that turn is told anew.'),
    }),
    z.strictObject({ kind: z.literal('told'), text: z.string() }),
    z.strictObject({ kind: z.literal('restarted'), says: z.string() }),
    z.strictObject({ kind: z.literal('rolled'), roll: shownRoll }),
    z.strictObject({ kind: z.literal('changed'), changes: listOf(shownChange) }),
    z.strictObject({ kind: z.literal('passed'), minutes: z.number() }),
    z.strictObject({ kind: z.literal('noted'), says: z.string() }),
    z.strictObject({
      kind: z.literal('waiting'),
      says: z.string().describe('Why the model is asked again in a moment.'),
    }),
    z
      .strictObject({ kind: z.literal('summing') })
      .describe('The telling is whole, and the model sums up older turns for later prompts.'),
    z.strictObject({ kind: z.literal('flagged'), flags: listOf(narrativeFlag) }),
    z.strictObject({ kind: z.literal('committed') }),
    z.strictObject({
      kind: z.literal('failed'),
      code: z.string(),
      says: z.string(),
      todo: z.string(),
      canResume: z.boolean(),
    }),
  ])
  .meta({ id: 'tellingMoment', description: 'What is reported while a turn is played.' });

const numberedMoment = z
  .strictObject({
    telling: z
      .int()
      .describe(
        'The number of the telling (one attempt to reply to a turn) to which the event belongs. A later telling has a higher number.',
      ),
    sequence: z.int().describe('The number of the event within its telling.'),
    moment: tellingMoment,
    quietMs: z
      .number()
      .optional()
      .describe(
        'For how many milliseconds nothing had followed it when it was sent. Only the newest has it, and only if it is sent later than it happened.',
      ),
  })
  .meta({
    id: 'numberedMoment',
    description: 'One event while the reply to a turn is made, with its number.',
  });

export const gameTable = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    system: z.strictObject({ id: z.string(), name: z.string() }),
    sequence: z.int().describe('The number of the newest event of the game that this answer includes.'),
    teller: z.string().nullable().describe('The model that tells; null for the built-in narrator.'),
    head: z.int().describe('Id of the turn at which the game stands.'),
    standing: z.strictObject({ place: z.string(), time: z.string(), mode: z.string() }),
    turns: listOf(shownTurn).describe(
      'The newest turns of the path that is played. The oldest of these comes first.',
    ),
    hasEarlier: z.boolean(),
    suggestions: listOf(z.string()),
    spends: listOf(
      z.strictObject({
        id: z.string(),
        label: z.string(),
        says: z.string().describe('The price, and what it does.'),
        changes: z.string().describe('The roll that it would change.'),
        needsPoints: z.boolean().describe('Whether the player says how much is paid.'),
        means: listOf(
          z.strictObject({ name: z.string(), says: z.string().describe('The price with it.') }),
        ).describe(
          'With what it can be paid, such as an aspect; empty if nothing is to be chosen. Without a choice the first one is taken.',
        ),
      }),
    ).describe('What may be paid now to improve the last roll.'),
    open: listOf(
      z.strictObject({
        says: z.string(),
        options: listOf(
          z.strictObject({ says: z.string(), line: z.string().describe('The line that takes the option.') }),
        ),
      }),
    ).describe('Choices that the rules leave to the player, until one option of each is taken.'),
    sheet: shownSheet,
    clocks: listOf(shownClock),
    next: z
      .string()
      .nullable()
      .describe('The words of the turn that redo brings back; null if there is none.'),
    tellings: listOf(z.strictObject({ id: z.int(), words: z.string() })).describe(
      'All versions of the last turn, including the one that is shown, each with what the player said.',
    ),
    left: z
      .strictObject({
        words: z.string(),
        retells: z.int().optional(),
        failure: z
          .strictObject({ code: z.string(), happened: z.string(), todo: z.string() })
          .optional()
          .describe('Why it is not finished, as far as this server has seen it.'),
      })
      .nullable()
      .describe('A turn that is not finished: it can be resumed or dropped.'),
    telling: listOf(numberedMoment)
      .nullable()
      .describe('What has been told so far of the turn that is being told; null if none is being told.'),
    isElsewhere: z.boolean().describe('Whether another program is playing a turn of this game now.'),
    unanswered: listOf(z.string()).describe('What the player said in turns that were dropped, oldest first.'),
  })
  .meta({ id: 'gameTable', description: 'A game as its player sees it.' });
