// Shapes for items in mind, plans and facts, and for how a message changed them.

import { z } from 'zod';
import { listOf } from '../values/list-of.ts';

export const itemKind = z
  .enum(['pattern', 'feeling', 'thought', 'desc', 'pin', 'plan', 'secret', 'fact'])
  .meta({
    id: 'itemKind',
    description:
      'The tag that the item came with; `fact` for something true of a person, in their own words.',
  });

export const itemStatus = z
  .enum(['active', 'resolved', 'dropped', 'decayed', 'superseded'])
  .meta({ id: 'itemStatus', description: 'Whether the item is in mind, or how it left.' });

export const memoryItem = z
  .strictObject({
    id: z.int(),
    kind: itemKind,
    content: z.string().describe('The words of the item. A plan is without the words for its date.'),
    subject: z
      .string()
      .optional()
      .describe(
        'The subject of the item: the words before the colon in `content`, normalised. For a fact, who told it, whom it is about, and the relation: `user/sister:job` is the job of the user’s sister, `user/:home` is the user’s own home.',
      ),
    normalForm: z.string(),
    eventId: z.int().describe('The message that the item came with.'),
    createdAtMs: z.number(),
    createdTurn: z.number(),
    status: itemStatus,
    refreshedAtMs: z.number(),
    refreshedTurn: z.number(),
    dueAtMs: z.number().optional().describe('When a plan is due. Absent for a plan without a date.'),
    dueWords: z
      .string()
      .optional()
      .describe(
        'The words of the plan that the due date was read from. Absent for a plan without a date, and for a plan that was moved.',
      ),
    isKept: z
      .boolean()
      .describe('Whether the item never fades, because it is a pin that somebody asked to keep.'),
  })
  .meta({ id: 'memoryItem', description: 'Something that is or once was held in mind.' });

export const openPlan = z
  .strictObject({
    ...memoryItem.shape,
    phase: z.enum(['active', 'submerged', 'approaching', 'due', 'grace', 'overdue', 'open-ended']),
    recurrence: z
      .string()
      .optional()
      .describe(
        'The words that say how the plan comes again, such as `every Sunday at 10`. Absent for a single date.',
      ),
    movedFromMs: z
      .number()
      .optional()
      .describe(
        'When the plan was due before it was moved. Absent for a plan that was not moved, or that had no date before.',
      ),
  })
  .meta({ id: 'openPlan', description: 'A plan that is still open.' });

export const memoryPlans = z
  .strictObject({
    plans: listOf(openPlan),
    total: z.int().describe('How many open plans there are in all. A client may ask for the first few only.'),
  })
  .meta({
    id: 'memoryPlans',
    description:
      'Open plans. Plans with a date come first, in the order of their dates; then come plans without a date.',
  });

const knownFact = z
  .strictObject({
    ...memoryItem.shape,
    voice: z.string().describe('Id of the voice whose words tell the fact.'),
    owner: z
      .string()
      .describe(
        'Whom the fact is about, such as `sister` or `friend Tomas`; empty if it is about the person who told it.',
      ),
    relation: z.string().describe('Such as `home`, `job`, `likes`.'),
    value: z.string().describe('The value itself, taken from `content`.'),
    toldAtMs: z.number().optional().describe('When the fact was told. Absent if that is not known.'),
    before: z
      .string()
      .optional()
      .describe('The previous value. Only for a fact that has one value at a time, such as a home.'),
    coming: z
      .strictObject({ value: z.string(), fromMs: z.number() })
      .optional()
      .describe(
        'The value that will hold from a future day on, according to the person. Absent if there is none.',
      ),
    newer: z
      .strictObject({
        quote: z.string(),
        atMs: z.number(),
        isOther: z
          .literal(true)
          .optional()
          .describe('Set if it tells of another fact, after which this one may no longer be true.'),
      })
      .optional()
      .describe(
        'A later sentence of the person that tells of a change of this fact and from which no new value could be read: it holds where it differs. Absent if there is none.',
      ),
  })
  .meta({ id: 'knownFact', description: 'Something that is or was true of a person.' });

export const memoryFacts = z
  .strictObject({ facts: listOf(knownFact) })
  .meta({ id: 'memoryFacts', description: 'Facts about people, the newest first.' });

export const itemEffect = z
  .strictObject({
    effect: z.enum([
      'kept',
      'settled',
      'active',
      'resolved',
      'dropped',
      'decayed',
      'superseded',
      'created',
      'refreshed',
    ]),
    item: memoryItem,
  })
  .meta({ id: 'itemEffect', description: 'What a tag did.' });

export const tagReport = z
  .strictObject({
    kind: z.enum(['missed', 'tied', 'injected', 'empty', 'too-many', 'undated', 'unclosed']),
    tag: itemKind,
    say: z.string(),
  })
  .meta({
    id: 'tagReport',
    description: 'A part of a message that had no effect, and why.',
  });

export const revivedItem = z
  .strictObject({
    item: z.int(),
    kind: itemKind,
    status: itemStatus,
    content: z.string().describe('The words of the item. For a secret: a note that it is not shown.'),
  })
  .meta({ id: 'revivedItem', description: 'What is in mind again.' });
