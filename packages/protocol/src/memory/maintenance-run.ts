// Shapes for runs of maintenance: what they did or proposed, what they flagged, and what a person decided.

import { z } from 'zod';
import { listOf } from '../values/list-of.ts';
import { askedServer, vectorCount } from '../world/asked-server.ts';
import { itemEffect } from './memory-item.ts';

const memoryOperation = z
  .discriminatedUnion('do', [
    z.strictObject({
      do: z.literal('create-fragment'),
      key: z.string(),
      ambient: z.string(),
      recognition: z.string(),
      inventory: z.string(),
      sources: listOf(z.number()),
    }),
    z.strictObject({
      do: z.literal('update-fragment'),
      key: z.string(),
      sources: listOf(z.number()),
      ambient: z.string().optional(),
      recognition: z.string().optional(),
      inventory: z.string().optional(),
      because: z.string().optional(),
    }),
    z.strictObject({
      do: z.literal('append-inventory'),
      key: z.string(),
      inventory: z.string(),
      sources: listOf(z.number()),
    }),
    z.strictObject({ do: z.literal('delete-fragment'), key: z.string(), because: z.string() }),
    z.strictObject({
      do: z.literal('merge-fragments'),
      from: z.string(),
      to: z.string(),
      ambient: z.string().optional(),
      recognition: z.string().optional(),
      because: z.string(),
    }),
    z.strictObject({
      do: z.literal('rename-fragment'),
      from: z.string(),
      to: z.string(),
      because: z.string().optional(),
    }),
    z.strictObject({ do: z.literal('create-edge'), from: z.string(), to: z.string(), label: z.string() }),
    z.strictObject({ do: z.literal('delete-edge'), from: z.string(), to: z.string(), because: z.string() }),
    z.strictObject({
      do: z.literal('mark-item'),
      item: z.number(),
      status: z.enum(['active', 'resolved', 'dropped', 'superseded']),
      because: z.string(),
    }),
    z.strictObject({
      do: z.literal('note-fact'),
      event: z.number(),
      relation: z.string().describe('Such as `home`.'),
      of: z.string().describe('Whom the fact is about, such as `sister`; empty if it is about the person.'),
      value: z.string(),
      quote: z.string().describe('The words that state the fact.'),
    }),
    z.strictObject({ do: z.literal('rewrite-ambient'), text: z.string(), because: z.string().optional() }),
    z.strictObject({ do: z.literal('flag'), text: z.string(), events: listOf(z.number()) }),
  ])
  .meta({ id: 'memoryOperation', description: 'One change that maintenance makes.' });

const refusedOperation = z
  .strictObject({
    proposed: z.string().describe('The operation as it was proposed, cut to a line.'),
    say: z.string(),
  })
  .meta({
    id: 'refusedOperation',
    description: 'An operation that was not done, and why, in words for whoever proposed it.',
  });

export const maintenanceRun = z
  .strictObject({
    kind: z.enum(['manual', 'light', 'deep']),
    writer: z.string().describe('`builtin`, or the id of a model.'),
    servers: listOf(askedServer),
    status: z
      .enum(['nothing-new', 'shown', 'proposed', 'applied'])
      .describe('`nothing-new`: there was nothing to read, and nothing was done.'),
    runId: z
      .int()
      .optional()
      .describe('The number by which the run can be taken back. Only with `proposed` and `applied`.'),
    events: z.int(),
    operations: listOf(memoryOperation),
    refused: listOf(refusedOperation),
    proposals: listOf(z.int()).describe(
      'Numbers of the proposals that this run left for a person to decide.',
    ),
    vectors: vectorCount
      .optional()
      .describe('Absent if no embedding server is configured, or if nothing is written.'),
  })
  .meta({ id: 'maintenanceRun', description: 'What a run of maintenance did, or would do.' });

export const maintenanceNotDue = z
  .strictObject({
    status: z.literal('not-due'),
    vectors: vectorCount.optional(),
    servers: listOf(askedServer),
  })
  .meta({ id: 'maintenanceNotDue', description: 'No run of maintenance is due.' });

export const revertedRun = z
  .strictObject({
    runId: z.int(),
    changes: z.number(),
    left: listOf(z.string()).describe('Items that stay as they are, and why.'),
  })
  .meta({ id: 'revertedRun', description: 'A run of maintenance that was taken back.' });

const maintenanceFlag = z
  .strictObject({
    id: z.int(),
    text: z.string(),
    events: listOf(z.int()),
    madeAtMs: z.number(),
  })
  .meta({ id: 'maintenanceFlag', description: 'Something that maintenance asks the person to look at.' });

export const maintenanceFlags = z
  .strictObject({
    settled: maintenanceFlag.optional().describe('The flag that was settled by this command.'),
    flags: listOf(maintenanceFlag).describe('Flags that are still open.'),
  })
  .meta({ id: 'maintenanceFlags', description: 'What maintenance asks the person to look at.' });

const comparedThing = z
  .strictObject({
    thing: z.enum(['fragment', 'edge', 'item', 'page', 'flag']),
    name: z
      .string()
      .describe(
        'The key of a fragment, both keys of an edge, or the number of an item. Empty for a page, for a new fact and for a new flag.',
      ),
    tier: z.enum(['ambient', 'recognition', 'inventory']).optional(),
    removed: listOf(z.string()).describe('Lines that are removed.'),
    added: listOf(z.string()).describe('Lines that are added.'),
  })
  .meta({ id: 'comparedThing', description: 'A thing before and after a change, line by line.' });

export const memoryProposals = z
  .strictObject({
    runIds: listOf(z.int()).describe(
      'The runs in which this command did what was proposed; each can be taken back.',
    ),
    done: listOf(z.int()),
    refused: listOf(z.int()),
    left: listOf(z.strictObject({ id: z.int(), say: z.string() })).describe(
      'Proposals that could not be carried out, and why; they are still waiting.',
    ),
    proposals: listOf(
      z.strictObject({
        id: z.int(),
        runId: z.int(),
        writer: z.string().describe('`builtin`, or the id of a model.'),
        madeAtMs: z.number(),
        operation: memoryOperation,
        changes: listOf(comparedThing).describe(
          'What the proposal would change if all proposals before it were done too.',
        ),
        unfounded: listOf(z.string()).describe(
          'Numbers, dates and times in the proposal that are in none of the messages it is based on.',
        ),
        fault: z
          .string()
          .optional()
          .describe(
            'Why the proposal cannot be carried out, even if all proposals before it are. Absent if it can be carried out.',
          ),
      }),
    ).describe('Proposals that wait, oldest first.'),
  })
  .meta({
    id: 'memoryProposals',
    description:
      'Proposals of maintenance: those that this command has decided, and those that still wait for a person.',
  });

export const writtenFragment = z
  .strictObject({
    key: z.string(),
    runId: z
      .int()
      .optional()
      .describe('The number by which the change can be taken back. Absent if no text was changed.'),
    isNew: z.boolean(),
    isApproved: z.boolean(),
  })
  .meta({ id: 'writtenFragment', description: 'A fragment that a person wrote or agreed to.' });

export const tagPass = z
  .strictObject({
    writer: z.string().describe('The id of the model.'),
    servers: listOf(askedServer),
    isDryRun: z.boolean(),
    asked: z.number().describe('Replies that the model was shown.'),
    runId: z
      .int()
      .optional()
      .describe('The number by which the run can be taken back. Absent if nothing was changed.'),
    effects: listOf(itemEffect),
    refused: listOf(z.string()).describe('Proposals that were refused, and why.'),
  })
  .meta({ id: 'tagPass', description: 'Tags that a model proposed for replies without any.' });
