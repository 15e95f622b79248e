// Shapes for a wake, and for the explanation of why something is in it or not.

import { z } from 'zod';
import { listOf } from '../values/list-of.ts';
import { vectorCount } from '../world/asked-server.ts';

const wakeSection = z
  .strictObject({
    name: z.enum(['echoes', 'known', 'lingering', 'recalled', 'recent', 'now']),
    tokens: z
      .number()
      .describe('How many tokens the section takes, its heading included. 0 if the section is empty.'),
    lines: listOf(z.string()),
    withheld: z.number().describe('How many lines are not shown because they are the companion’s secrets.'),
  })
  .meta({ id: 'wakeSection', description: 'A part of what is in mind.' });

const wakeMessage = z
  .strictObject({
    from: z.string().describe('The name of whoever speaks, as it is shown.'),
    text: z.string().describe('Word for word.'),
  })
  .meta({ id: 'wakeMessage', description: 'The message that the companion is to answer.' });

const wakeImage = z
  .strictObject({
    path: z
      .string()
      .describe(
        'The path of the stored copy of the picture. It begins with the name of the folder of images.',
      ),
    tokens: z
      .number()
      .describe('About how many tokens the picture takes, in the one turn in which it is shown.'),
  })
  .meta({ id: 'wakeImage', description: 'A picture that goes with the message.' });

export const wakeMeasure = z
  .strictObject({
    wakeId: z
      .int()
      .nullable()
      .describe(
        'The number by which `why` finds this wake. Null if the wake was only shown, and not recorded.',
      ),
    turn: z.int(),
    at: z.string().describe('ISO 8601, UTC.'),
    pressure: z.number().describe('How full working memory is, 0 to 1.'),
    tokens: z
      .number()
      .describe(
        'How many tokens the whole wake takes, including the picture that was sent with the message, if there is one.',
      ),
    sections: listOf(wakeSection.pick({ name: true, tokens: true })),
  })
  .meta({
    id: 'wakeMeasure',
    description:
      'How large a wake is (what the companion is given before it answers). The words of the wake are in the text that the tool returns.',
  });

export const memoryWake = z
  .strictObject({
    ...wakeMeasure.shape,
    sections: listOf(wakeSection),
    message: wakeMessage.nullable(),
    image: wakeImage.nullable(),
    system: z.string().describe('The part of the prompt that stays the same from turn to turn.'),
    user: z.string().describe('The part of the prompt that changes with each turn.'),
    vectors: vectorCount
      .optional()
      .describe('Absent within a talk, and if no embedding server is configured.'),
  })
  .meta({ id: 'memoryWake', description: 'A wake: what the companion would be given before it answers.' });

const scoreFactor = z
  .strictObject({
    name: z.enum(['turns', 'time', 'prominence', 'resurfacing', 'aftermath', 'farewell', 'apart']),
    elapsed: z.number().describe('How many hours or turns have passed.'),
    halfLife: z.number().optional().describe('The half-life in the same unit. Absent if there is none.'),
    value: z.number(),
  })
  .meta({
    id: 'scoreFactor',
    description: 'One number that a score is made of, and what it was worked out from.',
  });

const scoreExplanation = z
  .strictObject({
    score: z.number(),
    combine: z.enum(['product', 'largest', 'never-fades']),
    factors: listOf(scoreFactor),
  })
  .meta({
    id: 'scoreExplanation',
    description:
      'How a score is worked out from its factors: as their product, as the largest of them, or not at all because the item never fades.',
  });

export const mindPresence = z
  .strictObject({
    wakeId: z.int(),
    isPresent: z.boolean(),
    section: z
      .enum(['message', 'echoes', 'known', 'lingering', 'recalled', 'recent', 'now'])
      .nullable()
      .describe(
        'The section of the wake that has what was asked about. Null if no section has it, or more than one.',
      ),
    reason: z.enum([
      'unknown',
      'asked',
      'found',
      'faded',
      'no-room',
      'in-view',
      'parroted',
      'chosen',
      'always',
      'echoed',
      'later',
      'to-come',
      'closed',
      'unshown',
      'unasked',
      'worth-knowing',
    ]),
    tokens: z
      .number()
      .describe(
        'How many tokens it takes in the wake. 0 for the message itself, and for what is not in the wake.',
      ),
    score: scoreExplanation
      .optional()
      .describe('The score, and how it was worked out. Absent if the score made no difference.'),
    echo: z
      .enum(['no-room', 'in-view', 'echoed', 'not-found', 'off'])
      .optional()
      .describe('Whether it came back as an echo, or why not; absent if it cannot be an echo.'),
    because: z.string().optional().describe('The words or the meaning of the message that brought it back.'),
    say: z.string().describe('The answer in a sentence or two, for people.'),
  })
  .meta({ id: 'mindPresence', description: 'Why something was in mind, or was not.' });
