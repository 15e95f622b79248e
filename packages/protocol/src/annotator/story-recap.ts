// Shape for a recap: the story up to a place, part by part.

import { z } from 'zod';
import { listOf } from '../values/list-of.ts';
import { askedServer } from '../world/asked-server.ts';
import { glossaryEntry } from './glossary-entry.ts';

const recapPlace = z
  .strictObject({
    corpus: z.string().describe('Name of the corpus in the world.'),
    threadId: z.int(),
    postId: z.int(),
    threadTitle: z.string().optional(),
  })
  .meta({ id: 'recapPlace', description: 'Where a part of a recap begins or ends.' });

const recapPart = z
  .strictObject({
    first: recapPlace,
    last: recapPlace,
    posts: z.int().describe('How many posts of the story this part covers.'),
    summary: z
      .strictObject({
        text: z.string(),
        origin: z
          .enum(['model', 'extract', 'asked'])
          .describe(
            '`model`: written by a model. `extract`: sentences of the story, because there is no summary yet, or none that can be used. `asked`: written by a model for this recap, and not stored.',
          ),
      })
      .optional()
      .describe('The summary of this part. Absent if there is none; then `noted` has entries instead.'),
    noted: listOf(glossaryEntry).describe(
      'The most important entries that first appear in this part. Only if there is no summary.',
    ),
    notedMore: z.int().describe('How many more such entries there are.'),
  })
  .meta({ id: 'recapPart', description: 'A stretch of the story, and what is told of it.' });

export const storyRecap = z
  .strictObject({
    asOf: z
      .string()
      .nullable()
      .describe('The place up to which the story is told; null for all that was read.'),
    parts: listOf(recapPart).describe('In reading order.'),
    skipped: z.int().describe('Skipped scenes up to the place: nothing is known of them.'),
    models: listOf(z.string()).describe('Who read the story.'),
    isShortened: z.boolean().describe('Whether the recap was shortened.'),
    asked: z
      .strictObject({ model: z.string(), promptVersion: z.string() })
      .optional()
      .describe('The model that summed up parts for this recap alone. Absent if none did.'),
    servers: listOf(askedServer),
  })
  .meta({
    id: 'storyRecap',
    description:
      'The story up to a place, told from summaries. A stored summary counts only if nothing after that place had been read when it was written.',
  });
