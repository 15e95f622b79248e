// Shape for what is reported while a turn is played.

import { z } from 'zod';
import { listOf } from '../values/list-of.ts';
import { modelUsage } from '../world/asked-server.ts';
import { entityPatch } from './game-entity.ts';
import { rolledCheck } from './rolled-check.ts';

const recollection = z
  .strictObject({
    key: z.string(),
    kind: z.enum(['event', 'rule', 'lore', 'fact', 'preference']),
    text: z.string(),
    from: z
      .string()
      .describe(
        'The source in words, such as a glossary entry and its quote, a page of a rulebook, or a turn.',
      ),
    because: z.string(),
  })
  .meta({
    id: 'recollection',
    description: 'Something that was found, where it comes from, and why it came to mind.',
  });

export const turnEvent = z
  .discriminatedUnion('kind', [
    z.strictObject({
      sequence: z.int(),
      turn: z.int(),
      kind: z.literal('turn-started'),
      words: z.string(),
      isResumed: z.boolean(),
    }),
    z.strictObject({
      sequence: z.int(),
      turn: z.int(),
      kind: z.literal('context-built'),
      promptTokens: z.number(),
      parts: z.record(z.string(), z.number()).describe('Tokens of each part, by its name.'),
    }),
    z.strictObject({
      sequence: z.int(),
      turn: z.int(),
      kind: z.literal('recalled'),
      recollections: listOf(recollection),
    }),
    z.strictObject({
      sequence: z.int(),
      turn: z.int(),
      kind: z.literal('replied'),
      usage: modelUsage,
    }),
    z.strictObject({
      sequence: z.int(),
      turn: z.int(),
      kind: z.literal('retry-waiting'),
      attempt: z.int(),
      delayMs: z.number(),
      says: z.string(),
    }),
    z.strictObject({
      sequence: z.int(),
      turn: z.int(),
      kind: z.literal('summing-up'),
      first: z.int().describe('The first of the turns that the model is asked to sum up.'),
      last: z.int(),
    }),
    z.strictObject({
      sequence: z.int(),
      turn: z.int(),
      kind: z.literal('warned'),
      says: z.string(),
    }),
    z.strictObject({
      sequence: z.int(),
      turn: z.int(),
      kind: z.literal('thought'),
      characters: z
        .int()
        .describe('How many characters of thought the model wrote. The player is not shown them.'),
    }),
    z.strictObject({
      sequence: z.int(),
      turn: z.int(),
      kind: z.literal('tool-called'),
      name: z.string(),
      arguments: z.string(),
      ok: z.boolean(),
      say: z.string(),
    }),
    z.strictObject({
      sequence: z.int(),
      turn: z.int(),
      kind: z.literal('rolled'),
      roll: rolledCheck,
    }),
    z.strictObject({
      sequence: z.int(),
      turn: z.int(),
      kind: z.literal('state-changed'),
      patches: listOf(entityPatch),
    }),
    z.strictObject({
      sequence: z.int(),
      turn: z.int(),
      kind: z.literal('narrative-delta'),
      text: z.string(),
    }),
    z.strictObject({
      sequence: z.int(),
      turn: z.int(),
      kind: z.literal('narrative-restarted'),
      says: z.string(),
    }),
    z.strictObject({
      sequence: z.int(),
      turn: z.int(),
      kind: z.literal('narrative-flagged'),
      flags: listOf(
        z.strictObject({
          quote: z.string(),
          says: z.string(),
        }),
      ),
    }),
    z.strictObject({
      sequence: z.int(),
      turn: z.int(),
      kind: z.literal('mode-changed'),
      from: z.string(),
      to: z.string(),
    }),
    z.strictObject({
      sequence: z.int(),
      turn: z.int(),
      kind: z.literal('time-advanced'),
      minutes: z.number(),
      now: z.string(),
    }),
    z
      .strictObject({ sequence: z.int(), turn: z.int(), kind: z.literal('story-ended'), says: z.string() })
      .describe('The quests of the story came to their end in this turn.'),
    z.strictObject({
      sequence: z.int(),
      turn: z.int(),
      kind: z.literal('suggestions'),
      choices: listOf(z.string()),
    }),
    z.strictObject({
      sequence: z.int(),
      turn: z.int(),
      kind: z.literal('turn-committed'),
      turnId: z.int(),
      stateHash: z.string(),
      narrative: z.string(),
    }),
    z.strictObject({
      sequence: z.int(),
      turn: z.int(),
      kind: z.literal('turn-failed'),
      code: z.string(),
      says: z.string(),
      todo: z.string(),
      canResume: z
        .boolean()
        .describe(
          'If true, the replies that were paid for are kept, and `/resume` continues the turn from there; if false, only the player’s words are kept.',
        ),
    }),
  ])
  .meta({
    id: 'turnEvent',
    description:
      'What is reported while a turn is played. `sequence` counts from 1 within a turn, and goes on counting when a turn that broke off is resumed.',
  });
