// Talk routes: read a talk with a companion, say something, edit, undo and redo.

import { z } from 'zod';
import { itemKind, itemStatus } from '../memory/memory-item.ts';
import { listOf } from '../values/list-of.ts';
import { failure } from '../world/failure.ts';
import { optionalNumberInAddress, worldParams } from './addressed.ts';
import { withRoutes } from './define-route.ts';

export const speaker = z
  .strictObject({ id: z.string(), name: z.string() })
  .meta({ id: 'speaker', description: 'Somebody who may speak.' });

const toldItem = z
  .strictObject({
    id: z.int(),
    kind: itemKind,
    content: z.string(),
    status: itemStatus,
    dueAtMs: z.number().optional(),
    recurrence: z
      .string()
      .optional()
      .describe('The words that say how a plan comes again, such as `every Sunday at 10`.'),
    fact: z
      .strictObject({
        name: z.string(),
        value: z.string(),
        fromMs: z
          .number()
          .optional()
          .describe('The day from which it is so, if it was told for a later day.'),
        untilMs: z.number().optional().describe('When it ceased or will cease to be so.'),
      })
      .optional()
      .describe(
        'What a fact is about, such as `sister’s job`, and its value in the words of `content`. Only for a fact.',
      ),
  })
  .meta({
    id: 'toldItem',
    description: 'Something that the companion holds in mind because of a message. Secrets are left out.',
  });

const changedPlan = z
  .strictObject({
    id: z.int(),
    content: z.string(),
    effect: z
      .enum(['resolved', 'dropped', 'settled', 'moved'])
      .describe('`settled`: a recurring plan is done or left out for this time only.'),
    dueAtMs: z.number().optional().describe('When it is due now.'),
  })
  .meta({
    id: 'changedPlan',
    description: 'A plan that a message ended or moved, and that is still as it left it.',
  });

export const talkMessage = z
  .strictObject({
    id: z.int(),
    side: z.enum(['user', 'companion']),
    voice: z.string().describe('The id of whoever speaks.'),
    atMs: z.number(),
    isUndated: z.boolean().describe('Whether the time of the message is unknown.'),
    shown: z.string().describe('The part of the message that is shown.'),
    hasImage: z.boolean(),
    told: listOf(toldItem),
    changed: listOf(changedPlan),
  })
  .meta({ id: 'talkMessage', description: 'A message of a talk, as it is shown.' });

const replyStanding = z
  .strictObject({
    state: z
      .enum(['silent', 'answering', 'stopped', 'failed'])
      .describe('`stopped`: by the person; like a failure, it is told of until something else is said.'),
    text: z
      .string()
      .describe('What has arrived of the reply and may be shown, also if the reply did not come to its end.'),
    by: z.string().optional().describe('Who answers, if several companions do.'),
    quietMs: z
      .number()
      .optional()
      .describe(
        'For how many milliseconds nothing new had come when this was sent, while a reply is coming.',
      ),
    cut: listOf(speaker)
      .optional()
      .describe(
        'Whose newest replies were kept, although the server of the model cut them off at a limit; told of until something else is said.',
      ),
    missed: listOf(z.string())
      .optional()
      .describe(
        'What the newest replies wished to have noted or changed and was not, in sentences; told of until something else is said.',
      ),
    failure: failure.optional().describe('Why the newest message was not answered.'),
  })
  .meta({ id: 'replyStanding', description: 'Where the reply to the newest message stands.' });

const talkPage = z
  .strictObject({
    voices: z.strictObject({ user: listOf(speaker), companion: listOf(speaker) }),
    speakers: listOf(speaker).describe('Your own voices; the first speaks if nobody is named.'),
    minds: listOf(speaker).describe(
      'Companions that each have a memory. The companion of the world comes first. In addresses, a companion is `WORLD~ID`.',
    ),
    mind: z.string().describe('Whose memory of the talk this is.'),
    timeZone: z.string(),
    nowMs: z.number(),
    messages: listOf(talkMessage).describe('Oldest first.'),
    hasEarlier: z.boolean().describe('Whether more was said before these messages.'),
    hasLater: z.boolean().describe('Whether more was said after these messages.'),
    newest: z.int().describe('The newest event of the talk as it stands; 0 if nothing was said.'),
    isUnanswered: z.boolean().describe('Whether the newest message is yours and has no answer yet.'),
    asides: z
      .int()
      .describe(
        'How many groups of messages once followed the message that is now the last, and were set aside. `…/talk/redo` brings back the group that was set aside last.',
      ),
    tellings: listOf(z.strictObject({ shown: z.string(), isStanding: z.boolean() })).describe(
      'Every version of the answer to the newest message.',
    ),
    model: z.string().nullable().describe('Who answers; null if nobody does.'),
    reply: replyStanding,
    mark: z
      .string()
      .describe(
        'A mark of the state that the memory had when this answer was made. If you give it to the stream as `since`, the stream tells what has changed since then.',
      ),
  })
  .meta({ id: 'talkPage', description: 'A page of a talk with a companion.' });

const heardPlan = z
  .strictObject({
    ...changedPlan.shape,
    effect: z
      .enum(['planned', ...changedPlan.shape.effect.options])
      .describe('`settled`: a recurring plan is done or left out for this time only.'),
  })
  .meta({ id: 'heardPlan', description: 'A plan that a message made, ended or moved, as it is after it.' });

const heardWords = z
  .strictObject({
    event: z.int().describe('The event of the message.'),
    notes: listOf(z.string()).describe('Parts of the message that had no effect, and why.'),
    plans: listOf(heardPlan).describe('The plans that the message made, ended or moved.'),
  })
  .meta({ id: 'heardWords', description: 'What came of a message. It is kept even if nobody answers.' });

const movedMessages = z
  .strictObject({
    messages: z.int(),
    others: z
      .int()
      .describe(
        'How many groups of messages once followed the message that is now the last, and were set aside. Each can be brought back.',
      ),
  })
  .meta({ id: 'movedMessages', description: 'How many messages were set aside or brought back.' });

const words = z.string().min(1).max(100_000);

export const talkRoutes = withRoutes({
  'GET /api/worlds/{world}/talk': {
    about:
      'A page of the talk, newest messages last. `/api/worlds/{world}/talk/events` streams the reply and tells of changes.',
    params: worldParams,
    query: z.object({
      before: optionalNumberInAddress.describe('Only what was said before this message.'),
      around: optionalNumberInAddress.describe(
        'What was said around this message; the newest messages if the talk does not have it.',
      ),
      limit: z.coerce.number().int().min(1).max(200).default(40),
    }),
    answer: talkPage,
  },
  'POST /api/worlds/{world}/talk': {
    about: 'Says something. The words are kept at once, and answered if a model is set.',
    params: worldParams,
    body: z.strictObject({
      text: words,
      isPlan: z
        .boolean()
        .optional()
        .describe(
          'Whether the text is a plan to be written down. If it begins with a word such as “cancel” and means no open plan, it is a plan of its own.',
        ),
      voice: z.string().max(60).optional().describe('Which of your voices speaks.'),
      with: listOf(z.string().max(60))
        .optional()
        .describe('Companions who are there too: they hear it, and answer in turn.'),
      after: z
        .int()
        .min(0)
        .optional()
        .describe(
          'The newest event that the sender knows. If the talk already has the same words after that event, they are not kept twice.',
        ),
    }),
    answer: heardWords,
  },
  'POST /api/worlds/{world}/talk/edit': {
    about: 'Replaces the person’s newest message with other words, and asks for an answer to the new words.',
    params: worldParams,
    body: z.strictObject({ text: words }),
    answer: heardWords,
  },
  'POST /api/worlds/{world}/talk/answer': {
    about:
      'Asks for an answer to the newest message, or for another answer if there is one already. Every version is kept.',
    params: worldParams,
    body: z.strictObject({
      who: z
        .string()
        .optional()
        .describe(
          'A companion who is asked to speak once more, in a talk of several: what was said stays, and everybody there hears the new answer.',
        ),
    }),
    answer: replyStanding,
  },
  'POST /api/worlds/{world}/talk/stop': {
    about: 'Stops the reply that is coming; what was said is kept.',
    params: worldParams,
    body: z.strictObject({}),
    answer: replyStanding,
  },
  'POST /api/worlds/{world}/talk/undo': {
    about: 'Sets the newest message aside with its answer.',
    params: worldParams,
    body: z.strictObject({
      event: z
        .int()
        .optional()
        .describe('The event of the message that is meant: any other is left as it is.'),
    }),
    answer: movedMessages,
  },
  'POST /api/worlds/{world}/talk/redo': {
    about:
      'Brings back messages that once followed the present end of the talk and were set aside. If there are several groups, the group that was set aside last comes back.',
    params: worldParams,
    body: z.strictObject({}),
    answer: movedMessages,
  },
  'POST /api/worlds/{world}/talk/telling': {
    about: 'Puts another version of the newest answer in the place of the present one.',
    params: worldParams,
    body: z.strictObject({ number: z.int().min(1) }),
    answer: movedMessages,
  },
});
