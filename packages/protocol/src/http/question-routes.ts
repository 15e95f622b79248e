// Question routes: answer a question about the story from what is known at the reader's place.

import { z } from 'zod';
import { quoteAccount } from '../annotator/entry-account.ts';
import { storyRecap } from '../annotator/story-recap.ts';
import { listOf } from '../values/list-of.ts';
import { worldParams } from './addressed.ts';
import { withRoutes } from './define-route.ts';

const foundEntry = z
  .strictObject({
    id: z.int(),
    term: z.string(),
    definition: z.string(),
    isUnexplained: z
      .boolean()
      .describe('Whether the definition only has sentences that name the entry, since none says what it is.'),
    quotes: listOf(quoteAccount).describe('The first few.'),
  })
  .meta({ id: 'foundEntry', description: 'An entry that a question is about.' });

const answerSource = z
  .strictObject({
    corpus: z.string(),
    postId: z.int(),
    threadId: z.int().optional().describe('Absent if the story no longer has the post.'),
    threadTitle: z.string().optional(),
    text: z.string(),
  })
  .meta({ id: 'answerSource', description: 'Words of the story that an answer rests on.' });

const answeredQuestion = z
  .strictObject({
    asOf: z
      .string()
      .nullable()
      .describe(
        'The reader’s place, after which nothing is used; null if none is set, so that all that was read for the glossary is used.',
      ),
    entries: listOf(foundEntry).describe('Entries of the glossary about the question, the best first.'),
    isNamed: z
      .boolean()
      .describe(
        'Whether the question names those entries; if not, they are the entries whose words are closest to the question.',
      ),
    said: z
      .strictObject({
        model: z.string(),
        sentences: listOf(
          z.strictObject({
            text: z.string(),
            quotes: listOf(z.int()).describe('Which of `quotes` the sentence rests on, counted from 0.'),
          }),
        ).describe('Empty if the model does not know, or said nothing that may be shown.'),
        quotes: listOf(answerSource),
        leftOut: z
          .int()
          .describe(
            'How many sentences were left out because they had no quote, or named something that has not been read yet.',
          ),
      })
      .nullable()
      .describe('Null if no model was asked.'),
    passages: listOf(answerSource).describe(
      'If no model answered: sentences of the story that come near to an answer, the best first.',
    ),
  })
  .meta({
    id: 'answeredQuestion',
    description:
      'What is known about a question at the reader’s place in the story, or in all that was read for the glossary if no place is set.',
  });

const toldStory = storyRecap
  .omit({ servers: true })
  .extend({
    isSummedUp: z
      .boolean()
      .describe('Whether a model has nothing to add, since one summed up every part, or nothing was read.'),
  })
  .meta({
    id: 'toldStory',
    description:
      'The story up to the reader’s place, or all that was read for the glossary if no place is set.',
  });

/** The story to be told; by default all stories of the world. */
const toldCorpus = z.strictObject({ corpus: z.string().max(200).optional() });

export const questionRoutes = withRoutes({
  'POST /api/worlds/{world}/questions': {
    about:
      'Answers a question as `terrarium ask` does: with the model that is set. If none is set, answers with entries of the glossary and sentences of the story.',
    params: worldParams,
    body: z.strictObject({
      question: z.string().trim().min(1).max(2_000),
      withoutModel: z.boolean().optional().describe('Whether no model is asked, even if one is set.'),
    }),
    answer: answeredQuestion,
  },
  'GET /api/worlds/{world}/recap': {
    about: 'Tells the story so far from what was stored while it was read, without asking a model.',
    params: worldParams,
    query: toldCorpus,
    answer: toldStory,
  },
  'POST /api/worlds/{world}/recap': {
    about:
      'Tells the story so far as `terrarium recap` does: the model that is set sums up what no model has summed up yet. None of that is stored. If the request is ended, so is the request to the model. Meanwhile `…/events` streams each part as far as it is told.',
    params: worldParams,
    body: toldCorpus,
    answer: toldStory,
  },
});
