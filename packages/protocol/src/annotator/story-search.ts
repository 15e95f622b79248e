// Shape for the sentences of the story that a search found.

import { z } from 'zod';
import { listOf } from '../values/list-of.ts';
import { askedServer } from '../world/asked-server.ts';
import { storyPosition, textSpan } from './glossary-entry.ts';

const storyPassage = z
  .strictObject({
    position: storyPosition,
    threadTitle: z.string().optional(),
    author: z.string().optional(),
    span: textSpan.describe('Where the sentence is in its post.'),
    text: z.string(),
    matches: listOf(textSpan).describe(
      'Where the words that were looked for are in `text`. Empty if the sentence was found by its meaning.',
    ),
  })
  .meta({ id: 'storyPassage', description: 'A sentence of the story in which something was found.' });

export const storySearch = z
  .strictObject({
    asOf: z
      .string()
      .nullable()
      .describe('The story was searched up to this place. Null for the whole story.'),
    passages: listOf(storyPassage).describe('The best first.'),
    servers: listOf(askedServer),
  })
  .meta({ id: 'storySearch', description: 'What was found in the words of the story.' });
