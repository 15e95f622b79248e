// Shapes for bookmarks of the reading, and for the answer of a reader that is summoned at one.

import { z } from 'zod';
import { listOf } from '../values/list-of.ts';
import { askedServer } from '../world/asked-server.ts';
import { storyPosition } from './glossary-entry.ts';

const readingSnapshot = z
  .strictObject({
    id: z.int(),
    position: storyPosition,
    sceneIndex: z.int(),
    createdAt: z.string(),
    conversationId: z.int(),
    isOfRetry: z
      .boolean()
      .describe(
        'Whether it was made while a scene was being read again, when later scenes had already been read.',
      ),
    readPartId: z
      .int()
      .optional()
      .describe(
        'The newest part of the story that was indexed. `readPartId` and `heldChangeId` are absent in bookmarks that an older version made.',
      ),
    heldChangeId: z.int().optional().describe('The last change to the words on hold (see heldTerm).'),
    type: z.enum(['checkpoint', 'curator_fork', 'manual']),
    stepId: z.int(),
    revisionId: z.int(),
    foldId: z.int(),
    sequence: z.int(),
    sceneId: z.int(),
    entryCount: z.number(),
    tokens: z
      .number()
      .describe('Tokens of the window: an estimate, corrected by what the server counted before.'),
    note: z.string(),
  })
  .meta({ id: 'readingSnapshot', description: 'A bookmark of the reading.' });

const titledSnapshot = z
  .strictObject({
    snapshot: readingSnapshot,
    readUpTo: storyPosition
      .optional()
      .describe('The last post that the model had read by then; absent if it had read none.'),
    threadTitle: z.string().optional(),
  })
  .meta({ id: 'titledSnapshot', description: 'A bookmark, and its place in the story.' });

export const snapshotAccount = z
  .strictObject({
    window: z.strictObject({
      messages: z.int(),
      tokens: z.number().describe('An estimate, corrected by what the server counted before.'),
      scenes: z.int().describe('Scenes that are shown in full.'),
      chunkSummaries: z.number(),
      hasCumulativeSummary: z.boolean(),
    }),
    snapshot: readingSnapshot,
    readUpTo: storyPosition
      .optional()
      .describe('The last post that the model had read by then; absent if it had read none.'),
    threadTitle: z.string().optional(),
  })
  .meta({ id: 'snapshotAccount', description: 'A bookmark, and what was sent to the model at that point.' });

export const snapshotList = z
  .strictObject({
    total: z.int(),
    snapshots: listOf(titledSnapshot).describe('The newest bookmarks, at most as many as were asked for.'),
  })
  .meta({ id: 'snapshotList', description: 'Bookmarks of the reading.' });

export const snapshotMade = z
  .strictObject({
    snapshot: z.strictObject({
      id: z.int(),
      type: z.enum(['checkpoint', 'curator_fork', 'manual']),
      note: z.string(),
      createdAt: z.string(),
    }),
  })
  .meta({
    id: 'snapshotMade',
    description:
      'A bookmark at a place in the story that the person has not reached yet. The place is therefore left out.',
  });

export const snapshotExport = z
  .strictObject({
    path: z.string(),
    entries: z.int(),
  })
  .meta({ id: 'snapshotExport', description: 'The file that the glossary at a bookmark was exported to.' });

export const readerAnswer = z
  .strictObject({
    snapshotId: z.int(),
    question: z.string(),
    answer: z.string(),
    servers: listOf(askedServer),
  })
  .meta({
    id: 'readerAnswer',
    description: 'An answer of the model as it was at a bookmark, when it knew nothing of what comes after.',
  });
