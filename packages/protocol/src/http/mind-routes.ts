// Mind routes: show plans, moments, and what is in mind and why; correct items, reveal secrets, and forget.

import { z } from 'zod';
import { correctedItems, forgottenMemory } from '../memory/memory-correction.ts';
import { itemKind, openPlan } from '../memory/memory-item.ts';
import { memorySearch } from '../memory/memory-search.ts';
import { mindPresence } from '../memory/memory-wake.ts';
import { listOf } from '../values/list-of.ts';
import { buildNumberInAddress, numberInAddress, optionalNumberInAddress, worldParams } from './addressed.ts';
import { withRoutes } from './define-route.ts';

/** The last moment that a date can have. */
const latestMs = 8_640_000_000_000_000;

const mindLine = z
  .strictObject({
    item: z.int(),
    kind: itemKind,
    content: z.string(),
    eventId: z.int().describe('The message that the item came with.'),
    createdAtMs: z.number(),
    dueAtMs: z.number().optional(),
    duesAtMs: listOf(z.number())
      .optional()
      .describe(
        'The date that counts at each of these times, of a plan that comes again; absent if it stays the same.',
      ),
    recurrence: z
      .string()
      .optional()
      .describe('The words that say how a plan comes again, such as `every Sunday at 10`.'),
    isKept: z
      .boolean()
      .describe('Whether the item never fades, because it is a pin that somebody asked to keep.'),
    isCrowdedOut: z
      .boolean()
      .describe('Whether the item weighed enough for the newest wake, but found no room in it.'),
    scores: listOf(z.number()).describe(
      'The weight of the item at each point in time that the answer lists, from 0 to 1.',
    ),
  })
  .meta({ id: 'mindLine', description: 'Something that lingers, and how it fades.' });

const mindWake = z
  .strictObject({
    atMs: z.number(),
    pressure: z.number(),
    sections: listOf(
      z.strictObject({ name: z.string(), tokens: z.number(), maximum: z.number().optional() }),
    ),
    known: listOf(z.strictObject({ key: z.string(), text: z.string(), because: z.string().optional() })),
    echoes: listOf(
      z.strictObject({
        id: z.int(),
        voice: z.string(),
        atMs: z.number(),
        isUndated: z.boolean(),
        shown: z.string(),
        because: z.string(),
      }),
    ),
  })
  .meta({ id: 'mindWake', description: 'What the newest message brought to mind.' });

const mindFact = z
  .strictObject({
    item: z.int(),
    voice: z.string().describe('Id of the voice whose words tell the fact.'),
    person: z.string().describe('The name of that voice.'),
    name: z.string().describe('Such as `home`, `sister’s job`.'),
    value: z.string(),
    content: z.string().describe('The words that state the fact.'),
    eventId: z.int(),
    toldAtMs: z.number().optional().describe('When the fact was told. Absent if that is not known.'),
    before: z
      .string()
      .optional()
      .describe('The previous value. Only for a fact that has one value at a time, such as a home.'),
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
        'A later sentence that tells of a change of this fact: it holds where it differs. Absent if there is none.',
      ),
    fromMs: z.number().optional().describe('The coming moment from which it is so.'),
    untilMs: z.number().optional().describe('The coming moment until which it is so.'),
  })
  .meta({ id: 'mindFact', description: 'Something that is true of a person.' });

const mindPage = z
  .strictObject({
    nowMs: z.number(),
    timeZone: z.string(),
    momentsMs: listOf(z.number()).describe(
      'Moments at equal distances. The first is the moment that was asked for.',
    ),
    turn: z.int(),
    threshold: z
      .number()
      .describe('Anything that weighs less is not put into the prompt of the companion (its wake).'),
    lines: listOf(mindLine).describe('Things in mind. Whatever weighs most at the first moment comes first.'),
    otherItems: z.int().describe('How many more things are in mind.'),
    secrets: z.int().describe('How many secrets there are.'),
    facts: listOf(mindFact).describe(
      'Facts about people that are true at the first of these moments or begin later. The newest comes first.',
    ),
    wake: mindWake.nullable().describe('Null for a moment in the past, and if there was no wake yet.'),
  })
  .meta({
    id: 'mindPage',
    description:
      'What is in mind, and what will be in mind later if nobody speaks meanwhile. The request changes nothing.',
  });

const planPage = z.strictObject({ nowMs: z.number(), timeZone: z.string(), plans: listOf(openPlan) }).meta({
  id: 'planPage',
  description:
    'Open plans. Plans with a date come first, in the order of their dates; then come plans without a date.',
});

const revealedSecrets = listOf(
  z.strictObject({
    item: z.int(),
    content: z.string(),
    person: z.string().describe('Whose secret it is: the name of the voice that said it.'),
    eventId: z.int(),
    createdAtMs: z.number(),
  }),
).meta({
  id: 'revealedSecrets',
  description: 'Secrets of the companion and of the people who talk with it. No other answer has them.',
});

const itemParams = z.object({ ...worldParams.shape, item: numberInAddress });

const target = z
  .union([
    z.strictObject({ item: z.int() }),
    z.strictObject({
      event: z.int(),
      sentence: z
        .int()
        .min(1)
        .optional()
        .describe('The number of the only sentence that is meant; without it, the whole message is.'),
      words: z
        .string()
        .max(4_000_000)
        .optional()
        .describe('The sentence as it was shown; if it reads differently now, nothing is forgotten.'),
    }),
    z.strictObject({ fragment: z.string().min(1).max(100) }),
  ])
  .meta({ id: 'memoryTarget', description: 'Something held in mind, a message, or a fragment.' });

export const mindRoutes = withRoutes({
  'GET /api/worlds/{world}/mind': {
    about:
      'What is in mind, now or at another moment, and how it fades. The answer leaves out what was learned after that moment, and what was forgotten since. Secrets are only counted.',
    params: worldParams,
    query: z.object({
      days: z.coerce.number().int().min(1).max(366).default(14).describe('How many days ahead to look.'),
      at: buildNumberInAddress(latestMs)
        .optional()
        .describe('The moment at which to look, in milliseconds since 1970; now by default.'),
    }),
    answer: mindPage,
  },
  'GET /api/worlds/{world}/mind/why': {
    about:
      'Why something was or was not in mind at the newest wake (what the companion is given before it answers). Give one of `item`, `event` and `fragment`.',
    params: worldParams,
    query: z.object({
      item: optionalNumberInAddress,
      event: optionalNumberInAddress,
      fragment: z.string().max(100).optional(),
    }),
    answer: mindPresence,
  },
  'POST /api/worlds/{world}/mind/secrets': {
    about: 'Uncovers the secrets.',
    params: worldParams,
    body: z.strictObject({}),
    answer: revealedSecrets,
  },
  'GET /api/worlds/{world}/plans': {
    about: 'Every open plan, including those that are out of mind.',
    params: worldParams,
    answer: planPage,
  },
  'POST /api/worlds/{world}/items/{item}': {
    about: 'Corrects something held in mind: done, dropped, reworded, or brought back.',
    params: itemParams,
    body: z.strictObject({
      do: z.enum(['done', 'drop', 'revive', 'edit']),
      text: z
        .string()
        .min(1)
        .max(10_000)
        .optional()
        .describe('The new words, with `edit`; without them the words stay.'),
      due: z
        .string()
        .max(400)
        .optional()
        .describe(
          'The new date of a plan in words, with `edit`, such as `Friday at 10`; if it is empty, the plan has no date. Without it the date stays.',
        ),
    }),
    answer: correctedItems,
  },
  'GET /api/worlds/{world}/moments': {
    about: 'Searches what was said and what is held in mind.',
    params: worldParams,
    query: z.object({ q: z.string().max(500).default('') }),
    answer: memorySearch,
  },
  'POST /api/worlds/{world}/forget': {
    about: 'Says what would be forgotten, and forgets it if `isAgreed` is true. This cannot be undone.',
    params: worldParams,
    body: z.strictObject({
      target,
      isAgreed: z.boolean().default(false),
      isWithCopies: z
        .boolean()
        .default(false)
        .describe(
          'Whether to remove the backups of the memory too, and the exports of the memory that contain what is forgotten.',
        ),
    }),
    answer: forgottenMemory,
  },
});
