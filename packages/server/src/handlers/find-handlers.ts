// Handlers of the page Find: search everything in a world by name or text, up to the reader's place.

import { join } from 'node:path';
import { findByReading } from '@terrarium/annotator/find-by-reading';
import { findInStory } from '@terrarium/annotator/find-in-story';
import { listChapters } from '@terrarium/annotator/list-chapters';
import { nameChapter } from '@terrarium/annotator/name-chapter';
import { findReaderStanding } from '@terrarium/annotator/reader-standing';
import { requirePlayWorld, withPlayDatabase } from '@terrarium/composition/game-world';
import { renderSaid } from '@terrarium/composition/render-said';
import { TerrariumError } from '@terrarium/kernel/errors';
import { isThere } from '@terrarium/kernel/is-there';
import { findMessages } from '@terrarium/memory/find-messages';
import { listFragments } from '@terrarium/memory/read-fragment-page';
import type { RouteAnswer } from '@terrarium/protocol/routes';
import { findTurns } from '@terrarium/rpg/find-turns';
import { cutSnippet } from '../shelf/cut-snippet.ts';
import type { Desk } from '../shelf/desk.ts';
import { normaliseTyped } from '../shelf/normalise-typed.ts';
import { readKnownOnShelf, readOnShelf } from '../shelf/read-on-shelf.ts';
import { readKeptMemory } from '../shelf/remember-on-shelf.ts';
import { searchEntries } from '../shelf/search-entries.ts';
import type { Handlers } from './handler.ts';

type Found = RouteAnswer<'GET /api/worlds/{world}/found'>;

interface Wanted {
  readonly world: string;
  readonly words: string;
  readonly each: number;
}

interface Searched {
  readonly found: Found;
  readonly failure?: TerrariumError;
}

type Search = (desk: Desk, wanted: Wanted) => Promise<Found>;

export const findHandlers: Handlers<'find'> = {
  'GET /api/worlds/{world}/found': async (desk, { params, query }) => {
    const wanted = { world: params.world, words: query.q, each: query.each };
    const all: Found[number][] = [];
    let damage: TerrariumError | undefined;
    for (const search of searches) {
      const { found, failure } = await searchSafely(search, desk, wanted);
      all.push(...found);
      if (failure?.code === 'store.corrupt') damage ??= failure;
    }
    // If something could not be searched, it would be untrue to say that nothing was found.
    if (all.length === 0 && damage !== undefined) throw damage;
    return all;
  },
};

const searches: readonly Search[] = [
  searchNames,
  searchChapters,
  searchStory,
  searchMessages,
  searchTurns,
  searchFragments,
];

/**
 * Searches one part of the world. If this part has nothing yet or is damaged, the other parts are searched all the
 * same.
 */
async function searchSafely(search: Search, desk: Desk, wanted: Wanted): Promise<Searched> {
  try {
    return { found: await search(desk, wanted) };
  } catch (error) {
    if (error instanceof TerrariumError) return { found: [], failure: error };
    throw error;
  }
}

async function searchNames(desk: Desk, { world, words, each }: Wanted): Promise<Found> {
  return await readKnownOnShelf(desk, world, ({ view, list }) => {
    const query = {
      q: words,
      kind: undefined,
      status: undefined,
      order: 'weight',
      from: 0,
      limit: each,
    } as const;
    const byReading = findByReading(view, { query: words });
    return searchEntries(list(), query, byReading).entries.map(({ id, term, kind }) => ({
      kind: 'entry' as const,
      entry: id,
      name: term,
      // The kind `term` only means that no other kind fits, so it is not shown.
      about: kind === undefined || kind === 'term' ? '' : kind,
    }));
  });
}

/** Does not find chapters that the reader has not come to, since their titles are not shown yet. */
async function searchChapters(desk: Desk, { world, words, each }: Wanted): Promise<Found> {
  return await readOnShelf(desk, world, (annotator) =>
    listChapters(annotator, findReaderStanding(annotator))
      .filter(({ title = '' }) => title !== '' && isNamed(normaliseTyped(title), normaliseTyped(words)))
      .slice(0, each)
      .map(({ corpus, threadId, title = '' }) => ({
        kind: 'chapter' as const,
        corpus,
        thread: threadId,
        name: title,
        about: '',
      })),
  );
}

async function searchStory(desk: Desk, { world, words, each }: Wanted): Promise<Found> {
  return await readKnownOnShelf(desk, world, ({ annotator, view }) =>
    findInStory(annotator, view, { words, limit: each }).map(
      ({ position, threadTitle, span, text, matches }) => ({
        kind: 'passage' as const,
        corpus: position.corpus,
        thread: position.threadId,
        post: position.postId,
        offset: span.start + (matches[0]?.start ?? 0),
        name: nameChapter(annotator, position.corpus, threadTitle ?? ''),
        ...cutSnippet(text, matches),
      }),
    ),
  );
}

/** A page shows a title that is only a number as “Chapter 5”. */
function isNamed(title: string, words: string): boolean {
  return title.includes(words) || title === words.replace(/^chapter\s+/u, '');
}

async function searchTurns({ host, shelf }: Desk, { world: key, words, each }: Wanted): Promise<Found> {
  const { dir } = shelf.require(key);
  if (!isThere(join(dir, 'rpg.db'))) return [];
  const world = await requirePlayWorld(host, { world: dir, flags: {} });
  return await withPlayDatabase(host, world, (connection) =>
    findTurns(connection, { words, limit: each }).map(
      ({ session, name, id, number, words: said, excerpt }) => {
        const where = `${name}, turn\u00a0${number}`;
        return {
          kind: 'turn' as const,
          game: session,
          turn: id,
          number,
          name: said === '' ? 'The opening' : renderSaid(said),
          about: excerpt === '' ? where : `${where}: ${excerpt}`,
          matches: findInExcerpt(excerpt, words).map((at) => {
            const start = `${where}: `.length + at;
            return { start, end: start + words.trim().length };
          }),
        };
      },
    ),
  );
}

/** Finds where the words first occur; returns an empty list if they do not. */
function findInExcerpt(excerpt: string, words: string): readonly number[] {
  const at = excerpt.toLowerCase().indexOf(words.trim().toLowerCase());
  return at === -1 ? [] : [at];
}

async function searchMessages(desk: Desk, { world, words, each }: Wanted): Promise<Found> {
  const nowMs = desk.host.environment.clock.now();
  const found = await readKeptMemory(desk, world, (connection, { settings: { voices, timeZone } }) =>
    findMessages(connection, { words, limit: each, nowMs }).map(
      ({ eventId, side, voice, atMs, isUndated, shown, matches }) => ({
        kind: 'message' as const,
        event: eventId,
        side,
        name: voices[side].find(({ id }) => id === voice)?.name ?? voice,
        ...cutSnippet(shown, matches),
        atMs: isUndated ? null : atMs,
        timeZone,
      }),
    ),
  );
  return found ?? [];
}

const longestAbout = 120;

async function searchFragments(desk: Desk, { world, words, each }: Wanted): Promise<Found> {
  const found = await readKeptMemory(desk, world, (connection) =>
    listFragments(connection, words)
      .slice(0, each)
      .map(({ key, ambient }) => ({
        kind: 'fragment' as const,
        key,
        name: key,
        about: ambient.slice(0, longestAbout),
      })),
  );
  return found ?? [];
}
