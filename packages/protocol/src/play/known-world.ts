// Shapes for what a player knows of a game's world, for the tree of turns, and for what was done in a turn.

import { z } from 'zod';
import { listOf } from '../values/list-of.ts';
import { shownRoll } from './game-table.ts';
import { shownChange } from './shown-change.ts';

export const knownWorld = z
  .strictObject({
    people: listOf(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        about: z.string(),
        place: z.string().describe('Where they were last; empty if that is not known.'),
        isHere: z.boolean(),
        isGone: z.boolean(),
        state: z
          .string()
          .describe('What can be seen of their state, such as down; empty if there is nothing.'),
      }),
    ),
    quests: listOf(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        about: z.string(),
        status: z.string(),
        steps: listOf(z.strictObject({ text: z.string(), isDone: z.boolean() })),
      }),
    ),
    places: listOf(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        about: z.string(),
        isHere: z.boolean(),
        ways: listOf(z.strictObject({ to: z.string(), name: z.string(), isLocked: z.boolean() })),
      }),
    ).describe('The places where the player has been, with the ways out of them that are known.'),
    situation: listOf(z.strictObject({ label: z.string(), shows: z.string() })).describe(
      'What is true of the scene and the place by the rules of the game, such as aspects that may be invoked.',
    ),
    tables: listOf(z.strictObject({ id: z.string(), label: z.string() })).describe(
      'Tables of the rules that can be rolled on.',
    ),
  })
  .meta({ id: 'knownWorld', description: 'What a player knows of the world of a game.' });

export const knownLore = z
  .strictObject({
    notes: listOf(z.strictObject({ number: z.int(), text: z.string(), kind: z.string() })),
    total: z.int(),
  })
  .meta({ id: 'knownLore', description: 'What a game remembers, the newest first.' });

export const turnTree = z
  .strictObject({
    head: z.int(),
    turns: listOf(
      z.strictObject({
        id: z.int(),
        parent: z.int().optional(),
        number: z.int(),
        words: z.string(),
        isAside: z.boolean(),
      }),
    ),
    branches: listOf(z.strictObject({ name: z.string(), turn: z.int() })),
  })
  .meta({ id: 'turnTree', description: 'The turns of a game as a tree, in the order of their making.' });

export const turnWhy = z
  .strictObject({
    number: z.int(),
    words: z.string(),
    calls: listOf(
      z.strictObject({
        says: z.string().describe('What was asked for.'),
        rolls: listOf(shownRoll),
        changes: listOf(shownChange),
        refused: z.string().optional().describe('Why it was not done.'),
      }),
    ),
    lore: listOf(
      z.strictObject({
        text: z.string(),
        from: z.string(),
        turn: z
          .int()
          .optional()
          .describe('The number of the turn that the text is from. Absent if the text is not from a turn.'),
        because: z.string().optional(),
      }),
    ),
    toldBy: listOf(z.string()),
  })
  .meta({
    id: 'turnWhy',
    description: 'What was done in a turn: calls, dice, changes, and what came to mind.',
  });
