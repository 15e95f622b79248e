// Shapes for parts of a story: threads, posts, words on hold, texts kept apart, how much there is, and the reader's place.

import { z } from 'zod';
import { listOf } from '../values/list-of.ts';
import { quoteAccount, storyPost } from './entry-account.ts';
import { entryEvidence, glossaryEntry } from './glossary-entry.ts';
import { ledgerScene } from './scene-account.ts';

const storyThread = z
  .strictObject({
    id: z.int(),
    title: z.string(),
  })
  .meta({ id: 'storyThread', description: 'A chapter of a book, or a thread of a forum.' });

const threadAccount = z
  .strictObject({
    corpus: z.string(),
    thread: storyThread,
    scenes: listOf(ledgerScene),
    entries: listOf(glossaryEntry).describe('In the order in which they were first named.'),
  })
  .meta({ id: 'threadAccount', description: 'A thread and everything known about it.' });

export const threadAccounts = listOf(threadAccount).meta({
  id: 'threadAccounts',
  description: 'The thread with the number that was asked for, in each corpus.',
});

const postAccount = z
  .strictObject({
    corpus: z.string(),
    post: storyPost,
    threadTitle: z.string().optional(),
    scenes: listOf(ledgerScene).describe(
      'In reading order. Several if the post is too long for one scene; none if the post is not part of the story.',
    ),
    citing: listOf(
      z.strictObject({
        entry: glossaryEntry,
        evidence: listOf(entryEvidence),
      }),
    ).describe('Entries that cite the post, each with its quotes.'),
  })
  .meta({ id: 'postAccount', description: 'A post and everything known about it.' });

export const postAccounts = listOf(postAccount).meta({
  id: 'postAccounts',
  description: 'The post with the number that was asked for, in each corpus.',
});

export const heldTerm = z
  .strictObject({
    surface: z.string().describe('The word as it was proposed.'),
    mentions: z.int(),
    posts: z.int().describe('How many of the posts that were read contain the word.'),
    firstPostId: z.int().describe('The first of these posts.'),
    definition: z.string().optional().describe('What the model said the word means.'),
    quote: quoteAccount.optional(),
  })
  .meta({
    id: 'heldTerm',
    description:
      'A word on hold: it has been proposed only once so far, and becomes an entry only when it is proposed again.',
  });

export const heldTerms = listOf(heldTerm).meta({
  id: 'heldTerms',
  description: 'Words on hold, most mentioned first.',
});

const keptApart = z
  .strictObject({
    corpus: z.string().describe('Name of the corpus in the world.'),
    kind: z.string().describe('What importers call it, such as `note`.'),
    under: z
      .string()
      .optional()
      .describe('The heading that the text is under; absent before the first heading.'),
    text: z.string(),
  })
  .meta({
    id: 'keptApart',
    description: 'A text that is kept apart from a story, such as a summary or an author’s note.',
  });

export const keptApartTexts = listOf(keptApart).meta({
  id: 'keptApartTexts',
  description: 'What is kept apart from the stories.',
});

export const worldOverview = z
  .strictObject({
    world: z.string().describe('Title of the world.'),
    entries: z.int(),
    scenes: z.int(),
    threads: z.int(),
  })
  .meta({ id: 'worldOverview', description: 'What there is to inspect.' });

export const readerPlace = z
  .strictObject({
    place: z.string().nullable().describe('The place as it was typed; null for the whole story.'),
  })
  .meta({ id: 'readerPlace', description: 'Where in the story the person is.' });
