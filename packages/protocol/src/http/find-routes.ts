// Routes of Find, which searches everything in a world by name or text, up to the reader's place.

import { z } from 'zod';
import { textSpan } from '../annotator/glossary-entry.ts';
import { listOf } from '../values/list-of.ts';
import { worldParams } from './addressed.ts';
import { withRoutes } from './define-route.ts';

const shown = { name: z.string(), about: z.string().describe('A line of its text.') };
const matches = listOf(textSpan).describe('Where the words that were looked for stand in `about`.');

const foundThing = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('entry'), entry: z.int(), ...shown }),
    z.strictObject({ kind: z.literal('chapter'), corpus: z.string(), thread: z.int(), ...shown }),
    z.strictObject({
      kind: z.literal('passage'),
      corpus: z.string(),
      thread: z.int(),
      post: z.int(),
      offset: z.int().describe('Where the first of the words stands in the post.'),
      name: z.string().describe('The title of the chapter.'),
      about: z.string().describe('The sentence, or a part of it.'),
      matches,
    }),
    z.strictObject({
      kind: z.literal('turn'),
      game: z.string().describe('Id of the game.'),
      turn: z.int(),
      number: z.int(),
      ...shown,
      matches,
    }),
    z.strictObject({
      kind: z.literal('message'),
      event: z.int(),
      ...shown,
      matches,
      side: z.enum(['user', 'companion']),
      atMs: z.number().nullable().describe('When it was said; null if nobody said when it was.'),
      timeZone: z.string(),
    }),
    z.strictObject({ kind: z.literal('fragment'), key: z.string(), ...shown }),
  ])
  .meta({ id: 'foundThing', description: 'Something of a world that was found by words.' });

export const findRoutes = withRoutes({
  'GET /api/worlds/{world}/found': {
    about:
      'Entries, chapters, sentences of the story, messages of the talk, turns and fragments that have the words of `q`, as far as the reader has come.',
    params: worldParams,
    query: z.object({
      q: z.string().trim().min(1).max(200),
      each: z.coerce.number().int().min(1).max(20).default(5).describe('At most this many of each kind.'),
    }),
    answer: listOf(foundThing),
  },
});
