// Find routes: search in everything a world has, by name or text, as far as the reader has come.

import { z } from 'zod';
import { listOf } from '../values/list-of.ts';
import { worldParams } from './addressed.ts';
import { withRoutes } from './define-route.ts';

const shown = { name: z.string(), about: z.string().describe('A line of it.') };

const foundThing = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('entry'), entry: z.int(), ...shown }),
    z.strictObject({ kind: z.literal('chapter'), corpus: z.string(), thread: z.int(), ...shown }),
    z.strictObject({
      kind: z.literal('turn'),
      game: z.string().describe('Id of the game.'),
      turn: z.int(),
      number: z.int(),
      ...shown,
    }),
    z.strictObject({ kind: z.literal('fragment'), key: z.string(), ...shown }),
  ])
  .meta({ id: 'foundThing', description: 'Something of a world that was found by words.' });

export const findRoutes = withRoutes({
  'GET /api/worlds/{world}/found': {
    about: 'Entries, chapters, turns and fragments with these words, as far as the reader has come.',
    params: worldParams,
    query: z.object({
      q: z.string().trim().min(1).max(200),
      each: z.coerce.number().int().min(1).max(20).default(5).describe('At most so many of each kind.'),
    }),
    answer: listOf(foundThing),
  },
});
