// Run handlers: how far the model has read, and starting and stopping it.

import type { Annotator } from '@terrarium/annotator/open-annotator';
import { findRunningProcess } from '@terrarium/annotator/open-run-lock';
import { UsageError } from '@terrarium/kernel/errors';
import { isThere } from '@terrarium/kernel/is-there';
import type { RouteAnswer } from '@terrarium/protocol/routes';
import type { Desk } from '../shelf/desk.ts';
import { readOnShelf } from '../shelf/read-on-shelf.ts';
import type { Handlers } from './handler.ts';

type Standing = RouteAnswer<'GET /api/worlds/{world}/run'>;

export const runHandlers: Pick<
  Handlers,
  'GET /api/worlds/{world}/run' | 'POST /api/worlds/{world}/run' | 'POST /api/worlds/{world}/run/stop'
> = {
  'GET /api/worlds/{world}/run': async (desk, { params }) => await readStanding(desk, params.world),
  'POST /api/worlds/{world}/run': async (desk, { params, body }) => {
    const { world } = desk.shelf.require(params.world);
    if (!desk.runs.isRunning(world.dir) && findRunningProcess(world) !== undefined) throw refuseForeignRun();
    const model = body.model === undefined ? [] : ['--model', body.model];
    desk.runs.start(world.dir, ['annotate', body.again ? 'retry' : 'run', ...model]);
    return await readStanding(desk, params.world);
  },
  'POST /api/worlds/{world}/run/stop': async (desk, { params }) => {
    const { world } = desk.shelf.require(params.world);
    desk.runs.stop(world.dir);
    return await readStanding(desk, params.world);
  },
};

async function readStanding(desk: Desk, key: string): Promise<Standing> {
  const { world } = desk.shelf.require(key);
  const isOurs = desk.runs.isRunning(world.dir);
  const isRunning = isOurs || findRunningProcess(world) !== undefined;
  const events = [...desk.runs.listEvents(world.dir)];
  const progress = isThere(world.annotatorPath) ? await readOnShelf(desk, key, readProgress) : null;
  return { progress, isRunning, isOurs, events };
}

function readProgress({ stores, corpora }: Annotator): Standing['progress'] {
  const { glossary, journal, ledger } = stores;
  const model = journal.readRuns().at(-1)?.model;
  return {
    ...(model === undefined ? {} : { model }),
    counts: ledger.countScenes(),
    entries: glossary.countEntries({}),
    confirmed: glossary.countEntries({ status: 'confirmed' }),
    unread: ledger.readUnread().map(({ id, corpus, threadId, lastError }) => ({
      sceneId: id,
      threadTitle: corpora.get(corpus)?.findThread(threadId)?.title,
      reason: lastError,
    })),
  };
}

function refuseForeignRun(): UsageError {
  return new UsageError({
    code: 'server.foreign-run',
    happened: 'Another program reads this world already.',
    todo: 'Wait until it has finished, or stop it where it was started.',
  });
}
