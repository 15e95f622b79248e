// Shapes for the results of taking in a message and of importing a talk through MCP.

import { z } from 'zod';
import { listOf } from '../values/list-of.ts';
import { chatReport } from './chat-import.ts';
import { itemEffect, itemKind, tagReport } from './memory-item.ts';
import { wakeMeasure } from './memory-wake.ts';

export const ingestedMessage = z
  .strictObject({
    event: z.int(),
    turn: z.int(),
    effects: listOf(z.strictObject({ effect: itemEffect.shape.effect, item: z.int(), kind: itemKind })),
    reports: listOf(tagReport).describe('Parts of the message that had no effect, and why.'),
  })
  .meta({ id: 'ingestedMessage', description: 'What came of a message that was taken in.' });

export const heardMessage = z
  .strictObject({
    ...ingestedMessage.shape,
    wake: wakeMeasure
      .nullable()
      .describe('What is in mind now; null if that was not asked for or cannot be shown.'),
  })
  .meta({
    id: 'heardMessage',
    description: 'What came of a message of the person, and what is in mind now.',
  });

export const talkImport = z
  .strictObject({
    files: listOf(z.string()).optional().describe('Files that could be imported; only if no file was named.'),
    ...chatReport.partial().shape,
  })
  .meta({
    id: 'talkImport',
    description:
      'What came of a file, as in chatReport, or which files could be imported. `path` is the name of the file.',
  });
