// Memory line: what each line of an exported memory contains, for programs that read an export.

import { z } from 'zod';
import { exportFormat, exportKind } from '../../intake/formats/read-own-lines.ts';
import { displayTags, workingTags } from '../../tags/tag.ts';

const instant = z.iso.datetime().describe('ISO 8601, UTC');
const rowId = z.int().min(1);
const status = z.enum(['active', 'resolved', 'dropped', 'decayed', 'superseded']);

const span = z.strictObject({
  tag: z.enum([...displayTags, ...workingTags]),
  start: z.int().min(0).describe('In UTF-16 units of the text'),
  content: z.string(),
});

const header = z
  .strictObject({
    kind: z.literal(exportKind),
    format: z.literal(exportFormat),
    secrets: z.enum(['included', 'cut']),
    salvaged: z
      .strictObject({ left_out: z.int().min(0).describe('How many damaged things are missing') })
      .optional()
      .describe('Only if the export was made of a damaged memory'),
  })
  .describe('The first line');

const event = z
  .strictObject({
    kind: z.literal('event'),
    id: rowId,
    at: instant,
    story_at: instant.optional().describe('Its time in the story, if that differs from `at`'),
    turn: z.int().min(0),
    side: z.enum(['user', 'companion']),
    voice: z.string(),
    text: z.string(),
    spans: z.array(span),
    is_shown: z.boolean(),
    is_parroted: z.boolean().describe('It only repeated what the companion had been given with the message'),
    image_path: z.string().optional(),
    origin: z.string().optional().describe('The file from which it was imported'),
    origin_key: z.string().optional(),
  })
  .describe('A message; messages stand in the order in which they were taken in');

const item = z
  .strictObject({
    kind: z.literal('item'),
    id: rowId,
    tag: z.enum([...workingTags, 'fact']).describe('`fact`: what is true of a person, in their own words'),
    content: z.string(),
    subject: z
      .string()
      .optional()
      .describe('For a fact, whom it is about and what it says of them: `user/:home`, `user/sister:job`'),
    value: z.string().optional().describe('For a fact, the words of `content` that are its value'),
    status,
    event: rowId,
    created_at: instant,
    created_turn: z.int().min(0),
    refreshed_at: instant,
    refreshed_turn: z.int().min(0),
    due_at: instant.optional(),
    due_words: z.string().optional(),
    is_kept: z.boolean(),
    fragments: z.array(z.string()),
  })
  .describe('What is or was held in mind');

const change = z
  .strictObject({
    kind: z.literal('change'),
    id: rowId,
    item: rowId,
    change: z.string(),
    from_status: status.optional(),
    to_status: status,
    because: z.string(),
    event: rowId.optional(),
    run: rowId.optional(),
    at: instant,
  })
  .describe('What became of an item');

const fragment = z
  .strictObject({
    kind: z.literal('fragment'),
    key: z.string(),
    ambient: z.string(),
    recognition: z.string(),
    inventory: z.string(),
    version: z.int().min(1),
    created_at: instant,
    updated_at: instant,
    events: z.array(rowId).describe('Those it was compiled from'),
  })
  .describe('What was compiled: a text in three lengths');

const edge = z.strictObject({ kind: z.literal('edge'), from: z.string(), to: z.string(), label: z.string() });

const run = z
  .strictObject({
    kind: z.literal('run'),
    id: rowId,
    run: z.string(),
    writer: z.string(),
    status: z.string(),
    after_event: z.int().min(0),
    up_to_event: z.int().min(0),
    started_at: instant,
    ended_at: instant.optional(),
  })
  .describe('A run of maintenance');

/** Members without a value are left out of a line. */
export const memoryLineSchema = z.discriminatedUnion('kind', [
  header,
  event,
  item,
  change,
  fragment,
  edge,
  run,
]);
