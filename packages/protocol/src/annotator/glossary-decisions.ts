// Glossary decisions: what the curator and people decided about entries.

import { z } from 'zod';
import { listOf } from '../values/list-of.ts';

const glossaryDecision = z
  .strictObject({
    revision: z.int().describe('The first revision of the change.'),
    entryId: z.int(),
    term: z.string(),
    decided: z.enum(['added', 'deleted', 'merged', 'restored', 'revised']),
    into: z
      .strictObject({ id: z.int(), term: z.string() })
      .optional()
      .describe('The entry with which it was merged.'),
    fields: listOf(z.string()).describe('What was revised.'),
    author: z.enum(['agent', 'curator', 'human']),
    model: z.string().optional(),
    postId: z.int().describe('Where it was written.'),
    fromPostId: z.int().optional().describe('From where it holds, where that is earlier.'),
    reason: z.string().optional(),
    at: z.string().describe('ISO 8601, UTC.'),
  })
  .meta({ id: 'glossaryDecision', description: 'One change of an entry, whatever it changed.' });

export const glossaryDecisions = z
  .strictObject({
    asOf: z.string().nullable().describe('The place from which somebody looks; null for the whole story.'),
    decisions: listOf(glossaryDecision).describe('Newest first.'),
    older: z.int().describe('How many older ones there are.'),
    held: z.int().describe('How many words are on hold: `annotate inspect held` lists them.'),
  })
  .meta({ id: 'glossaryDecisions', description: 'What the curator and people decided.' });
