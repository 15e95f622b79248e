// Fragment routes: read and write fragments, run maintenance, and decide about its proposals.

import { z } from 'zod';
import {
  maintenanceFlags,
  maintenanceRun,
  memoryProposals,
  revertedRun,
  writtenFragment,
} from '../memory/maintenance-run.ts';
import { itemKind } from '../memory/memory-item.ts';
import { listOf } from '../values/list-of.ts';
import { failure } from '../world/failure.ts';
import { worldParams } from './addressed.ts';
import { withRoutes } from './define-route.ts';
import { speaker, talkMessage } from './talk-routes.ts';

const listedFragment = z
  .strictObject({
    key: z.string(),
    ambient: z.string(),
    version: z.int(),
    updatedAtMs: z.number(),
    sources: z.int(),
    isApproved: z.boolean().describe('Whether a person wrote it or agreed to it.'),
  })
  .meta({ id: 'listedFragment', description: 'A fragment in a list.' });

const fragmentList = z
  .strictObject({
    timeZone: z.string(),
    fragments: listOf(listedFragment),
    total: z.int(),
  })
  .meta({ id: 'fragmentList', description: 'The fragments, the most recently changed first.' });

const fragmentPage = z
  .strictObject({
    timeZone: z.string(),
    voices: z
      .record(z.string(), z.string())
      .describe('The name of each voice; the key is the id of the voice.'),
    speakers: listOf(speaker).describe('Your own voices.'),
    key: z.string(),
    ambient: z.string(),
    recognition: z.string(),
    inventory: z.string(),
    version: z.int(),
    createdAtMs: z.number(),
    updatedAtMs: z.number(),
    isApproved: z.boolean(),
    writer: z.string().optional().describe('`builtin`, `person`, or the id of a model.'),
    sources: listOf(talkMessage).describe('The moments it was compiled from, oldest first.'),
    sourcesInAll: z.int(),
    neighbours: listOf(z.strictObject({ key: z.string(), ambient: z.string(), label: z.string() })),
    items: listOf(z.strictObject({ item: z.int(), kind: itemKind, content: z.string() })).describe(
      'Things held in mind that name this fragment.',
    ),
  })
  .meta({ id: 'fragmentPage', description: 'A fragment, and what it rests on.' });

const keepingPage = z
  .strictObject({
    isRunning: z.boolean(),
    isBlank: z.boolean().describe('Whether nothing is remembered yet, so that there is nothing to download.'),
    timeZone: z.string(),
    last: z
      .union([maintenanceRun, failure])
      .nullable()
      .describe(
        'What came of the last run that this server started; null before the first run, and while a run is going on.',
      ),
    proposals: memoryProposals.shape.proposals,
    flags: maintenanceFlags.shape.flags,
    newest: z
      .strictObject({
        run: z.int(),
        writer: z.string().describe('`builtin`, `person`, or the id of a model.'),
        atMs: z.number(),
        fragments: listOf(z.string()).describe('The keys of the fragments that it wrote or removed.'),
        others: z.int().describe('How many things other than fragments it changed.'),
      })
      .optional()
      .describe('The newest change that was accepted or made, which can be taken back now.'),
  })
  .meta({ id: 'keepingPage', description: 'Where maintenance stands, and what waits for a person.' });

const numbers = listOf(z.int().min(1)).default([]);
const text = z.string().max(20_000).optional();

export const fragmentRoutes = withRoutes({
  'GET /api/worlds/{world}/fragments': {
    about: 'The fragments, the most recently changed first.',
    params: worldParams,
    query: z.object({
      q: z.string().max(200).default(''),
      limit: z.coerce.number().int().min(1).max(500).default(100),
    }),
    answer: fragmentList,
  },
  'GET /api/worlds/{world}/fragments/{key}': {
    about: 'A fragment with the moments it was compiled from.',
    params: z.object({ ...worldParams.shape, key: z.string().min(1).max(100) }),
    answer: fragmentPage,
  },
  'PUT /api/worlds/{world}/fragments/{key}': {
    about: 'Writes a fragment, or agrees to it as it stands.',
    params: z.object({ ...worldParams.shape, key: z.string().min(1).max(100) }),
    body: z.strictObject({
      ambient: text,
      recognition: text,
      inventory: text,
      isApproved: z.boolean().optional(),
    }),
    answer: writtenFragment,
  },
  'GET /api/worlds/{world}/keeping': {
    about: 'Where maintenance stands, and what waits for you.',
    params: worldParams,
    answer: keepingPage,
  },
  'POST /api/worlds/{world}/keeping': {
    about: 'Starts `memory maintain --propose`: nothing is written before you agree.',
    params: worldParams,
    body: z.strictObject({}),
    answer: keepingPage,
  },
  'POST /api/worlds/{world}/keeping/stop': {
    about: 'Stops the run of maintenance; nothing is changed.',
    params: worldParams,
    body: z.strictObject({}),
    answer: keepingPage,
  },
  'POST /api/worlds/{world}/keeping/decisions': {
    about: 'Does what you accept, and notes what you refuse.',
    params: worldParams,
    body: z.strictObject({ accept: numbers, refuse: numbers }),
    answer: memoryProposals,
  },
  'POST /api/worlds/{world}/keeping/revert': {
    about: 'Takes back the newest run of maintenance.',
    params: worldParams,
    body: z.strictObject({ run: z.int().min(1) }),
    answer: revertedRun,
  },
  'POST /api/worlds/{world}/keeping/flag': {
    about: 'Notes that something you were asked to look at is dealt with.',
    params: worldParams,
    body: z.strictObject({ flag: z.int().min(1) }),
    answer: maintenanceFlags,
  },
});
