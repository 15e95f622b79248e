// Shapes for what a run reports while it reads, and for what rereading and second readings plan and change.

import { z } from 'zod';
import { listOf } from '../values/list-of.ts';
import { askedServer, modelUsage } from '../world/asked-server.ts';
import { changedEntry, glossaryEntry, namedEntry } from './glossary-entry.ts';
import { pendingRereads } from './reading-status.ts';
import { ledgerScene } from './scene-account.ts';

const corpusDifference = z
  .strictObject({
    postId: z.int(),
    kind: z.enum(['moved', 'inserted', 'edited', 'removed']),
    digest: z.string().describe('Digest of the current words; empty for a post that is gone.'),
  })
  .meta({ id: 'corpusDifference', description: 'A post that has changed since it was read.' });

const summaryTarget = z.union([z.number(), z.literal('cumulative')]).meta({
  id: 'summaryTarget',
  description:
    'Which summary is written: the summary of a chunk (a few scenes of the open thread), by its index, or the `cumulative` summary of the story so far.',
});

const requestPurpose = z
  .discriminatedUnion('for', [
    z.strictObject({
      for: z.literal('scene'),
    }),
    z.strictObject({
      for: z.literal('record'),
    }),
    z.strictObject({
      for: z.literal('summary'),
      target: summaryTarget,
    }),
    z.strictObject({
      for: z.literal('curation'),
      batch: z.number(),
    }),
    z.strictObject({
      for: z.literal('summon'),
    }),
  ])
  .meta({
    id: 'requestPurpose',
    description:
      'What a request is for: reading a scene, recording what is about to be removed from the prompt to make it shorter (a fold), writing a summary of what a fold removes, deciding about a batch of entries, or asking the model as it was at an earlier bookmark.',
  });

const runOutcome = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('finished'),
    }),
    z.strictObject({
      kind: z.literal('limited'),
      by: z.enum(['place', 'time', 'scenes', 'tokens']),
    }),
    z.strictObject({
      kind: z.literal('interrupted'),
    }),
    z.strictObject({
      kind: z.literal('halted'),
      error: z.strictObject({ code: z.string(), happened: z.string(), todo: z.string() }),
    }),
  ])
  .meta({ id: 'runOutcome', description: 'How a run ended.' });

export const runEvent = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('database-migrated'),
      from: z.number(),
      to: z.number(),
      backupPath: z.string(),
    }),
    z.strictObject({
      kind: z.literal('run-started'),
      scenes: z
        .int()
        .describe(
          'How many scenes there are to read, including those that were finished before this run (`closed`).',
        ),
      closed: z.int(),
      contextBudget: z.number(),
      model: z.string(),
      isResumed: z.boolean(),
      isMidScene: z.boolean(),
    }),
    z.strictObject({
      kind: z.literal('corpus-followed'),
      corpus: z.string(),
      newPosts: z.int().describe('Posts that were added at the end. This run reads them.'),
      newScenes: z.int(),
      differences: listOf(corpusDifference).describe(
        'Posts that changed in the part that had been read. This run does not read them again.',
      ),
      isUnsure: z.boolean(),
    }),
    z.strictObject({
      kind: z.literal('scene-opened'),
      scene: ledgerScene,
      threadTitle: z.string(),
      tokens: z.number(),
    }),
    z.strictObject({
      kind: z.literal('reply-received'),
      purpose: requestPurpose,
      usage: modelUsage,
      seconds: z.number(),
    }),
    z.strictObject({
      kind: z.literal('entry-created'),
      entryId: z.int(),
      term: z.string(),
    }),
    z.strictObject({
      kind: z.literal('entry-updated'),
      entryId: z.int(),
      term: z.string(),
    }),
    z.strictObject({
      kind: z.literal('call-refused'),
      tool: z.string(),
      say: z.string(),
      isConflict: z.boolean(),
    }),
    z
      .strictObject({
        kind: z.literal('curation-opened'),
        entries: z.int().describe('How many entries the curator is to decide about.'),
        questions: z.int(),
        left: z.int().describe('How many entries wait because curation has used up its share of the tokens.'),
      })
      .describe('The curator is asked next.'),
    z.strictObject({
      kind: z.literal('entry-decided'),
      entryId: z.int(),
      term: z.string(),
      outcome: z.enum(['CONFIRM', 'REJECT', 'MERGE', 'REVISE', 'UNDECIDED']),
      into: z.string().optional().describe('The term of the entry that it was merged into.'),
      reason: z.string(),
    }),
    z
      .strictObject({
        kind: z.literal('tools-unused'),
        model: z.string(),
      })
      .describe(
        'The model calls none of the tools that it is offered. From now on it is asked for updates written as text. If an earlier run had shown this already, it was asked so from the start.',
      ),
    z.strictObject({
      kind: z.literal('update-skipped'),
      warning: z.string(),
    }),
    z.strictObject({
      kind: z.literal('scene-closed'),
      scene: ledgerScene,
      status: z.enum(['committed', 'skipped']),
      reason: z.string(),
    }),
    z
      .strictObject({
        kind: z.literal('scene-taken-back'),
        deleted: z
          .int()
          .describe('How many entries are deleted because they were made while the scene was read.'),
        restored: z.int().describe('How many entries are again as they were before the scene.'),
      })
      .describe(
        'A scene is about to be skipped, and what the model wrote into the glossary while it read the scene is taken back.',
      ),
    z.strictObject({
      kind: z.literal('fold-applied'),
      tiers: listOf(z.number()).describe(
        'How the prompt was made shorter. 0.5: summaries took the place of chunks (a few scenes each) of the open thread; 1: a summary took the place of finished threads; 3: reasoning was dropped; 4: old replies were cut; 5: the oldest turns were removed; 6: calls of the open scene were replaced by a note.',
      ),
      tokensBefore: z.number(),
      tokensAfter: z.number(),
      turnsRemoved: z.number().describe('Messages that are no longer sent to the model.'),
      milliseconds: z.number(),
    }),
    z.strictObject({
      kind: z.literal('retry-scheduled'),
      attempt: z.int(),
      delayMs: z.number(),
      reason: z.string(),
    }),
    z.strictObject({
      kind: z.literal('checkpoint-made'),
      snapshotId: z.int(),
    }),
    z.strictObject({
      kind: z.literal('run-ended'),
      outcome: runOutcome,
    }),
  ])
  .meta({ id: 'runEvent', description: 'What a run reports while it reads.' });

export const readingEstimate = z
  .strictObject({
    scenes: z.int(),
    seconds: z
      .tuple([z.number(), z.number()])
      .readonly()
      .describe('The least and the most time that the rest may take.'),
    basis: z
      .enum(['measured', 'assumed'])
      .describe(
        '`measured`: by the pace of the scenes read so far. `assumed`: by the pace of a typical machine.',
      ),
    servers: listOf(askedServer).describe('Servers that were asked for the size of their window.'),
  })
  .meta({ id: 'readingEstimate', description: 'What is left to read, and how long it takes.' });

export const changesReported = z
  .strictObject({
    kind: z.literal('changes-reported'),
    created: listOf(changedEntry),
    confirmed: listOf(changedEntry),
    extended: listOf(changedEntry).describe('Entries whose definition says more than before.'),
    contradicted: listOf(changedEntry).describe(
      'Entries whose definition now says something else than before.',
    ),
    merged: listOf(changedEntry).describe('Entries that were merged into another one.'),
    rejected: listOf(changedEntry),
  })
  .meta({ id: 'changesReported', description: 'What a run changed in a glossary that existed before.' });

export const rereadPlanned = z
  .strictObject({
    kind: z.literal('reread-planned'),
    ...pendingRereads.shape,
  })
  .meta({ id: 'rereadPlanned', description: 'What is about to be read again.' });

export const secondReadingPlanned = z
  .strictObject({
    kind: z.literal('second-reading-planned'),
    scenes: z.int(),
    posts: z.int(),
    tokens: z.number(),
    isMeasured: z
      .boolean()
      .describe(
        'Whether `tokens` is what the first reading sent and received; if false, it is an estimate from the story alone.',
      ),
  })
  .meta({ id: 'secondReadingPlanned', description: 'Which scenes are about to be read a second time.' });

const rejectedName = z
  .strictObject({
    term: z.string(),
    author: z.enum(['agent', 'curator', 'human']).describe('Who deleted it.'),
    postId: z.int().describe('The post that the reading had reached when the entry was deleted.'),
    reason: z.string().optional(),
  })
  .meta({ id: 'rejectedName', description: 'A name whose entry was deleted.' });

const entryChange = z
  .strictObject({
    id: z.int(),
    before: glossaryEntry.optional().describe('Absent for a new entry.'),
    after: glossaryEntry.optional().describe('Absent for an entry that is gone.'),
    reason: z.string().optional(),
    rejected: rejectedName
      .optional()
      .describe(
        'Present if an entry of this name was rejected earlier and now comes back because there is new evidence.',
      ),
    wasHeld: z
      .boolean()
      .describe('Whether the name of a new entry was a word on hold until then (see heldTerm).'),
    named: listOf(namedEntry).describe('The entries to which its relations lead.'),
  })
  .meta({ id: 'entryChange', description: 'An entry as it was and as it would be.' });

export const secondReading = z
  .strictObject({
    kind: z.literal('second-reading'),
    isApplied: z.boolean().describe('Whether the changes are made in the glossary (`--yes`).'),
    changes: listOf(entryChange),
    rejected: listOf(rejectedName).describe(
      'Names that were proposed again, and stay out because they came with no new evidence.',
    ),
    held: listOf(z.string()).describe('Words that are put on hold (see heldTerm).'),
    skipped: listOf(z.strictObject({ sceneId: z.int(), reason: z.string() })).describe(
      'Scenes that could not be read again.',
    ),
    conflicts: z.int().describe('Changes that are not proposed, because a later scene says otherwise.'),
  })
  .meta({ id: 'secondReading', description: 'What a second reading would change.' });

export const nothingToRetry = z
  .strictObject({ kind: z.literal('nothing-to-retry') })
  .meta({ id: 'nothingToRetry', description: 'No scene was skipped.' });
