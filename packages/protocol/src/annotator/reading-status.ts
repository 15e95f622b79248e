// Shapes for the status of a world: how far it has been read, and whether what was stored is undamaged.

import { z } from 'zod';
import { listOf } from '../values/list-of.ts';
import { configuredRequests } from '../world/asked-server.ts';
import { storyPosition } from './glossary-entry.ts';
import { titledScene } from './scene-account.ts';

export const corpusRecord = z
  .strictObject({
    name: z
      .string()
      .describe(
        'A name that no other corpus of this world has. It consists of the characters `a-z`, `0-9` and `-`. Positions and evidence refer to the corpus by this name.',
      ),
    title: z.string().describe('The title that a person gave, or the name of the file.'),
    path: z.string().describe('Absolute path of the SQLite file.'),
    kind: z.enum(['linked', 'copied', 'imported']),
    source: z.string().describe('Absolute path of the file that the story came from.'),
    sourceHash: z.string().describe('SHA-256 of that file when the story was added.'),
    link: z
      .string()
      .optional()
      .describe('Template of the addresses of its posts, such as `https://example.org/{thread}/{post}`.'),
    speakers: listOf(z.strictObject({ label: z.string(), character: z.string() }))
      .optional()
      .describe('The characters that speakers play, according to a person. Only for a transcript.'),
    nobody: listOf(z.string())
      .optional()
      .describe('The speakers who play no character, according to a person. Only for a transcript.'),
  })
  .meta({ id: 'corpusRecord', description: 'A story of a world.' });

const plannedCorpus = z
  .strictObject({
    corpus: z.string(),
    fingerprint: z.string(),
    sceneCount: z.int(),
    postCount: z.int(),
  })
  .meta({ id: 'plannedCorpus', description: 'A story as it was divided into scenes to be read.' });

const corpusStanding = z
  .strictObject({
    name: z.string(),
    title: z.string(),
    planned: plannedCorpus.optional().describe('Absent until the reading of the corpus has begun.'),
    file: z
      .enum(['same', 'changed', 'vanished', 'unread'])
      .describe(
        '`same`: the file has not changed since the story was divided into scenes. `vanished`: the file is not there. `unread`: the story is not divided into scenes yet, because its reading has not begun.',
      ),
    isEnglish: z
      .boolean()
      .describe('Whether the first posts are English. The built-in reader reads only English.'),
  })
  .meta({
    id: 'corpusStanding',
    description: 'A corpus, and whether its file is still as it was when the story was divided into scenes.',
  });

const runRow = z
  .strictObject({
    startedAt: z.string(),
    updatedAt: z.string(),
    endedAt: z.string().optional(),
    outcome: z.string().optional(),
    model: z.string(),
    promptVersion: z.string(),
    contextBudget: z.number(),
  })
  .meta({ id: 'runRow', description: 'One start of the program on this world.' });

export const ledgerCounts = z
  .strictObject({
    total: z.int(),
    byStatus: z.strictObject({
      pending: z.number(),
      running: z.number(),
      committed: z.number(),
      skipped: z.number(),
      failed: z.number(),
    }),
    calls: z.int(),
    promptTokens: z.number(),
    cachedTokens: z.number().optional(),
    outputTokens: z.number(),
    seconds: z.number(),
  })
  .meta({ id: 'ledgerCounts', description: 'Sums over all scenes.' });

const readingTotals = z
  .strictObject({
    position: storyPosition.optional(),
    snapshotId: z.int().optional(),
    postsProcessed: z.number(),
    entriesCreated: z.number(),
    entriesUpdated: z.number(),
  })
  .meta({ id: 'readingTotals', description: 'Sums over all runs.' });

const foldMeasures = z
  .strictObject({
    tiers: listOf(z.number()).describe(
      'How the prompt was made shorter. 0.5: summaries took the place of chunks (a few scenes each) of the open thread; 1: a summary took the place of finished threads; 3: reasoning was dropped; 4: old replies were cut; 5: the oldest turns were removed.',
    ),
    tokensBefore: z.number(),
    tokensAfter: z.number(),
    turnsRemoved: z.number().describe('Messages that are no longer sent to the model.'),
    milliseconds: z.number(),
  })
  .meta({
    id: 'foldMeasures',
    description: 'Figures about a fold: how a prompt that had grown too long was made shorter.',
  });

const refusedChange = z
  .strictObject({
    sceneId: z.int(),
    tool: z.string(),
    arguments: z.string().describe('What the model wrote.'),
    say: z.string(),
    at: z.string().describe('ISO 8601, UTC.'),
  })
  .meta({
    id: 'refusedChange',
    description:
      'A change that the model wanted to make to an entry when a skipped scene was read again. It was refused because a later scene has already changed the entry.',
  });

const citedDifference = z
  .strictObject({
    citing: listOf(z.string()),
    corpus: z.string(),
    at: z.string().describe('When a run noticed the change: ISO 8601, UTC.'),
    postId: z.int(),
    kind: z.enum(['moved', 'inserted', 'edited', 'removed']),
  })
  .meta({
    id: 'citedDifference',
    description: 'A post that changed after it was read, and the entries that quote it.',
  });

export const pendingRereads = z
  .strictObject({
    readings: z
      .number()
      .describe(
        'How many readings there will be, each at most as long as a scene. Readings that an earlier run did not finish are counted too.',
      ),
    posts: z.int(),
    addedPosts: z
      .int()
      .describe(
        'How many of these posts are new: they were added to the part of the story that had been read, or replaced posts in it.',
      ),
    tokens: z.number().describe('About how many tokens all these posts have.'),
    threads: listOf(z.string()).describe('Titles of their threads, in order.'),
    cutScenes: z
      .number()
      .describe(
        'How many of the readings repeat a scene that did not change, because the server saw only a part of its prompt.',
      ),
  })
  .meta({ id: 'pendingRereads', description: 'What is to be read again.' });

const implausibleYield = z
  .strictObject({
    scenes: z.number().describe('Scenes that were looked at.'),
    names: z.number().describe('Names that occur at least twice in those scenes.'),
    known: z.number().describe('How many of these names are in the glossary.'),
  })
  .meta({
    id: 'implausibleYield',
    description: 'Names in the text that was read, and how many of them the glossary has.',
  });

const cutReading = z
  .strictObject({
    scenes: z.int(),
    countedTokens: z
      .number()
      .describe('How many tokens the server counted in the prompt that was cut the most.'),
    sentTokens: z.number().describe('About how many tokens were sent for that prompt.'),
  })
  .meta({ id: 'cutReading', description: 'Scenes for which the server saw only a part of the prompt.' });

const readingQuality = z
  .strictObject({
    entriesPerThousandPosts: z.number().optional().describe('Absent until the first post has been read.'),
    entriesShare: z
      .number()
      .optional()
      .describe(
        'How much of the text that was sent with the newest scenes was glossary entries, from 0 to 1. Absent until the first scene has been read.',
      ),
    evidenceShare: z.number().optional().describe('Share of entries with a quote.'),
    junkSuspects: listOf(z.string()).describe('Tentative entries that are named in at most one post.'),
    duplicateSuspects: listOf(z.tuple([z.string(), z.string()]).readonly()).describe(
      'Pairs with similar names that nobody has marked as different.',
    ),
    undecided: listOf(z.string()).describe('Tentative entries that a curator could not decide about.'),
    proposals: z.number().describe('Changes that models proposed to something that a person had set.'),
  })
  .meta({ id: 'readingQuality', description: 'Figures that show how good a glossary is.' });

const openRequest = z
  .strictObject({
    model: z.string(),
    sceneId: z.int(),
    threadTitle: z.string().optional(),
    about: z.enum(['scene', 'fold', 'entries']),
    since: z
      .string()
      .describe('The time of the last step that was recorded before this request: ISO 8601, UTC.'),
  })
  .meta({ id: 'openRequest', description: 'A request that is under way, as far as the journal shows.' });

export const readingStatus = z
  .strictObject({
    world: z.string().describe('Title of the world.'),
    corpora: listOf(corpusStanding),
    runs: listOf(runRow).describe('Every start of the program, oldest first.'),
    readBy: z.string().optional().describe('The model that read a scene to its end last.'),
    runningProcess: z
      .number()
      .optional()
      .describe('The process that reads the world right now; absent if none does.'),
    asking: openRequest.optional().describe('What that process waits for.'),
    counts: ledgerCounts,
    totals: readingTotals,
    entriesNow: z.number(),
    entriesConfirmed: z.number(),
    unread: listOf(titledScene).describe('Skipped and failed scenes, in reading order.'),
    toolless: z
      .enum(['calls-none', 'not-offered'])
      .optional()
      .describe(
        'Present if the model is asked for updates written as text. `calls-none`: it calls none of the tools that it is offered. `not-offered`: it is offered no tools.',
      ),
    speakersWaiting: z
      .int()
      .describe('Speakers for whom a model proposed a character and no person has decided yet.'),
    folds: listOf(foldMeasures),
    checkpoints: z.number(),
    conflicts: listOf(refusedChange),
    differences: listOf(citedDifference).describe(
      'Posts that have changed since they were read, each with the entries that quote it.',
    ),
    rereads: pendingRereads.describe(
      'What the reading has to go back for, such as posts that were inserted before the point that it had reached.',
    ),
    cut: cutReading.optional().describe('Absent if the server saw the whole prompt for every scene.'),
    groundless: listOf(z.string()).describe('Entries whose quotes are all gone from the story.'),
    implausible: implausibleYield
      .optional()
      .describe('Present when the glossary has far fewer names than the text that was read.'),
    quality: readingQuality,
    requests: configuredRequests.optional().describe('Absent if the settings are not valid.'),
  })
  .meta({
    id: 'readingStatus',
    description: 'How far the reading of a world has come, and how it is going.',
  });

export const unreadStatus = z
  .strictObject({
    world: z.string().describe('Title of the world.'),
    corpora: listOf(corpusRecord),
    runs: z.tuple([]).readonly(),
  })
  .meta({ id: 'unreadStatus', description: 'The status of a world of which nothing has been read.' });

const brokenRule = z
  .strictObject({
    code: z
      .string()
      .describe(
        'Stable: the rule of SPEC.md that is broken (`RN2`), or a dotted name if one rule can be broken in several ways.',
      ),
    what: z.string().describe('What is wrong and where, in one sentence.'),
    isStale: z
      .literal(true)
      .optional()
      .describe(
        'Present if the story has changed since it was read. Nothing is damaged. The next run notes the changes, and reads what was added at the end.',
      ),
  })
  .meta({ id: 'brokenRule', description: 'Something that is wrong.' });

export const verifiedReading = z
  .strictObject({
    holds: z.boolean(),
    checks: listOf(z.string()).describe('Names of the checks that were made.'),
    problems: listOf(brokenRule),
    notes: listOf(z.string()).describe('Things worth knowing that do not mean that anything is damaged.'),
  })
  .meta({ id: 'verifiedReading', description: 'Whether the stored reading of a world is intact.' });
