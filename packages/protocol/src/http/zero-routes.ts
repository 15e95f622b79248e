// Zero routes: session zero, in which a player decides step by step what a game is to be.

import { z } from 'zod';
import { shownSheet } from '../play/shown-sheet.ts';
import { listOf } from '../values/list-of.ts';
import { failure } from '../world/failure.ts';
import { worldParams } from './addressed.ts';
import { withRoutes } from './define-route.ts';

const offered = z
  .strictObject({ id: z.string(), label: z.string(), about: z.string() })
  .meta({ id: 'offered', description: 'Something to choose.' });

export const gameName = z.string().trim().min(1).max(80);
const shortText = z.string().max(4_000);

/** The character as the store of a session zero keeps it; the values are as they were typed. */
const wantedCharacter = z.strictObject({
  name: z.string().trim().min(1).max(80),
  about: z.string().max(2_000),
  set: z.record(z.string().max(200), z.string().max(10_000)),
});

/**
 * A character that is only tried out may still be without a name. The answer then says that the rules refuse
 * this.
 */
const unfinishedCharacter = wantedCharacter.extend({ name: z.string().trim().max(80) });

const isWhole = z
  .boolean()
  .optional()
  .describe(
    'Whether the sheet stays as it is if it meets the rules, such as one that a model filled in. Otherwise the values of a ready character fill what the player left open.',
  );

const madeWorld = z
  .strictObject({ title: z.string(), about: z.string(), places: listOf(z.string()) })
  .meta({ id: 'madeWorld', description: 'A world that a game can have, without what is hidden in it.' });

const making = z
  .strictObject({
    kind: z.enum(['world', 'character', 'rules']),
    state: z.enum(['making', 'failed', 'made']),
    says: z.string().describe('How far the model has come, or what it found.'),
    left: listOf(z.string()).optional().describe('What is missing or doubtful in what was made.'),
    failure: failure.optional().describe('Why nothing came of it.'),
  })
  .meta({ id: 'making', description: 'What a model is making for a game that is being prepared.' });

const zeroStanding = z
  .strictObject({
    name: z.string().describe('Name of the game that is being prepared.'),
    system: z.string().nullable().describe('Id of the rules that were chosen.'),
    world: z
      .strictObject({
        id: z.string(),
        ...madeWorld.shape,
        madeBy: z
          .string()
          .nullable()
          .describe('The model that made the world. It can make the world again, or change it.'),
        begunBy: z
          .string()
          .nullable()
          .describe(
            'The model that wrote how a game in the world of the story begins. It writes another beginning if this world is chosen again. Null if something has joined the world, which would be lost.',
          ),
      })
      .nullable()
      .describe('The world that was chosen or made.'),
    concept: z.string().nullable().describe('What the player wants of the game.'),
    lines: z.string().describe('What must never be in the game, as the player typed it.'),
    veils: z.string().describe('What may happen, but only out of sight, as the player typed it.'),
    limits: z
      .strictObject({ lines: listOf(z.string()), veils: listOf(z.string()) })
      .describe('What the wish says must never be in the game, and what may happen only out of sight.'),
    character: wantedCharacter
      .nullable()
      .describe('The character that was settled on, or that a model proposed.'),
    making: making
      .nullable()
      .describe(
        'What a model is making now, or what it tried to make if its last attempt failed. A rulebook that was read is reported here, too.',
      ),
    systems: listOf(offered).describe('The first counts as long as none is chosen.'),
    worlds: listOf(offered).describe('The first counts as long as none is chosen.'),
    model: z
      .string()
      .nullable()
      .describe('The model that will tell the game. Null for the built-in narrator.'),
  })
  .meta({
    id: 'zeroStanding',
    description: 'What is settled about a game that is being prepared, and what can be chosen.',
  });

const characterOffer = z
  .strictObject({
    manner: z.string().describe('How a character is made by these rules.'),
    quick: listOf(offered).describe('Characters that are ready.'),
    people: listOf(offered).describe('People of the story who can be played.'),
  })
  .meta({ id: 'characterOffer', description: 'Who can be played.' });

const problem = z.strictObject({ at: z.string(), say: z.string() });

const unmetRule = problem.extend({
  category: z.string().optional().describe('The group of the sheet that the rule is about.'),
});

const triedCharacter = z
  .strictObject({
    sheet: shownSheet,
    set: z
      .record(z.string(), z.string())
      .describe('Values that differ from the defaults of the rules, as a player would type them.'),
    refused: listOf(problem).describe('Values that the rules do not allow.'),
    unmet: listOf(unmetRule).describe('Rules of character creation that the character does not fulfil yet.'),
  })
  .meta({
    id: 'triedCharacter',
    description: 'A character completed by the rules, and what the rules do not allow.',
  });

export const zeroRoutes = withRoutes({
  'GET /api/worlds/{world}/zero': {
    about: 'What is settled about a game that is being prepared, and what can be chosen.',
    params: worldParams,
    query: z.object({ name: gameName.optional().describe('The name of a game that is being prepared.') }),
    answer: zeroStanding,
  },
  'PUT /api/worlds/{world}/zero': {
    about:
      'Stores answers to the steps of preparing a game: rules, world, concept and limits. The preparation can be continued in the terminal.',
    params: worldParams,
    body: z.strictObject({
      name: gameName,
      system: z.string().max(100).optional().describe('Id of rules that come with the program.'),
      world: z
        .string()
        .max(100)
        .optional()
        .describe(
          'Id of a world; `glossary` (made from the glossary) and `drawn` (drawn from tables of the rules) are made anew each time.',
        ),
      concept: shortText.optional(),
      lines: z.string().max(2_000).optional().describe('What must never be in the game.'),
      veils: z.string().max(2_000).optional().describe('What may happen, but only out of sight.'),
    }),
    answer: zeroStanding,
  },
  'DELETE /api/worlds/{world}/zero': {
    about: 'Discards what was prepared of a game that has not begun.',
    params: worldParams,
    query: z.object({ name: gameName }),
    answer: z.strictObject({
      unsettled: listOf(z.string()).describe('Names of games still in preparation.'),
    }),
  },
  'POST /api/worlds/{world}/zero/worlds': {
    about:
      'Asks the model to make a world from the `concept` that was sent to `…/zero`, or to change the world that it made before. `GET` at `…/zero` tells when the world is ready.',
    params: worldParams,
    body: z.strictObject({
      name: gameName,
      change: shortText
        .min(1)
        .optional()
        .describe('What is to be different in the world that was made before.'),
    }),
    answer: zeroStanding,
  },
  'POST /api/worlds/{world}/zero/proposals': {
    about:
      'Asks the model to fill in a sheet from one sentence, or to change a sheet. `GET` at `…/zero` tells when the sheet is ready.',
    params: worldParams,
    body: z.strictObject({
      name: gameName,
      wish: z.string().trim().min(1).max(2_000).describe('Who the player wants to be.'),
      change: shortText.min(1).optional().describe('What is to be different in the sheet.'),
      character: wantedCharacter
        .optional()
        .describe('The sheet to change, with its values as a player would type them.'),
    }),
    answer: zeroStanding,
  },
  'POST /api/worlds/{world}/zero/stop': {
    about: 'Stops what the model is making; what there was before is kept.',
    params: worldParams,
    body: z.strictObject({ name: gameName }),
    answer: zeroStanding,
  },
  'GET /api/worlds/{world}/zero/characters': {
    about: 'Characters that the player can choose, in the chosen world and by the chosen rules.',
    params: worldParams,
    query: z.object({ name: gameName }),
    answer: characterOffer,
  },
  'POST /api/worlds/{world}/zero/characters': {
    about: 'Checks a character against the rules. Nothing is kept.',
    params: worldParams,
    body: z.strictObject({
      name: gameName.describe('The name of the game.'),
      quick: z.string().max(100).optional().describe('Id of the ready character that this one is based on.'),
      character: unfinishedCharacter.optional(),
      isWhole,
    }),
    answer: triedCharacter,
  },
  'POST /api/worlds/{world}/games': {
    about:
      'Begins the game that was prepared at `…/zero`. If a step of the preparation has no answer, the first choice of this step is taken.',
    params: worldParams,
    body: z.strictObject({
      name: gameName,
      quick: z.string().max(100).optional(),
      character: wantedCharacter.optional(),
      isWhole,
      lines: z
        .string()
        .max(2_000)
        .default('')
        .describe('What must never be in the game. If empty, what was sent to `…/zero` holds.'),
      veils: z
        .string()
        .max(2_000)
        .default('')
        .describe('What may happen, but only out of sight. If empty, what was sent to `…/zero` holds.'),
      style: z.string().max(500).default(''),
    }),
    answer: z.strictObject({ id: z.string() }),
  },
});
