// Shape for what the curator and people decided: changes to entries, entries kept apart, and words on hold.

import { z } from 'zod';
import { listOf } from '../values/list-of.ts';
import { heldTerm } from './story-account.ts';

const glossaryDecision = z
  .strictObject({
    revision: z.int().describe('The first revision of the change.'),
    entryId: z.int(),
    term: z.string(),
    decided: z.enum(['added', 'deleted', 'merged', 'restored', 'revised']),
    into: z
      .strictObject({ id: z.int(), term: z.string() })
      .optional()
      .describe('The entry into which this entry was merged.'),
    fields: listOf(z.string()).describe('The fields that were changed.'),
    author: z.enum(['agent', 'curator', 'human']),
    model: z.string().optional(),
    postId: z.int().describe('The post that the reading had reached when the change was made.'),
    fromPostId: z
      .int()
      .optional()
      .describe('The post from which the change holds, if that is an earlier post.'),
    reason: z.string().optional(),
    at: z.string().describe('ISO 8601, UTC.'),
  })
  .meta({ id: 'glossaryDecision', description: 'One change of an entry.' });

const namedEntry = z.strictObject({ id: z.int(), term: z.string() });

const apartPair = z
  .strictObject({
    one: namedEntry,
    other: namedEntry,
    author: z.enum(['agent', 'curator', 'human']),
    reason: z
      .string()
      .optional()
      .describe(
        'Absent if the decisions are listed only up to a place in the story, because a reason may tell what comes later.',
      ),
    at: z.string().describe('ISO 8601, UTC.'),
  })
  .meta({ id: 'apartPair', description: 'Two entries that are never to be merged.' });

export const glossaryDecisions = z
  .strictObject({
    asOf: z
      .string()
      .nullable()
      .describe('The place in the story up to which decisions are listed. Null for the whole story.'),
    decisions: listOf(glossaryDecision).describe('Newest first.'),
    older: z.int().describe('How many older decisions are not listed.'),
    apart: z.int().describe('How many pairs of entries are never to be merged.'),
    keptApart: listOf(apartPair).describe('Newest first; the limit that was asked for applies here too.'),
    held: z.int().describe('How many words are on hold.'),
    onHold: listOf(heldTerm).describe(
      'The words on hold that are mentioned most. The limit that was asked for applies here too.',
    ),
  })
  .meta({ id: 'glossaryDecisions', description: 'What the curator and people decided.' });
