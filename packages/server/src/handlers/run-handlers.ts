// Run handlers: show how far the model has read, and start and stop it.

import { createFreshWorld } from '@terrarium/annotator/create-fresh-world';
import { findLastReader } from '@terrarium/annotator/find-last-reader';
import { nameChapter } from '@terrarium/annotator/name-chapter';
import type { Annotator } from '@terrarium/annotator/open-annotator';
import { findRunningProcess } from '@terrarium/annotator/open-run-lock';
import { isLeftToModels } from '@terrarium/annotator/read-status';
import { readReaderPlace } from '@terrarium/annotator/reader-place';
import { readReachedScene } from '@terrarium/annotator/resolve-moment';
import type { World } from '@terrarium/annotator/world';
import { copyAcceptedRoutes } from '@terrarium/composition/accepted-routes';
import { UsageError } from '@terrarium/kernel/errors';
import { isThere } from '@terrarium/kernel/is-there';
import type { RouteAnswer } from '@terrarium/protocol/routes';
import { isBehind } from '../running/hide-told.ts';
import type { Desk } from '../shelf/desk.ts';
import { readOnShelf } from '../shelf/read-on-shelf.ts';
import type { Handlers } from './handler.ts';

type Standing = RouteAnswer<'GET /api/worlds/{world}/run'>;
type Reading = NonNullable<Standing['progress']>;

export const runHandlers: Handlers<'run'> = {
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
  'POST /api/worlds/{world}/fresh': async ({ host, shelf }, { params, body }) => {
    const { world } = shelf.require(params.world);
    const { clock } = host.environment;
    const fresh = await createFreshWorld(world, { clock, corpora: body.stories });
    copyAcceptedRoutes(host, world.dir, fresh.dir);
    return shelf.add(fresh.dir);
  },
};

async function readStanding(desk: Desk, key: string): Promise<Standing> {
  const { world } = desk.shelf.require(key);
  const isOurs = desk.runs.isRunning(world.dir);
  const isRunning = isOurs || findRunningProcess(world) !== undefined;
  const looked = isThere(world.annotatorPath) ? await readOnShelf(desk, key, readReading) : undefined;
  // If nothing was read, a reader who has set a place is shown no event that names anything of the story.
  const reached = looked?.reached ?? (readReaderPlace(world) === undefined ? Number.MAX_SAFE_INTEGER : 0);
  const told = desk.runs.listEvents(world.dir);
  const shown = told.filter((one) => !isBehind(one, reached));
  return {
    progress: looked?.progress ?? null,
    isRunning,
    isOurs,
    events: shown.map(({ number, event }) => ({ number, event: withChapterName(world, event) })),
    behind: told.length - shown.length,
  };
}

/** The page shows the name of the story already. */
function withChapterName(world: World, event: Standing['events'][number]['event']): typeof event {
  if (event.kind !== 'scene-opened') return event;
  return { ...event, threadTitle: nameChapter({ world }, event.scene.corpus, event.threadTitle) };
}

function readReading(annotator: Annotator) {
  const reached = readReachedScene(annotator);
  return { reached, progress: readProgress(annotator, reached) };
}

function readProgress({ stores, corpora, world, connection }: Annotator, reached: number): Reading {
  const { glossary, journal, ledger } = stores;
  const { model, outcome } = journal.readRuns().at(-1) ?? {};
  const halted = outcome === 'halted' ? ledger.readScenes('running')[0]?.lastError : undefined;
  const nameScene = (corpus: string, title: string | undefined) =>
    title && nameChapter({ world }, corpus, title);
  const unread = ledger.readUnread();
  const readBy = findLastReader(connection);
  return {
    ...(model === undefined ? {} : { model }),
    ...(readBy === undefined ? {} : { readBy }),
    counts: ledger.countScenes(),
    entries: glossary.countEntries({}),
    confirmed: glossary.countEntries({ status: 'confirmed' }),
    unread: unread.map(({ id, corpus, threadId, lastError }) =>
      id > reached
        ? {
            sceneId: id,
            corpus,
            reason: 'The reason is not shown: this scene comes after your place in the story.',
          }
        : {
            sceneId: id,
            corpus,
            threadTitle: nameScene(corpus, corpora.get(corpus)?.findThread(threadId)?.title),
            reason: lastError,
          },
    ),
    isLeftToModels: isLeftToModels({ unread: unread.map((scene) => ({ scene })) }),
    ...(halted === undefined ? {} : { halted }),
  };
}

function refuseForeignRun(): UsageError {
  return new UsageError({
    code: 'server.foreign-run',
    happened: 'Another program is already reading this world.',
    todo: 'Wait until that program has finished, or stop it where it was started.',
  });
}
