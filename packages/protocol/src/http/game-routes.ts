// Game routes: list the games of a world, and show a game, its turns and why a value is as it is.

import { z } from 'zod';
import { gameTable, shownTurn } from '../play/game-table.ts';
import { listedGame } from '../play/listed-game.ts';
import { fieldWhy } from '../play/shown-sheet.ts';
import { listOf } from '../values/list-of.ts';
import { gameParams, numberInAddress, optionalNumberInAddress, worldParams } from './addressed.ts';
import { withRoutes } from './define-route.ts';

const turnPage = z
  .strictObject({ turns: listOf(shownTurn), hasEarlier: z.boolean() })
  .meta({ id: 'turnPage', description: 'Turns of the path that is played, oldest first.' });

export const gameRoutes = withRoutes({
  'GET /api/worlds/{world}/games': {
    about: 'The games of a world, the most recently played first.',
    params: worldParams,
    answer: z.strictObject({
      games: listOf(listedGame).describe('Without those that are set aside.'),
      setAside: listOf(listedGame),
      unsettled: listOf(z.string()).describe('Names of games whose session zero is not finished.'),
    }),
  },
  'GET /api/worlds/{world}/games/{game}': {
    about: 'A game as it stands. `…/events` streams what happens to it.',
    params: gameParams,
    answer: gameTable,
  },
  'GET /api/worlds/{world}/games/{game}/turns': {
    about: 'Turns before a given one, on the path that is played.',
    params: gameParams,
    query: z.object({
      before: numberInAddress.describe('The number of a turn.'),
      from: optionalNumberInAddress.describe(
        'The number of the earliest turn that is wanted. An answer has at most 400 turns.',
      ),
    }),
    answer: turnPage,
  },
  'GET /api/worlds/{world}/games/{game}/why': {
    about: 'Why a value of a sheet is what it is.',
    params: gameParams,
    query: z.object({ entity: z.string().max(200), path: z.string().max(200) }),
    answer: fieldWhy,
  },
});
