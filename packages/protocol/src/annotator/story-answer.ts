// Shape for an answer about the story: what is known about the question, and a model's answer with its quotes.

import { z } from 'zod';
import { listOf } from '../values/list-of.ts';
import { askedServer } from '../world/asked-server.ts';
import { glossaryEntry } from './glossary-entry.ts';

const shownQuote = z
  .strictObject({
    corpus: z.string().describe('Name of the corpus in the world.'),
    postId: z.int(),
    threadId: z.int().optional().describe('Absent if the story no longer has the post.'),
    threadTitle: z.string().optional(),
    author: z.string().optional(),
    text: z.string(),
  })
  .meta({ id: 'shownQuote', description: 'Words of the story, and where they are.' });

const saidAnswer = z
  .strictObject({
    model: z.string(),
    promptVersion: z.string(),
    sentences: listOf(
      z.strictObject({
        text: z.string(),
        quotes: listOf(z.int()).describe('Which of `quotes` the sentence rests on, counted from 0.'),
      }),
    ).describe('Empty if the model does not know, or said nothing that may be shown.'),
    quotes: listOf(shownQuote),
    leftOut: z
      .int()
      .describe(
        'How many sentences were left out because they had no quote, or named something that has not been read yet.',
      ),
  })
  .meta({ id: 'saidAnswer', description: 'What a model answered.' });

export const storyAnswer = z
  .strictObject({
    asOf: z
      .string()
      .nullable()
      .describe('The answer uses only what is known at this place in the story. Null for the whole story.'),
    question: z.string(),
    entries: listOf(glossaryEntry).describe('Entries of the glossary about the question, the best first.'),
    isNamed: z
      .boolean()
      .describe(
        'Whether the question names those entries; if not, they are the entries whose words are closest to the question.',
      ),
    passages: listOf(shownQuote).describe(
      'If no model answered: sentences of the story that come near to an answer, the best first.',
    ),
    said: saidAnswer.optional().describe('Absent if no model was asked.'),
    servers: listOf(askedServer),
  })
  .meta({ id: 'storyAnswer', description: 'What is known about a question.' });
