// World handlers: list the worlds of this server (the shelf), and return what the first page of a world shows.

import { join } from 'node:path';
import { readChangeMark } from '@terrarium/annotator/change-mark';
import { type ChapterRow, findReadOn, listChapters } from '@terrarium/annotator/list-chapters';
import type { Annotator } from '@terrarium/annotator/open-annotator';
import { findRunningProcess } from '@terrarium/annotator/open-run-lock';
import { listChangedCorpora } from '@terrarium/annotator/read-status';
import { readReaderPlace } from '@terrarium/annotator/reader-place';
import {
  findKeptStanding,
  findReaderStanding,
  isChapterEnd,
  type ReaderStanding,
} from '@terrarium/annotator/reader-standing';
import { setTitle } from '@terrarium/annotator/set-title';
import type { World } from '@terrarium/annotator/world';
import { removeFromWorld } from '@terrarium/composition/annotator-world';
import { requirePlayWorld, withPlayDatabase } from '@terrarium/composition/game-world';
import { isThere } from '@terrarium/kernel/is-there';
import type { RouteAnswer } from '@terrarium/protocol/routes';
import { isSilent } from '../running/open-runs.ts';
import { cacheByStamp } from '../shelf/cache-by-stamp.ts';
import { createWorldBeside } from '../shelf/create-worlds-for.ts';
import type { Desk } from '../shelf/desk.ts';
import type { Known } from '../shelf/known-views.ts';
import { countProposals, readOthers, readRemembering } from '../shelf/read-companion.ts';
import { readMinds } from '../shelf/read-minds.ts';
import type { ServerHost } from '../shelf/server-host.ts';
import type { Handlers } from './handler.ts';

type Home = RouteAnswer<'GET /api/worlds/{world}'>;

export const worldHandlers: Handlers<'world'> = {
  'GET /api/server': ({ renderStart, shelf }) => ({ command: renderStart?.(shelf.listAdded()) ?? null }),
  'GET /api/worlds': ({ shelf }) => shelf.list(),
  'POST /api/worlds': ({ host, shelf }, { body }) => {
    const { dir } = shelf.require(shelf.list()[0]?.key ?? '');
    return shelf.add(createWorldBeside(dir, body.title, host.environment.clock));
  },
  'GET /api/worlds/{world}': async ({ host, shelf, runs, views, memories }, { params }) => {
    const { world, shelved, dir, of } = shelf.require(params.world);
    const minds = readMinds(host, world);
    return {
      world: shelved,
      ...readReading(views, world),
      isRunning: runs.isRunning(world.dir) || findRunningProcess(world) !== undefined,
      isSilent: runs.isRunning(world.dir) && isSilent(runs.listEvents(world.dir)),
      ...(await readGames(host, world)),
      minds,
      ...(await readRemembering({ host, memories }, { dir, of })),
      others: await readOthers({ host, memories }, { dir, of, minds }),
      place: readReaderPlace(world) ?? null,
    };
  },
  'PUT /api/worlds/{world}/title': ({ shelf }, { params, body }) => {
    const { dir } = shelf.require(params.world);
    return { world: dir, renamed: setTitle(dir, body) };
  },
  'DELETE /api/worlds/{world}/stories/{corpus}': ({ host, shelf, views }, { params }) => {
    const { dir } = shelf.require(params.world);
    // On some systems a file that is open cannot be moved.
    views.forget(dir);
    return { world: dir, ...removeFromWorld(host, dir, params.corpus) };
  },
  'GET /api/worlds/{world}/minds': async ({ host, shelf, memories }, { params }) => {
    const { world, dir, of } = shelf.require(params.world);
    return {
      minds: readMinds(host, world),
      proposals: await countProposals({ host, memories }, { dir, of }),
    };
  },
};

function readReading(views: Desk['views'], world: World): Reading {
  if (!isThere(world.annotatorPath)) {
    const stories = world.corpora.map(({ name, title }) => ({
      corpus: name,
      title,
      chapters: 0,
      scenes: 0,
      read: 0,
      isBegun: false,
      hasNew: false,
    }));
    return { stories, entries: 0, waiting: { unread: 0, tentative: 0, isHalted: false }, readOn: null };
  }
  return views.read(world, (known) => {
    const { annotator, place } = known;
    const kept = findKeptStanding(annotator);
    const key = JSON.stringify([readChangeMark(annotator.connection), place, kept]);
    const before = readings.get(annotator);
    if (before?.key === key) return before.reading;
    const reading = countReading(known, kept);
    readings.set(annotator, { key, reading });
    return reading;
  });
}

type Reading = Pick<Home, 'stories' | 'entries' | 'waiting' | 'readOn'>;

/** Counting takes time in proportion to the story, so it is done again only after something has changed. */
const readings = new WeakMap<Annotator, { readonly key: string; readonly reading: Reading }>();

/**
 * `kept` is how far the reader has come. Titles of later chapters are left out only for a reader who does not see the
 * whole story.
 */
function countReading(known: Known, kept: ReaderStanding | undefined): Reading {
  const { annotator, view } = known;
  const rows = listChapters(annotator, findReaderStanding(annotator));
  return {
    stories: listStories(annotator, rows, kept),
    readOn: kept === undefined ? null : buildReadOn(rows, kept),
    // The same number of entries as the glossary lists for this reader.
    entries: view.stores.glossary.countEntries({}),
    waiting: {
      isHalted: annotator.stores.journal.readRuns().at(-1)?.outcome === 'halted',
      unread: annotator.stores.ledger.readUnread().length,
      tentative: countUndecided(known),
    },
  };
}

/** The same number of entries as the glossary lists as waiting for this reader's decision. */
function countUndecided({ view, place, isUndecided }: Known): number {
  const { glossary } = view.stores;
  if (place === undefined) return glossary.countEntries({ status: 'tentative' });
  return [...glossary.iterateEntries({ status: 'tentative' })].filter(({ id }) => isUndecided(id)).length;
}

function buildReadOn(rows: readonly ChapterRow[], standing: ReaderStanding): Home['readOn'] {
  const on = findReadOn(rows, standing);
  if (on === undefined) return null;
  const { corpus, threadId, title } = on;
  const chapter = rows.filter((row) => row.corpus === corpus).indexOf(on) + 1;
  return { corpus, threadId, ...(title === undefined ? {} : { title }), chapter };
}

function listStories(
  annotator: Annotator,
  rows: readonly ChapterRow[],
  standing: ReaderStanding | undefined,
): Home['stories'] {
  const changed = new Set(listChangedCorpora(annotator));
  return annotator.world.corpora.map(({ name, title }) => {
    const chapters = rows.filter(({ corpus }) => corpus === name);
    const left =
      standing?.corpus === name ? standing : standing?.others.find(({ corpus }) => corpus === name);
    const index = chapters.findIndex(({ threadId }) => threadId === left?.threadId);
    const here = chapters[index];
    return {
      corpus: name,
      title,
      chapters: chapters.length,
      scenes: chapters.reduce((sum, { scenes }) => sum + scenes, 0),
      read: chapters.reduce((sum, { read }) => sum + read, 0),
      isBegun: annotator.stores.ledger.hasTraces(name),
      hasNew: changed.has(name),
      ...(here === undefined
        ? {}
        : {
            at: {
              threadId: here.threadId,
              title: here.title ?? '',
              chapter: index + 1,
              isThrough: isThrough(annotator, left),
            },
          }),
    };
  });
}

type Left = ReaderStanding | ReaderStanding['others'][number];

function isThrough(annotator: Annotator, left: Left | undefined): boolean {
  if (left === undefined) return false;
  return 'isThrough' in left ? left.isThrough : isChapterEnd(annotator, left);
}

async function readGames(host: ServerHost, { dir }: World): Promise<Pick<Home, 'games' | 'lastGame'>> {
  const database = join(dir, 'rpg.db');
  if (!isThere(database)) return { games: 0, lastGame: null };
  const { listSessions } = await import('@terrarium/rpg/list-sessions');
  const { describeGame } = await import('@terrarium/composition/describe-game');
  return await readPlayed(database, async () => {
    const world = await requirePlayWorld(host, { world: dir, flags: {} });
    return await withPlayDatabase(host, world, (connection) => {
      const sessions = listSessions(connection).filter(({ isSetAside }) => !isSetAside);
      const last = sessions.at(-1);
      const { clock } = host.environment;
      return {
        games: sessions.length,
        lastGame: last === undefined ? null : describeGame({ connection, session: last.id, clock }),
      };
    });
  });
}

const readPlayed = cacheByStamp<Pick<Home, 'games' | 'lastGame'>>();
