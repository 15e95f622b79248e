// Reads where all entries are named at once: how widely each, and which in the same posts.

import type { Connection } from '@terrarium/kernel/open-database';
import type { EntryId } from './entry.ts';

/** How widely an entry is named in what was read. */
export interface Spread {
  readonly mentions: number;
  readonly posts: number;
  readonly threads: number;
}

/** An entry that is named in posts with another. */
export interface NamedTogether {
  readonly entryId: EntryId;
  /** How many posts name both. */
  readonly posts: number;
}

/** Who is named with whom, in memory, as it was when it was read. */
export interface Together {
  /** Other entries that are named in the same posts, most often first. */
  list(entryId: EntryId, limit: number): NamedTogether[];
}

interface NamedRow {
  readonly id: EntryId;
  readonly mentions: number;
  /** The parts that name it, as JSON: one row for each mention would take ten times as long. */
  readonly parts: string;
}

const pageSize = 500;

export function openNamedWhereStore(connection: Connection) {
  const namedPage = connection.prepare<[number], NamedRow>(
    `SELECT entry_id AS id, sum(mentions) AS mentions, json_group_array(part_id) AS parts
     FROM mention WHERE entry_id > ? GROUP BY entry_id ORDER BY entry_id LIMIT ${pageSize}`,
  );
  const places = connection.prepare<[], { id: number; post: string; thread: string }>(
    `SELECT id, corpus || ' ' || post AS post, corpus || ' ' || thread AS thread FROM read_part`,
  );
  const iterateNamed = function* (): Generator<NamedRow> {
    for (let after = -1; ; ) {
      const page = namedPage.all(after);
      yield* page;
      after = page.at(-1)?.id ?? after;
      if (page.length < pageSize) return;
    }
  };
  const readPlaces = () => {
    const rows = places.all();
    return { posts: buildPlaces(rows, 'post'), threads: buildPlaces(rows, 'thread') };
  };
  return {
    *iterateSpreads(): Generator<Spread & { readonly entryId: EntryId }> {
      const { posts, threads } = readPlaces();
      for (const { id, mentions, parts } of iterateNamed()) {
        const named = JSON.parse(parts) as readonly number[];
        yield {
          entryId: id,
          mentions,
          posts: listDistinct(named, posts).length,
          threads: listDistinct(named, threads).length,
        };
      }
    },
    /** Costs time in proportion to all mentions; what is asked of it costs next to none. */
    openTogether(): Together {
      const { posts } = readPlaces();
      const postsOf = new Map<EntryId, readonly number[]>();
      const namedIn = new Map<number, EntryId[]>();
      for (const { id, parts } of iterateNamed()) {
        const own = listDistinct(JSON.parse(parts) as readonly number[], posts);
        postsOf.set(id, own);
        for (const post of own) {
          const named = namedIn.get(post);
          if (named === undefined) namedIn.set(post, [id]);
          else named.push(id);
        }
      }
      return {
        list(entryId, limit) {
          const named = (postsOf.get(entryId) ?? []).map((post) => namedIn.get(post) ?? []);
          return countOthers(entryId, named)
            .toSorted((one, other) => other.posts - one.posts || one.entryId - other.entryId)
            .slice(0, limit);
        },
      };
    },
  };
}

/** A number for each part, the same for parts of the same place. */
function buildPlaces(
  rows: readonly { readonly id: number; readonly post: string; readonly thread: string }[],
  kind: 'post' | 'thread',
): ReadonlyMap<number, number> {
  const numbers = new Map<string, number>();
  return new Map(
    rows.map((row) => {
      const number = numbers.get(row[kind]) ?? numbers.size;
      numbers.set(row[kind], number);
      return [row.id, number];
    }),
  );
}

function listDistinct(parts: readonly number[], places: ReadonlyMap<number, number>): readonly number[] {
  return [...new Set(parts.map((part) => places.get(part) ?? -1))];
}

function countOthers(entryId: EntryId, named: readonly (readonly EntryId[])[]): readonly NamedTogether[] {
  const counts = new Map<EntryId, number>();
  for (const ids of named) {
    for (const id of ids) if (id !== entryId) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return [...counts].map(([id, posts]) => ({ entryId: id, posts }));
}
