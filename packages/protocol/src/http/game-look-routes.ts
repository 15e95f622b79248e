// Game look routes: look at lore, sheets, flags and turns of a game without playing, and name branches.

import { z } from 'zod';
import { narrativeFlag } from '../play/game-table.ts';
import { knownLore, knownWorld, turnTree, turnWhy } from '../play/known-world.ts';
import { shownSheet } from '../play/shown-sheet.ts';
import { listOf } from '../values/list-of.ts';
import { gameParams, numberInAddress } from './addressed.ts';
import { withRoutes } from './define-route.ts';

const replayedGame = z
  .strictObject({
    turns: z.int().describe('How many were played again.'),
    differs: z
      .strictObject({ number: z.int(), words: z.string() })
      .nullable()
      .describe('The first turn that ends differently; null if none does.'),
  })
  .meta({ id: 'replayedGame', description: 'The result of replaying a game.' });

export const gameLookRoutes = withRoutes({
  'GET /api/worlds/{world}/games/{game}/flags': {
    about:
      "What is wrong in models' narratives, from the turn with a given number on: claims without a basis in the game, words put into the player's mouth, repeated phrases. Each turn is judged by the game as it was then.",
    params: gameParams,
    query: z.object({ from: numberInAddress.describe('The number of a turn.') }),
    answer: listOf(
      z
        .strictObject({ turn: z.int().describe('Id of the turn.'), flags: listOf(narrativeFlag) })
        .meta({ id: 'toldFlags', description: 'What is marked in the text of a turn.' }),
    ),
  },
  'GET /api/worlds/{world}/games/{game}/known': {
    about: 'People, quests, places and tables that the player knows.',
    params: gameParams,
    answer: knownWorld,
  },
  'GET /api/worlds/{world}/games/{game}/lore': {
    about: 'What the game remembers: everything, or only what has the words of `q`.',
    params: gameParams,
    query: z.object({ q: z.string().max(300).default('') }),
    answer: knownLore,
  },
  'GET /api/worlds/{world}/games/{game}/sheets/{entity}': {
    about: 'The sheet of somebody or something that the player knows.',
    params: z.object({ ...gameParams.shape, entity: z.string().min(1).max(200) }),
    answer: shownSheet,
  },
  'GET /api/worlds/{world}/games/{game}/replay': {
    about: 'Plays the game again from its log, and says whether each turn ends as it did.',
    params: gameParams,
    answer: replayedGame,
  },
  'GET /api/worlds/{world}/games/{game}/tree': {
    about: 'The turns of the game as a tree.',
    params: gameParams,
    answer: turnTree,
  },
  'GET /api/worlds/{world}/games/{game}/turns/{turn}': {
    about: 'What was done in a turn.',
    params: z.object({ ...gameParams.shape, turn: numberInAddress }),
    answer: turnWhy,
  },
  'PUT /api/worlds/{world}/games/{game}/branches': {
    about: 'Names the turn at which the game stands, so that the player can come back to it.',
    params: gameParams,
    body: z.strictObject({ name: z.string().trim().min(1).max(80) }),
    answer: turnTree,
  },
});
