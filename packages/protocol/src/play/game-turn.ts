// Shapes for turns, branches and replays, and for the answers to commands about them, such as `/log` and `/undo`.

import { z } from 'zod';
import { jsonValue } from '../values/json-value.ts';
import { listOf } from '../values/list-of.ts';
import { recordedAction } from './game-entity.ts';

const frozenLore = z
  .strictObject({
    key: z.string(),
    text: z.string(),
    from: z.string(),
    because: z
      .string()
      .optional()
      .describe('Why it came to mind; absent in old turns, which did not record it.'),
  })
  .meta({ id: 'frozenLore', description: 'Something that was recalled for a turn, as it was then.' });

const turnTeller = z
  .strictObject({
    model: z.string(),
    promptVersion: z.string().describe('The version of the prompt that was used.'),
  })
  .meta({ id: 'turnTeller', description: 'A model that told a turn or a part of it.' });

const gameTurn = z
  .strictObject({
    id: z.int(),
    parent: z.int().optional(),
    number: z
      .int()
      .describe('The position of the turn on its path: 0 is the opening, 1 the turn after the opening.'),
    words: z.string(),
    narrative: z.string(),
    suggestions: listOf(z.string()),
    stateHash: z.string(),
    isAside: z
      .boolean()
      .describe(
        'Whether this is something that a player did outside the story, such as a roll of their own.',
      ),
    summary: z.string(),
    tags: listOf(z.string()),
    importance: z.number().describe('Between 0 and 1.'),
    lore: listOf(frozenLore),
    toldBy: listOf(turnTeller).describe(
      'Who told the turn. Empty if a player did it alone, or if the turn was played before this was recorded.',
    ),
    atMs: z.number(),
  })
  .meta({
    id: 'gameTurn',
    description:
      'A committed turn. Turns form a tree: undo and branch move the head; nothing is ever removed.',
  });

const unansweredWords = z
  .strictObject({
    words: z.string(),
    parent: z.int().describe('The turn after which the words were said.'),
    atMs: z.number(),
  })
  .meta({
    id: 'unansweredWords',
    description: 'What the player said in a turn that was dropped.',
  });

export const shownHead = z
  .strictObject({ head: gameTurn.describe('The newest turn on the path that is played.') })
  .meta({ id: 'shownHead', description: 'Answer to `/undo`, `/redo`, `/go`, `/edit` and `/retry N`.' });

export const shownLog = z
  .strictObject({
    turns: listOf(gameTurn),
    unanswered: listOf(unansweredWords),
    story: z
      .strictObject({ number: z.int(), text: z.string() })
      .optional()
      .describe('For `/recap`: the story to the turn of this number, if a model has summed it up.'),
  })
  .meta({ id: 'shownLog', description: 'Answer to `/log` and `/recap`.' });

export const shownWhy = z
  .strictObject({
    turn: gameTurn,
    actions: listOf(recordedAction),
    marks: listOf(z.strictObject({ quote: z.string(), says: z.string() })).describe(
      'What the model found wrong in its telling, if it was asked to check it.',
    ),
    aloudWords: z
      .int()
      .optional()
      .describe('How many words the model thought aloud before its telling; they were set aside.'),
    aloud: listOf(z.string()).optional().describe('These words, if they were asked for.'),
  })
  .meta({ id: 'shownWhy', description: 'Answer to `/why`: what happened in a turn.' });

export const shownChoices = z
  .strictObject({ suggestions: listOf(z.string()) })
  .meta({ id: 'shownChoices', description: 'Answer to `/choices`.' });

export const namedBranch = z
  .strictObject({ branch: z.string() })
  .meta({ id: 'namedBranch', description: 'Answer to `/branch NAME`.' });

export const shownBranches = z
  .strictObject({
    branches: listOf(z.strictObject({ name: z.string(), turn: z.number() })),
    tips: listOf(z.strictObject({ turn: z.number(), number: z.number(), words: z.string() })).describe(
      'Turns that no other turn follows, in the order in which `/go N` counts them.',
    ),
  })
  .meta({ id: 'shownBranches', description: 'Answer to `/branch`.' });

export const droppedTurn = z
  .strictObject({ dropped: z.string().describe('The player’s words in the turn that was given up.') })
  .meta({ id: 'droppedTurn', description: 'Answer to `/drop`.' });

export const savedGame = z
  .strictObject({ saved: z.literal(true) })
  .meta({ id: 'savedGame', description: 'Answer to `/save`. Every turn is saved anyway.' });

export const namedGame = z
  .strictObject({ name: z.string().describe('What the game is called.') })
  .meta({ id: 'namedGame', description: 'Answer to `/name`.' });

const changedRoll = z
  .strictObject({
    was: z
      .string()
      .optional()
      .describe(
        'The roll when the turn was first played, and its outcome. Absent if only the replay made this roll.',
      ),
    is: z
      .string()
      .optional()
      .describe('The roll in the replay, and its outcome. Absent if the replay did not make this roll.'),
  })
  .meta({ id: 'changedRoll', description: 'A roll that came out differently.' });

const replayDivergence = z
  .strictObject({
    turn: gameTurn,
    recorded: z.string().describe('The hash of the turn as it was committed.'),
    replayed: z.string().describe('The hash of the turn as it was replayed.'),
    roll: changedRoll.optional().describe('The first roll that differs, if the state is the same.'),
    entity: z.string().optional(),
    path: z
      .string()
      .optional()
      .describe(
        'The path of the value that differs. Empty if the whole entity exists in only one of the two.',
      ),
    was: jsonValue.optional(),
    is: jsonValue.optional(),
  })
  .meta({ id: 'replayDivergence', description: 'The first turn that ends differently.' });

export const gameReplay = z
  .strictObject({
    turns: z.int().describe('How many turns were replayed, from the opening to the first that differs.'),
    divergence: replayDivergence.optional(),
  })
  .meta({ id: 'gameReplay', description: 'The result of replaying a game.' });
