// Shapes for an entry, its evidence and its revisions, for what a search finds, and for a text whose terms are explained.

import { z } from 'zod';
import { listOf } from '../values/list-of.ts';
import { askedServer } from '../world/asked-server.ts';

export const storyPosition = z
  .strictObject({
    postId: z.int(),
    corpus: z.string().describe('Name of the corpus in the world.'),
    threadId: z.int(),
  })
  .meta({
    id: 'storyPosition',
    description: 'A place in the story: a post of a corpus (a world may hold several corpora).',
  });

export const textSpan = z
  .strictObject({
    start: z.int(),
    end: z.int(),
  })
  .meta({
    id: 'textSpan',
    description: 'A half-open range of UTF-16 offsets in a text, such as the body of a post.',
  });

export const entryEvidence = z
  .strictObject({
    corpus: z.string(),
    postId: z.int(),
    quote: z.string(),
    isSnapped: z
      .boolean()
      .describe(
        'Whether the model’s quote was not exact. The program then replaced it with the words of the post.',
      ),
    start: z.int(),
    end: z.int(),
  })
  .meta({
    id: 'entryEvidence',
    description: "A quote and where it is: `quote` equals the post's body from `start` to `end`.",
  });

const entryRelation = z
  .strictObject({
    kind: z.string().describe('Such as `parent of`, `serves`, `rules`, `is in`.'),
    to: z
      .int()
      .describe(
        'The id of the other entry when this was written; that entry may have been merged or deleted since.',
      ),
    evidence: entryEvidence,
  })
  .meta({ id: 'entryRelation', description: 'What an entry is to another, and the words that say so.' });

export const glossaryEntry = z
  .strictObject({
    id: z.int(),
    term: z
      .string()
      .describe('Display name, with a suffix in parentheses if there are homographs: `Dawn (character)`.'),
    aliases: listOf(z.string()),
    definition: z.string().describe('Markdown, with other entries as `[[Term]]`.'),
    status: z.enum(['tentative', 'confirmed']),
    tags: listOf(z.string()),
    firstSeen: storyPosition,
    lastUpdated: storyPosition,
    createdAt: z.string().describe('ISO 8601, UTC.'),
    updatedAt: z.string(),
    evidence: listOf(entryEvidence),
    relations: listOf(entryRelation)
      .optional()
      .describe(
        'The relations stored with this entry; absent if there are none. A relation of another entry to this one is stored with the other entry.',
      ),
    revision: z.int().describe('The newest change of this entry.'),
  })
  .meta({ id: 'glossaryEntry', description: 'An entry of the glossary.' });

export const entryRevision = z
  .strictObject({
    id: z.int(),
    entryId: z.int(),
    field: z.enum([
      'term',
      'aliases',
      'definition',
      'status',
      'tags',
      'evidence',
      'relations',
      'first_seen',
      'deleted',
      'merged_into',
    ]),
    old: z.string().nullable(),
    new: z.string().nullable(),
    position: storyPosition,
    stepId: z.int().optional(),
    author: z.enum(['agent', 'curator', 'human']),
    model: z.string().optional(),
    promptVersion: z.string().optional(),
    reason: z.string().optional(),
    at: z.string().describe('ISO 8601, UTC.'),
    holdsFrom: storyPosition
      .optional()
      .describe('The place from which a correction holds, if that place is earlier than `position`.'),
  })
  .meta({
    id: 'entryRevision',
    description: 'One changed field. `old` and `new` are JSON, or null if there was no value.',
  });

export const namedEntry = z
  .strictObject({ id: z.int(), term: z.string().describe('What it is called, or was called last.') })
  .meta({ id: 'namedEntry', description: 'An entry to which another refers by number.' });

export const changedEntry = z
  .strictObject({
    id: z.int(),
    term: z.string(),
  })
  .meta({ id: 'changedEntry', description: 'An entry that was changed.' });

export const glossarySearch = z
  .strictObject({
    asOf: z
      .string()
      .nullable()
      .describe(
        'The glossary was searched as it is known at this place in the story. Null for the whole story.',
      ),
    entries: listOf(glossaryEntry).describe('The best first.'),
    byMeaning: listOf(z.int())
      .optional()
      .describe('Ids of entries that were found by their meaning, not by words; absent if there are none.'),
    servers: listOf(askedServer),
  })
  .meta({ id: 'glossarySearch', description: 'Entries that match.' });

const otherHolders = z
  .strictObject({
    total: z.int(),
    terms: listOf(z.string()).describe('The terms of the first few of these entries.'),
  })
  .meta({
    id: 'otherHolders',
    description:
      'Other current entries whose definitions also contain the words that were asked about; none if the caller named the entry.',
  });

export const explication = z
  .strictObject({
    revision: entryRevision.describe('The change that brought the words.'),
    entry: glossaryEntry.describe(
      'The entry as that change left it. Its evidence includes the quotes that came with the change.',
    ),
    passage: textSpan.describe('Where the words are in the definition of that entry.'),
    similarity: z
      .number()
      .describe(
        'How similar the passage is to the words that the caller asked about: 1 means word for word.',
      ),
    isCurrent: z.boolean().describe("Whether today's definition still has the words."),
    evidence: listOf(entryEvidence).describe('The quotes that the words rest on.'),
    unsaid: listOf(z.string()).describe(
      'Characteristic words of the passage that are in none of these quotes.',
    ),
    snapshotId: z
      .int()
      .nullable()
      .describe('The first bookmark that was made after the words came in; null if there is none.'),
    others: otherHolders,
  })
  .meta({
    id: 'explication',
    description:
      'The change that brought certain words into a definition, and the quotes that these words rest on.',
  });
