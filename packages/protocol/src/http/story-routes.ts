// Story routes: list and read chapters, show an entry's card, and set how far the person has read.

import { z } from 'zod';
import { quoteAccount } from '../annotator/entry-account.ts';
import { listOf } from '../values/list-of.ts';
import { entryParams, numberInAddress, pageStart, worldParams } from './addressed.ts';
import { withRoutes } from './define-route.ts';

const readingPoint = z
  .strictObject({
    corpus: z.string().min(1).max(100),
    postId: z.int().min(0),
    offset: z.int().min(0).describe("UTF-16 units of the post's body that were read."),
  })
  .meta({ id: 'readingPoint', description: 'A sentence of the story.' });

const keptPoint = readingPoint
  .extend({ threadId: z.int().optional().describe('The chapter; absent if the story no longer has it.') })
  .meta({ id: 'keptPoint', description: 'The sentence up to which a story was read.' });

const storyStanding = z
  .strictObject({
    place: z.string().nullable().describe('Null for a reader who sees the whole story.'),
    point: keptPoint
      .optional()
      .describe(
        'Where the reading view was left, also for a reader who sees the whole story by now; absent if the place was typed.',
      ),
    kept: z.string().nullable().describe('How far the reader has come; null if they never set a place.'),
    others: listOf(keptPoint).describe('Where other stories of the world were left.'),
  })
  .meta({ id: 'storyStanding', description: 'Where the reader is.' });

const chapterRow = z
  .strictObject({
    corpus: z.string(),
    threadId: z.int(),
    title: z.string().optional().describe('Absent if the person has not come to it in the story.'),
    scenes: z.int(),
    read: z.int().describe('Scenes of the chapter that the model has read.'),
  })
  .meta({ id: 'chapterRow', description: 'A chapter in the list of chapters.' });

const storyContents = z
  .strictObject({
    stories: listOf(
      z.strictObject({
        corpus: z.string(),
        title: z.string(),
        chapters: listOf(chapterRow),
        isEnglish: z
          .boolean()
          .describe('Judged by how it begins. The built-in reader knows no other language.'),
        told: z
          .string()
          .optional()
          .describe(
            'The title of an earlier story that the reader has not finished. While they read this story, nothing of the earlier story is hidden from them.',
          ),
      }),
    ),
    standing: storyStanding,
    readOn: z
      .strictObject({ corpus: z.string(), threadId: z.int() })
      .nullable()
      .describe(
        'Where the reader goes on. After a chapter that was read to its end, this is the next chapter. Null before the reader began, and after the last chapter.',
      ),
  })
  .meta({ id: 'storyContents', description: 'The stories of a world, chapter by chapter.' });

const nameMark = z
  .strictObject({
    start: z.int(),
    end: z.int(),
    entries: listOf(z.int()).describe('The entries of that name; several for homographs.'),
    isNew: z.boolean().describe('Whether the story names it here for the first time.'),
  })
  .meta({ id: 'nameMark', description: 'A name in a paragraph: UTF-16 offsets within the paragraph.' });

const paragraphReading = z
  .strictObject({
    start: z.int().describe('Where the word begins, or the `｜` before it.'),
    base: z.int().describe('Where the word itself begins.'),
    bracket: z.int().describe('Where the word ends and the bracket begins.'),
    end: z.int().describe('The offset after the closing bracket.'),
  })
  .meta({
    id: 'paragraphReading',
    description: 'A reading that stands in brackets behind a Japanese word, to be shown above the word.',
  });

const chapterParagraph = z
  .strictObject({
    postId: z.int(),
    start: z.int().describe("Where the paragraph begins in the post's body."),
    text: z.string(),
    marks: listOf(nameMark),
    readings: listOf(paragraphReading),
  })
  .meta({ id: 'chapterParagraph', description: 'A paragraph with the names that a reader knows by then.' });

const chapterPost = z
  .strictObject({
    postId: z.int(),
    author: z.string().optional(),
    subject: z.string().optional(),
    time: z.number().optional().describe('Unix time in seconds.'),
    isStory: z
      .boolean()
      .describe(
        'False for a comment by somebody who read the story, if it stands among the posts of the story.',
      ),
  })
  .meta({ id: 'chapterPost', description: 'A post of a chapter, without its words.' });

const chapterPage = z
  .strictObject({
    thread: z.strictObject({ id: z.int(), title: z.string() }),
    posts: listOf(chapterPost),
    paragraphs: listOf(chapterParagraph),
    next: z.int().optional().describe("Where the next page begins; absent at the chapter's end."),
    reading: z.enum(['whole', 'partly', 'unread']).describe('How much of the chapter the model has read.'),
  })
  .meta({ id: 'chapterPage', description: 'A chapter, or a page of a long one.' });

const entryCard = z
  .strictObject({
    id: z.int(),
    term: z.string(),
    aliases: listOf(z.string()),
    kind: z.string().optional(),
    definition: z.string().optional().describe('Absent if nothing read so far says what the entry is.'),
    isConfirmed: z.boolean(),
    isNewHere: z
      .boolean()
      .describe(
        'Whether the story has only named it so far: then only its name and the sentences that have it are shown.',
      ),
    first: z.strictObject({ corpus: z.string(), threadId: z.int(), title: z.string().optional() }),
    quotes: listOf(quoteAccount).describe('The most telling ones so far.'),
    quotesInAll: z.int(),
    relations: listOf(
      z.strictObject({ wording: z.string(), to: z.strictObject({ id: z.int(), term: z.string() }) }),
    ),
  })
  .meta({ id: 'entryCard', description: 'An entry as a reader knows it at a sentence.' });

const cardAtSentence = entryCard.nullable().meta({
  id: 'cardAtSentence',
  description: 'The card of an entry at a sentence; null if it is not known there yet.',
});

const chapterParams = z.object({
  ...worldParams.shape,
  corpus: z.string().min(1).max(100),
  thread: numberInAddress,
});

export const storyRoutes = withRoutes({
  'GET /api/worlds/{world}/contents': {
    about: 'The chapters of the stories of a world. Titles that the reader has not come to are left out.',
    params: worldParams,
    answer: storyContents,
  },
  'GET /api/worlds/{world}/stories/{corpus}/chapters/{thread}': {
    about: 'A chapter to be read, with the names that a reader knows at each place.',
    params: chapterParams,
    query: z.object({ from: pageStart }),
    answer: chapterPage,
  },
  'GET /api/worlds/{world}/entries/{entry}/card': {
    about:
      'An entry as it is known once the story has been read up to a certain sentence. Nothing from later in the story is shown.',
    params: entryParams,
    query: z.object({
      corpus: z.string().min(1).max(100),
      post: numberInAddress,
      offset: numberInAddress,
    }),
    answer: cardAtSentence,
  },
  'PUT /api/worlds/{world}/point': {
    about: 'Stores which sentence the reader has come to.',
    params: worldParams,
    body: z.strictObject({
      ...readingPoint.shape,
      isForward: z
        .boolean()
        .default(false)
        .describe('Whether the place only moves forward. If true, an earlier sentence changes nothing.'),
    }),
    answer: storyStanding,
  },
  'PUT /api/worlds/{world}/place': {
    about: 'Sets the place up to which everything is shown, as `terrarium place` does.',
    params: worldParams,
    body: z.strictObject({
      place: z
        .string()
        .max(400)
        .nullable()
        .describe('As `terrarium place` takes it; null for the whole story.'),
    }),
    answer: storyStanding,
  },
});
