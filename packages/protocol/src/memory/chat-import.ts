// Shapes for importing chats, cards and whole memories, for exporting a memory, and for a companion's reply.

import { z } from 'zod';
import { listOf } from '../values/list-of.ts';
import { askedServer, modelUsage, vectorCount } from '../world/asked-server.ts';
import { salvageReport } from '../world/salvage-report.ts';
import { tagReport } from './memory-item.ts';

const mappedSpeaker = z
  .strictObject({
    speaker: z.string(),
    messages: z.int(),
    saidSide: z.enum(['user', 'companion']).optional().describe('The side as the file names it.'),
    side: z.enum(['user', 'companion']),
    voice: z
      .string()
      .describe(
        'Id of a configured voice. If several speak on that side, the id may be made from the name of the speaker.',
      ),
    isConfigured: z.boolean(),
  })
  .meta({
    id: 'mappedSpeaker',
    description: 'Somebody who speaks in an imported talk, and the voice that their messages get.',
  });

const talkVoice = z
  .strictObject({
    id: z
      .string()
      .describe(
        "The id. Before a message, a tag with this id says who speaks. The id matches `[a-z][a-z0-9'-]*`.",
      ),
    name: z.string().describe('The name as it is shown.'),
    about: z.string().optional().describe('Who that is, if the settings say so.'),
    ownMemory: z.boolean().optional().describe('Whether they have a memory of their own.'),
  })
  .meta({ id: 'talkVoice', description: 'Somebody who may speak.' });

const talkVoices = z
  .strictObject({
    user: listOf(talkVoice).describe('At least one; the first speaks if nobody is named.'),
    companion: listOf(talkVoice).describe('At least one; the first speaks if nobody is named.'),
  })
  .meta({ id: 'talkVoices', description: 'Who may speak in a talk.' });

export const chatReport = z
  .strictObject({
    path: z.string(),
    format: z.enum(['jsonl', 'sillytavern', 'terrarium', 'chatgpt', 'claude']),
    isDryRun: z.boolean(),
    added: z.int().describe('How many messages this import added to the memory.'),
    known: z.int().describe('Messages that the memory already had, with the same words.'),
    changed: z
      .int()
      .describe('Messages that the memory already had, but with other words. The earlier words stay.'),
    repeated: z.int().describe('Messages that occur twice in the file.'),
    items: z.int().describe('Items of working memory that were made from tags in these messages.'),
    unsaid: z
      .int()
      .describe(
        'Replies with nothing inside the tags `say`, `do` or `narrate`. Their words outside of tags are kept, but not shown.',
      ),
    undated: z.int().describe('Messages without a time, which got the time of their neighbours.'),
    speakers: listOf(mappedSpeaker),
    proposedVoices: talkVoices
      .optional()
      .describe(
        'A value for `memory.voices` with the names of the speakers; absent if the settings have them already.',
      ),
    firstAtMs: z.number().optional().describe('When the first message of the file was sent.'),
    lastAtMs: z.number().optional().describe('When the last message of the file was sent.'),
    leftOut: listOf(
      z.strictObject({
        place: z.string().describe('Where in the file the first of these things is, such as `line 3`.'),
        what: z
          .string()
          .describe('What was left out, in words that can follow `count`, such as "hidden messages".'),
        count: z.int(),
      }),
    ),
    vectors: vectorCount
      .optional()
      .describe('Vectors of the whole memory; absent if no embedding server is configured.'),
    servers: listOf(askedServer).optional().describe('Servers that were asked for vectors.'),
  })
  .meta({ id: 'chatReport', description: 'What came of importing a conversation from another program.' });

export const chatImport = listOf(chatReport).meta({
  id: 'chatImport',
  description: 'What came of each file.',
});

const loreLeftOut = z
  .strictObject({
    disabled: z.number(),
    crowded: z
      .number()
      .describe('Entries left out because the file has more of them than a memory takes from one file.'),
    shortened: z.number(),
  })
  .meta({ id: 'loreLeftOut', description: 'How many entries were left out or shortened, by reason.' });

export const companionCard = z
  .strictObject({
    status: z.enum(['new', 'replaced', 'known']),
    of: z
      .string()
      .optional()
      .describe(
        'Id of a further companion, who has a memory of its own. Absent for the companion of the world.',
      ),
    name: z.string(),
    formerName: z
      .string()
      .optional()
      .describe('The former name of the companion. Absent if the name has not changed.'),
    formerVoice: z
      .string()
      .optional()
      .describe(
        'Id of the voice to which the messages of the former companion belong. Absent if there was no former companion, or if it had said nothing.',
      ),
    page: z.string().describe('The file that says who the companion is.'),
    formerPage: z.string().optional().describe('Where the file of the former companion is kept.'),
    calls: z
      .string()
      .optional()
      .describe('What the card calls the person; absent if they have told no name yet.'),
    greeting: z
      .string()
      .optional()
      .describe("The companion's first words; absent if the talk had begun already."),
    lore: z.strictObject({
      added: z.int(),
      known: z.int(),
      kept: listOf(z.string()).describe(
        'Keys of fragments that exist with another text. They stay as they are.',
      ),
      constants: z.number(),
      leftOut: loreLeftOut,
    }),
    leftOut: z.strictObject({
      instructions: z.string(),
      greetings: z.number(),
      lorePatterns: z.number(),
    }),
    warnings: listOf(z.string()),
  })
  .meta({ id: 'companionCard', description: 'What was taken from a character card.' });

export const memoryExport = z
  .strictObject({
    path: z.string(),
    format: z.enum(['markdown', 'jsonl', 'sillytavern', 'whole']),
    bytes: z.int(),
    secrets: z.enum(['included', 'cut']),
    toldIn: listOf(z.int())
      .optional()
      .describe(
        'Numbers of the messages in which a former secret was said aloud. Only if secrets were left out.',
      ),
    salvage: salvageReport.optional().describe('Only with `--salvage`.'),
  })
  .meta({ id: 'memoryExport', description: 'The file that a memory was exported to.' });

export const wholeImport = z
  .strictObject({
    path: z.string(),
    isDryRun: z.boolean(),
    messages: z.int(),
    items: z.int().describe('All items of working memory, including those no longer in mind.'),
    fragments: z.int(),
    runs: z.int().describe('Runs of maintenance.'),
    wakes: z.int(),
    tombstones: z.int().describe('How many marks there are in place of forgotten things.'),
    pages: listOf(z.string()).describe('Files that came with the memory, such as `ambient.md`.'),
    pictures: z.int(),
    missingPictures: z.int().describe('Pictures that were gone when the memory was exported.'),
    settings: listOf(z.string()).describe('Settings that were written into `terrarium.yaml`.'),
  })
  .meta({ id: 'wholeImport', description: 'What came of a whole memory that moved into an empty world.' });

export const chatReply = z
  .strictObject({
    voice: z.string().describe('The companion that answers; in a talk with several, each answers in turn.'),
    eventId: z.int().nullable().describe('The event of the reply; null if no reply came.'),
    turn: z.int(),
    wakeId: z.int().nullable(),
    shown: z.string().describe('The part of the reply that the person sees.'),
    finish: z.enum(['length', 'stop', 'tool-calls', 'content-filter', 'other']),
    usage: modelUsage,
    reports: listOf(tagReport).describe('Parts of the reply that had no effect, and why.'),
    servers: listOf(askedServer),
  })
  .meta({ id: 'chatReply', description: 'A reply of the companion.' });
