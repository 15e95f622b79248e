// Shapes for what the commands and workers of a fleet report.

import { z } from 'zod';
import { listOf } from '../values/list-of.ts';

const taskKind = z.enum(['read', 'verify', 'export', 'maintain']);

export const fleetInit = z
  .strictObject({
    kind: z.literal('fleet-ready'),
    from: z
      .int()
      .describe(
        'The version of the layout that the fleet’s database had before this command; 0 if there was no database.',
      ),
    to: z.int(),
    owners: listOf(z.string()).describe('Owners who were given access by this command.'),
  })
  .meta({ id: 'fleetInit', description: 'A fleet that is ready for worlds and workers.' });

export const fleetAddition = z
  .strictObject({
    kind: z.literal('world-added'),
    name: z.string(),
    title: z.string(),
    files: z.int(),
    bytes: z.int().describe('The size of all files together.'),
    sentBytes: z.int().describe('Bytes that were sent, compressed.'),
  })
  .meta({ id: 'fleetAddition', description: 'A world that was put into the fleet.' });

export const fleetTask = z
  .strictObject({
    kind: z.literal('task-added'),
    name: z.string(),
    task: taskKind,
  })
  .meta({ id: 'fleetTask', description: 'A task that was added for a world of the fleet.' });

const place = { world: z.string(), owner: z.string(), task: taskKind };

export const fleetEvent = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('worker-started'),
      name: z.string(),
      model: z.string().optional().describe('Absent if the worker reads nothing.'),
      slots: z.int(),
      tasks: listOf(taskKind),
    }),
    z.strictObject({
      kind: z.literal('task-leased'),
      ...place,
      epoch: z.int(),
      bytes: z.int().describe('The size of the files that were fetched.'),
    }),
    z.strictObject({ kind: z.literal('scene-read'), ...place, done: z.int(), all: z.int() }),
    z.strictObject({
      kind: z.literal('world-published'),
      ...place,
      scenesDone: z.int(),
      pieces: z.int().describe('How many pieces of the files of the world were sent.'),
      bytes: z.int().describe('Bytes that were sent, compressed.'),
      milliseconds: z.int(),
    }),
    z.strictObject({
      kind: z.literal('task-ended'),
      ...place,
      ending: z
        .enum(['finished', 'released', 'failed', 'lost'])
        .describe(
          '`finished`: done. `released`: given back, to be done later. `failed`: to be tried again, or put aside. `lost`: taken over by another worker.',
        ),
      reason: z.string().optional(),
      asked: z.int().describe('Replies that the model gave.'),
      replayed: z
        .int()
        .describe(
          'Replies that an earlier try had received and paid for: the fleet had stored them, and the model was not asked again.',
        ),
      seconds: z.number(),
    }),
    z.strictObject({ kind: z.literal('worker-waits'), reason: z.string(), delayMs: z.number() }),
    z.strictObject({
      kind: z.literal('worker-ended'),
      finished: z.int(),
      released: z.int(),
      failed: z.int(),
      lost: z.int(),
    }),
  ])
  .meta({ id: 'fleetEvent', description: 'What a worker reports while it works, one event a line.' });

const taskCount = z
  .strictObject({
    kind: taskKind,
    state: z.enum(['waiting', 'resting', 'leased', 'finished', 'poisoned']),
    count: z.int(),
  })
  .meta({ id: 'fleetTaskCount', description: 'How many tasks of one kind are in one state.' });

const runningTask = z
  .strictObject({
    name: z.string(),
    owner: z.string(),
    kind: taskKind,
    worker: z.string(),
    model: z.string().optional(),
    scenesDone: z.int(),
    scenesAll: z.int(),
    seconds: z.int(),
    leftSeconds: z.int().describe('Seconds until the lease ends, if the worker does not renew it.'),
  })
  .meta({ id: 'fleetRunning', description: 'A task that a worker is doing now.' });

const failedTask = z
  .strictObject({
    name: z.string(),
    owner: z.string(),
    kind: taskKind,
    state: z.enum(['resting', 'poisoned']).describe('`resting`: to be tried again. `poisoned`: put aside.'),
    tries: z.int(),
    reason: z.string(),
  })
  .meta({ id: 'fleetFailed', description: 'A task that failed.' });

const ownerCount = z.strictObject({ owner: z.string(), waiting: z.int(), running: z.int() }).meta({
  id: 'fleetOwner',
  description: 'How many tasks of an owner are waiting, and how many are being done.',
});

const dayOfUse = z
  .strictObject({
    day: z.string(),
    model: z.string(),
    replies: z.int(),
    promptTokens: z.int(),
    cachedTokens: z.int(),
    outputTokens: z.int(),
    seconds: z.int().describe('How long the workers waited for the model.'),
  })
  .meta({
    id: 'fleetUse',
    description:
      'How much a model was used on a day. A reply that the fleet had stored from an earlier try is not counted again.',
  });

const skippedScenes = z
  .strictObject({ name: z.string(), owner: z.string(), scenes: z.int() })
  .meta({ id: 'fleetSkipped', description: 'Scenes of a world that no worker could read.' });

export const fleetStatus = z
  .strictObject({
    worlds: z.int(),
    bytes: z.int(),
    tasks: listOf(taskCount),
    running: listOf(runningTask),
    failed: listOf(failedTask),
    failedLeft: z.int().describe('Failed tasks that are not listed.'),
    skipped: listOf(skippedScenes).describe('Worlds that were read to their end, except for some scenes.'),
    owners: listOf(ownerCount),
    use: listOf(dayOfUse).describe('The last two weeks, the latest day first.'),
  })
  .meta({ id: 'fleetStatus', description: 'The state of the fleet, as far as this user may see it.' });

export const fleetFetch = z
  .strictObject({
    kind: z.literal('world-fetched'),
    name: z.string(),
    owner: z.string(),
    dir: z.string(),
    files: z.int(),
    bytes: z.int(),
    scenesDone: z.int(),
    scenesAll: z.int().describe('0 if nothing was read in the fleet.'),
    isHeld: z
      .boolean()
      .describe('Whether a worker holds the world now. If so, there will be more to fetch later.'),
  })
  .meta({ id: 'fleetFetch', description: 'A world that was fetched from the fleet.' });

export const fleetRetry = z
  .strictObject({ kind: z.literal('tasks-retried'), worlds: listOf(z.string()) })
  .meta({
    id: 'fleetRetry',
    description: 'Worlds whose failed tasks, or whose skipped scenes, are to be tried again.',
  });

export const fleetServing = z
  .strictObject({
    kind: z.literal('fleet-served'),
    address: z.string().describe('Where owners read their worlds.'),
    metrics: z.string().describe('The address of its metrics.'),
  })
  .meta({ id: 'fleetServing', description: 'Where the fleet is served.' });
