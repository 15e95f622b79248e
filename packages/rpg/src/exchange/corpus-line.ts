// Corpus line: the schema of one line of a game that is exported as a corpus.

import { z } from 'zod';

export const corpusLineSchema = z.strictObject({
  id: z.int().min(1).describe('In the order of the story, from 1'),
  thread: z.string().describe('The name of the game'),
  author: z.string().describe('Who tells it'),
  time: z.iso.datetime().describe('When it was played: ISO 8601, UTC, never earlier than the line before'),
  body: z.string().describe("The player's name and words, an empty line, then what was told"),
});

export type CorpusLine = z.infer<typeof corpusLineSchema>;
