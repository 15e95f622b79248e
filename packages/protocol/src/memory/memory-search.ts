// Shapes for what a search found, for a recalled fragment, and for a recap of changes.

import { z } from 'zod';
import { listOf } from '../values/list-of.ts';
import { askedServer, vectorCount } from '../world/asked-server.ts';
import { itemKind, itemStatus, memoryItem, openPlan } from './memory-item.ts';

const wallTime = z
  .string()
  .describe(
    'The same time as text, in the person’s time zone, such as `2026-11-15 14:35`; `undated` if the time is not known.',
  );

const searchedSpan = z
  .strictObject({
    from: z
      .string()
      .nullable()
      .describe(
        'The first day, such as `2026-11-15`, or a time on that day; null if no beginning was given.',
      ),
    to: z.string().nullable().describe('The last day, or a time on that day; null if no end was given.'),
    isTurned: z.boolean().describe('Whether the two ends were given in the wrong order.'),
  })
  .meta({
    id: 'searchedSpan',
    description: 'The period that was searched, as the program understood it.',
  });

const replacedFact = z
  .strictObject({
    name: z.string().describe('The name of the fact, such as `home` or `sister’s job`.'),
    formerValue: z.string().describe('The value that was told.'),
    value: z.string().nullable().describe('The value that is true now; null if it is not known.'),
    sinceMs: z
      .number()
      .nullable()
      .describe(
        'When the present value was told. Null if this is not known, or if a person corrected the former value.',
      ),
  })
  .meta({ id: 'replacedFact', description: 'A fact that was told once and is no longer true.' });

const foundMoment = z
  .strictObject({
    eventId: z.int(),
    voice: z.string().describe('Id of the voice that spoke.'),
    atMs: z.number(),
    at: wallTime,
    excerpt: z
      .string()
      .describe(
        'A part of the visible text of the message. It begins just before the first word that was looked for.',
      ),
    score: z.number(),
    because: z.string(),
    isBeside: z
      .boolean()
      .describe(
        'Whether the message has none of the words itself, but is at most four messages away from a message that has one.',
      ),
    replaced: listOf(replacedFact).describe('Facts that the message told and that are no longer true.'),
  })
  .meta({ id: 'foundMoment', description: 'A message that was found.' });

const foundItem = z
  .strictObject({
    itemId: z.int(),
    kind: itemKind,
    status: itemStatus,
    eventId: z.int(),
    createdAtMs: z.number(),
    createdAt: wallTime,
    excerpt: z
      .string()
      .describe('A part of the words of the item. It begins just before the first word that was looked for.'),
    replaced: listOf(replacedFact).describe(
      'If the item is a fact that is no longer true: what is true now. Otherwise empty.',
    ),
  })
  .meta({ id: 'foundItem', description: 'Something that was found, and that is or once was held in mind.' });

export const memorySearch = z
  .strictObject({
    span: searchedSpan.nullable().describe('Null if the search named no period.'),
    moments: listOf(foundMoment).describe(
      'First the moments that have at least one of the words, then at most three that come just before or after one of these. In both groups, the best comes first.',
    ),
    items: listOf(foundItem).describe('Things that are or were held in mind.'),
    vectors: vectorCount.optional().describe('Absent if no embedding server is configured.'),
    servers: listOf(askedServer).optional().describe('Servers that were asked; absent within a talk.'),
  })
  .meta({
    id: 'memorySearch',
    description: 'Moments of the talk, and things held in mind, that match some words.',
  });

const recalledNeighbour = z
  .strictObject({
    key: z.string(),
    text: z.string().describe('The text of the fragment at the tier `ambient`.'),
    label: z.string().describe('Why the two fragments belong together; may be empty.'),
  })
  .meta({ id: 'recalledNeighbour', description: 'A fragment that is linked with another.' });

const fragmentWriting = z
  .strictObject({
    runId: z.int(),
    writer: z.string().describe('`builtin`, or the id of a model.'),
    promptVersions: listOf(z.string()).describe(
      'The versions of the prompt, each listed once. Empty if no model was asked, or if the run was made before this was recorded.',
    ),
  })
  .meta({ id: 'fragmentWriting', description: 'Who wrote a fragment.' });

export const recalledFragment = z
  .strictObject({
    key: z.string().describe('The key that the fragment has now.'),
    formerKey: z
      .string()
      .nullable()
      .describe(
        'The key that was asked for, if the fragment was merged or renamed and now has another key. Otherwise null.',
      ),
    nearestKey: z
      .string()
      .nullable()
      .describe('The key that was probably meant, if there is no such fragment.'),
    tier: z
      .enum(['ambient', 'recognition', 'inventory'])
      .nullable()
      .describe('The level of detail of the text; null if there is no such fragment.'),
    text: z.string().describe('Empty if there is no such fragment, or if nothing is written in it.'),
    neighbours: listOf(recalledNeighbour).describe(
      'The fragments that are linked with this one. If several fragments are recalled at once, each neighbour is listed only once, and no recalled fragment is listed as a neighbour.',
    ),
    writing: fragmentWriting
      .nullable()
      .describe('Who wrote the fragment. Null if no run of maintenance wrote it.'),
  })
  .meta({
    id: 'recalledFragment',
    description: 'A fragment by its key, and the fragments that are linked with it.',
  });

const changedFragment = z
  .strictObject({
    key: z.string(),
    isNew: z.boolean(),
  })
  .meta({
    id: 'changedFragment',
    description: 'A fragment (a text about one subject, compiled from messages) that was made or changed.',
  });

const recapTotals = z.strictObject({
  created: z.int(),
  resolved: z.int(),
  dropped: z.int(),
  decayed: z.int(),
  superseded: z.int(),
  revived: z.int(),
  fragments: z.int(),
  flags: z.int(),
  due: z.int(),
});

export const memoryRecap = z
  .strictObject({
    sinceMs: z.number(),
    created: listOf(memoryItem).describe('Made since then and still in mind.'),
    ended: z
      .strictObject({
        resolved: listOf(memoryItem),
        dropped: listOf(memoryItem),
        decayed: listOf(memoryItem),
        superseded: listOf(memoryItem),
      })
      .describe('What has left the mind since then, grouped by reason.'),
    revived: listOf(memoryItem).describe('Brought back since then.'),
    fragments: listOf(changedFragment),
    flags: listOf(z.string()),
    due: listOf(openPlan).describe('Plans that are coming up, due or overdue.'),
    totals: recapTotals.describe(
      'How many items each list has in all. An MCP client is given only the first few items of each list.',
    ),
  })
  .meta({ id: 'memoryRecap', description: 'What changed in a memory since the time `sinceMs`.' });
