// Shapes for what changes at a person's request: corrected items, messages set aside, and what was forgotten.

import { z } from 'zod';
import { listOf } from '../values/list-of.ts';
import { itemKind, itemStatus, memoryItem } from './memory-item.ts';

const correctedItem = z
  .strictObject({
    effect: z.enum(['created', 'kept', 'settled', 'active', 'resolved', 'dropped', 'decayed', 'superseded']),
    item: z.int(),
    kind: itemKind,
    status: itemStatus,
    content: z.string().describe('The words of the item. For a secret: a note that it is not shown.'),
    dueAtMs: z.number().optional(),
  })
  .meta({ id: 'correctedItem', description: 'An item that was changed, as it is now.' });

const correctedFragments = z
  .strictObject({
    runId: z.int().describe('The number by which the change can be taken back.'),
    kept: z.string().nullable().describe('The fragment that was reworded, or into which others were merged.'),
    gone: listOf(z.string()),
  })
  .meta({ id: 'correctedFragments', description: 'What a person changed in fragments.' });

export const correctedItems = z
  .strictObject({
    items: listOf(correctedItem).describe(
      'The items that were changed; an item that takes the place of others comes first.',
    ),
    fragments: correctedFragments.nullable().describe('Null if items were corrected.'),
  })
  .meta({ id: 'correctedItems', description: 'What a person changed in items, or in fragments.' });

export const movedTalk = z
  .strictObject({
    deed: z
      .enum(['undo', 'redo', 'telling'])
      .describe(
        '`undo` set the messages aside, `redo` brought them back, `telling` replaced the answer with another version of it.',
      ),
    messages: listOf(
      z.strictObject({
        eventId: z.int(),
        side: z.enum(['user', 'companion']),
        voice: z.string(),
        shown: z.string().describe('The part of the message that is shown.'),
      }),
    ),
    turn: z.int().describe('The turn that the talk is at now.'),
    others: z
      .int()
      .describe(
        'How many groups of messages once followed the message that is now the last, and were set aside. Each can be brought back.',
      ),
  })
  .meta({ id: 'movedTalk', description: 'Messages of a talk that were set aside or brought back.' });

export const forgottenMemory = z
  .strictObject({
    isForgotten: z
      .boolean()
      .describe('True if all of this was removed; false if this only shows what would be removed.'),
    moments: listOf(z.int()).describe('Numbers of the messages that are removed entirely.'),
    parts: listOf(z.int()).describe(
      'Numbers of the messages that stay, but lose a sentence, or the words from which an item was made.',
    ),
    items: listOf(z.int()),
    fragments: listOf(z.string()).describe('Fragments that are removed entirely.'),
    changedFragments: listOf(z.string()).describe('Fragments that lose some of their text.'),
    lines: listOf(
      z.strictObject({
        name: z
          .string()
          .describe(
            '`moment 34`, `part of moment 5`, `plan 12`, or the key of a fragment, written in brackets.',
          ),
        text: z.string(),
        because: z.string(),
      }),
    ).describe('What would be removed, line by line. Empty once it is removed.'),
    sentences: listOf(z.strictObject({ moment: z.int(), sentence: z.int(), text: z.string() })).describe(
      'The sentences of the messages that were named, if there are several: each can be named alone, such as `moment 34 sentence 2: It rains.` Empty once it is removed.',
    ),
    returning: listOf(memoryItem).describe(
      'Facts that are true again, because the newer ones that had replaced them are forgotten.',
    ),
    flags: z.int(),
    records: z
      .int()
      .describe('How many records lose words: records of changes, of runs of maintenance and of wakes.'),
    images: listOf(z.string()).describe('Images that nothing shows any more. They are removed too.'),
    copies: listOf(z.string()).describe(
      'All backups of the memory, and those of its exports that contain what is forgotten.',
    ),
    areCopiesRemoved: z.boolean(),
    others: listOf(z.string()).describe(
      'Files of the person that contain forgotten words and are not removed, such as exports of a glossary or of a game.',
    ),
    alsoSaid: listOf(z.int()).describe('Moments that stay and say much the same as what is forgotten.'),
    heardBy: listOf(
      z.strictObject({
        of: z
          .string()
          .nullable()
          .describe('Whose memory this is, written as for `--of`; null for the memory of the world.'),
        moments: listOf(z.int()),
      }),
    )
      .optional()
      .describe(
        'Other memories of the world with moments that say much the same as what is forgotten. These moments stay.',
      ),
    isSwept: z
      .boolean()
      .describe(
        'Whether the database was rewritten, so that its free pages hold nothing of what was removed; false while another program uses the database.',
      ),
  })
  .meta({
    id: 'forgottenMemory',
    description: 'What was removed for good, or would be removed, because a person asked.',
  });
