// Shapes for how a player wants the story told, and for the answers to `/table`, `/spend` and `/rules`.

import { z } from 'zod';
import { listOf } from '../values/list-of.ts';

const wordRange = z
  .strictObject({ from: z.number(), to: z.number() })
  .meta({ id: 'wordRange', description: 'The least and the greatest number of words.' });

export const tellingWishes = z
  .strictObject({
    wish: z.string().optional().describe('What the player wants of the game, word for word.'),
    lines: z.string().optional().describe('What must never be in the game.'),
    veils: z.string().optional().describe('What may happen, but only out of sight.'),
    style: z
      .string()
      .optional()
      .describe('In the player’s words, such as "terse, second person, present tense".'),
    length: wordRange.optional().describe('How long a narrative should be, in words.'),
    authorNote: z.string().optional().describe('What the narrator is to keep in mind, until it is changed.'),
    isFast: z.boolean().optional().describe('Whether one reply holds both the calls and the narrative.'),
    isRewriting: z
      .boolean()
      .optional()
      .describe('Whether the model is asked to rewrite a narrative that was flagged.'),
    check: z
      .enum(['off', 'mark', 'correct'])
      .optional()
      .describe(
        'Whether the model checks its telling against the record. `mark` flags mistakes; `correct` corrects them before the player sees them.',
      ),
    meanwhile: z
      .boolean()
      .optional()
      .describe(
        'Whether one more request asks what people elsewhere did about their plans, when much time has passed in the story.',
      ),
    maxRounds: z
      .number()
      .optional()
      .describe('How many replies may call tools before the narrative is asked for.'),
  })
  .meta({ id: 'tellingWishes', description: 'How a player wants the story to be told.' });

export const changedWishes = z.strictObject({ wishes: tellingWishes }).meta({
  id: 'changedWishes',
  description:
    'Answer to `/wish`, `/style`, `/length`, `/note`, `/fast`, `/check` and `/meanwhile`, when they change something.',
});

export const shownWish = z
  .strictObject({
    wish: z.string().nullable().optional(),
    lines: z.string().nullable().optional(),
    veils: z.string().nullable().optional(),
    style: z.string().nullable().optional(),
    length: wordRange.nullable().optional(),
    authorNote: z.string().nullable().optional(),
    isFast: z.boolean().nullable().optional(),
    isRewriting: z.boolean().nullable().optional(),
    check: z.enum(['off', 'mark', 'correct']).nullable().optional(),
    meanwhile: z.boolean().nullable().optional(),
    maxRounds: z.number().nullable().optional(),
  })
  .meta({
    id: 'shownWish',
    description:
      'Answer to `/wish`, `/style`, `/length`, `/note`, `/fast`, `/check` and `/meanwhile` without a value. Only the key that the command asks about is there. Its value is null if nothing is set.',
  });

export const shownTables = z
  .strictObject({
    tables: listOf(z.strictObject({ id: z.string(), label: z.string(), dice: z.string() })),
  })
  .meta({
    id: 'shownTables',
    description: 'Answer to `/table` without a name: the tables that can be rolled on.',
  });

export const shownSpends = z
  .strictObject({
    spends: listOf(
      z.strictObject({
        id: z.string(),
        label: z.string(),
        says: z.string().describe('The price, and what it does.'),
        changes: z.string().describe('The roll that it would change, or why it can change none.'),
      }),
    ),
  })
  .meta({
    id: 'shownSpends',
    description: 'Answer to `/spend` without a name: what the player may spend after a roll.',
  });

export const shownRules = z
  .strictObject({
    rules: listOf(
      z.strictObject({
        id: z.string(),
        title: z.string(),
        text: z.string(),
        tags: listOf(z.string()).optional(),
        sources: listOf(
          z.strictObject({
            of: z
              .string()
              .describe(
                'What the quoted words were made into: a `field`, `formula`, `rule`, `check`, `table` and so on.',
              ),
            file: z.string(),
            start: z.int(),
            end: z.int(),
            quote: z.string(),
          }),
        ).optional(),
      }),
    ),
  })
  .meta({ id: 'shownRules', description: 'Answer to `/rules`.' });
