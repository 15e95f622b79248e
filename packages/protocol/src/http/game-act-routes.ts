// Game act routes: play a game, move between its turns, edit its values, and change how it is told.

import { z } from 'zod';
import { shownRoll } from '../play/game-table.ts';
import { shownChange } from '../play/shown-change.ts';
import { tellingWishes } from '../play/telling-wishes.ts';
import { listOf } from '../values/list-of.ts';
import { gameParams } from './addressed.ts';
import { withRoutes } from './define-route.ts';

const line = z.string().min(1).max(100_000);
const turnId = z.int().min(0);

const saidLine = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('telling') }),
    z.strictObject({
      kind: z.literal('shown'),
      lines: listOf(z.string()).describe('What the terminal shows for the same line.'),
    }),
  ])
  .meta({ id: 'saidLine', description: 'What came of a line: a turn is being told, or something is shown.' });

const doneBeside = z
  .strictObject({ says: listOf(z.string()), changes: listOf(shownChange), rolls: listOf(shownRoll) })
  .meta({
    id: 'doneBeside',
    description:
      'What came of something that the player did outside the story, such as a change to the sheet.',
  });

const moved = z.strictObject({ head: z.int() });

/** The wishes as the player wrote them; an empty text leaves a wish open. */
const writtenWishes = z.strictObject({
  wish: z.string().max(4_000).optional(),
  lines: z.string().max(2_000).optional(),
  veils: z.string().max(2_000).optional(),
  style: z.string().max(500).optional(),
  authorNote: z.string().max(2_000).optional(),
  length: z.strictObject({ from: z.int(), to: z.int() }).nullable().optional(),
  check: z.enum(['off', 'mark', 'correct']).optional(),
  isFast: z.boolean().optional(),
  meanwhile: z.boolean().optional(),
});

export const gameActRoutes = withRoutes({
  'GET /api/worlds/{world}/games/{game}/wishes': {
    about: 'How the player wants the game told.',
    params: gameParams,
    answer: tellingWishes,
  },
  'PUT /api/worlds/{world}/games/{game}/wishes': {
    about:
      'Changes how the player wants the game told, from the next turn on; a wish that is left out stays as it is.',
    params: gameParams,
    body: writtenWishes,
    answer: tellingWishes,
  },
  'POST /api/worlds/{world}/games/{game}/lines': {
    about: 'Says a line at the table: words of the character, or a command as in the terminal.',
    params: gameParams,
    body: z.strictObject({
      line,
      after: turnId
        .optional()
        .describe('The id of the turn that the player sees; nothing is played if the game has moved on.'),
      columns: z
        .int()
        .min(24)
        .max(100)
        .optional()
        .describe('How many characters fit in a line where the answer to a command is shown; 80 if absent.'),
    }),
    answer: saidLine,
  },
  'POST /api/worlds/{world}/games/{game}/stop': {
    about: 'Stops the turn that is being told. The player’s words are kept.',
    params: gameParams,
    body: z.strictObject({}),
    answer: z.strictObject({ wasTelling: z.boolean() }),
  },
  'POST /api/worlds/{world}/games/{game}/moves': {
    about: 'Goes to another turn: back, forth, to another version of a turn or to another branch.',
    params: gameParams,
    body: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('undo'), count: z.int().min(1).max(10_000).default(1) }),
      z.strictObject({ kind: z.literal('redo'), count: z.int().min(1).max(10_000).default(1) }),
      z.strictObject({ kind: z.literal('go'), turn: turnId }),
    ]),
    answer: moved,
  },
  'POST /api/worlds/{world}/games/{game}/edits': {
    about:
      'Replaces the text of a turn with words of the player. Copies of the later turns follow the new text. The old path is kept.',
    params: gameParams,
    body: z.strictObject({
      number: z.int().min(0).describe('The number of the turn.'),
      text: z.string().trim().min(1).max(200_000),
      after: turnId.describe(
        'The id of the turn that the player sees as the newest; nothing is replaced if the game has moved on.',
      ),
    }),
    answer: moved,
  },
  'PUT /api/worlds/{world}/games/{game}/name': {
    about: 'Gives the game another name, which no other game of the world may have.',
    params: gameParams,
    body: z.strictObject({ name: z.string().trim().min(1).max(80) }),
    answer: z.strictObject({ name: z.string() }),
  },
  'PUT /api/worlds/{world}/games/{game}/aside': {
    about: 'Sets the game aside, or brings it back among the games of the list.',
    params: gameParams,
    body: z.strictObject({ isSetAside: z.boolean() }),
    answer: z.strictObject({ isSetAside: z.boolean() }),
  },
  'POST /api/worlds/{world}/games/{game}/values': {
    about: 'Sets a value of a sheet by hand, within the rules.',
    params: gameParams,
    body: z.strictObject({
      entity: z.string().max(200),
      path: z.string().min(1).max(200),
      value: z.string().max(10_000).describe('The value as a player would type it.'),
    }),
    answer: doneBeside,
  },
});
