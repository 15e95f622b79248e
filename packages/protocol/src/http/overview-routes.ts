// Overview routes: the glossary as a timeline of chapters and as a network of names, up to the reader's place.

import { z } from 'zod';
import { listOf } from '../values/list-of.ts';
import { optionalNumberInAddress, worldParams } from './addressed.ts';
import { withRoutes } from './define-route.ts';

const knownAt = { asOf: z.string().nullable().describe('Null for a reader who sees the whole story.') };

const placedEntry = {
  id: z.int(),
  term: z.string(),
  kind: z.string().optional(),
  mentions: z.number(),
};

const timelineChapter = z
  .strictObject({
    corpus: z.string(),
    threadId: z.int(),
    title: z.string().optional(),
    entries: listOf(z.strictObject(placedEntry)).describe(
      'The most important entries that no earlier chapter names.',
    ),
    total: z.int().describe('How many entries this chapter names and no earlier chapter does.'),
  })
  .meta({ id: 'timelineChapter', description: 'A chapter, and the entries that no earlier chapter names.' });

const timeline = z.strictObject({ ...knownAt, chapters: listOf(timelineChapter) }).meta({
  id: 'timeline',
  description: 'For each chapter, in reading order: the entries that no earlier chapter names.',
});

const nameLink = z
  .strictObject({
    from: z.int(),
    to: z.int(),
    posts: z.int().describe('How many posts name both.'),
    wording: z.string().optional().describe('What the first is to the second, if the story says so.'),
  })
  .meta({ id: 'nameLink', description: 'Two entries that belong together.' });

const nameLinks = z
  .strictObject({ ...knownAt, entries: listOf(z.strictObject(placedEntry)), links: listOf(nameLink) })
  .meta({ id: 'nameLinks', description: 'Entries, and which of them belong together.' });

export const overviewRoutes = withRoutes({
  'GET /api/worlds/{world}/timeline': {
    about: 'For each chapter that the reader has come to: the entries that no earlier chapter names.',
    params: worldParams,
    query: z.object({
      corpus: z.string().max(200).optional(),
      thread: optionalNumberInAddress.describe(
        'With `corpus`: only this chapter, with all entries that no earlier chapter names.',
      ),
    }),
    answer: timeline,
  },
  'GET /api/worlds/{world}/links': {
    about:
      'Which entries are named in the same posts, or are related. If `entry` is given, the answer has this entry and the entries around it; otherwise, it has the most important entries.',
    params: worldParams,
    query: z.object({ entry: optionalNumberInAddress }),
    answer: nameLinks,
  },
});
