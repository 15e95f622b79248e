// Reads for all entries at once how widely each is named, and which are named in the same posts.

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
  const places = connection.prepare<[], PlaceRow>(
    `SELECT id, corpus || ' ' || post AS post, corpus || ' ' || thread AS thread FROM read_part ORDER BY id`,
  );
  const iterateNamed = function* (): Generator<NamedRow> {
    for (let after = -1; ; ) {
      const page = namedPage.all(after);
      yield* page;
      after = page.at(-1)?.id ?? after;
      if (page.length < pageSize) return;
    }
  };
  return {
    *iterateSpreads(): Generator<Spread & { readonly entryId: EntryId }> {
      const rows = places.all();
      const [posts, threads] = [openPlaces(rows, 'post'), openPlaces(rows, 'thread')];
      for (const { id, mentions, parts } of iterateNamed()) {
        const named = JSON.parse(parts) as readonly number[];
        yield {
          entryId: id,
          mentions,
          posts: posts.listDistinct(named).length,
          threads: threads.listDistinct(named).length,
        };
      }
    },
    /** Costs time in proportion to all mentions; what is asked of it costs next to none. */
    openTogether(): Together {
      const posts = openPlaces(places.all(), 'post');
      const named = [...iterateNamed()].map(({ id, parts }) => ({
        id,
        posts: posts.listDistinct(JSON.parse(parts) as readonly number[]),
      }));
      return buildTogether(named, posts.size);
    },
  };
}

interface PlaceRow {
  readonly id: number;
  readonly post: string;
  readonly thread: string;
}

/** Places by number: parts of the same post, or thread, have the same. */
function openPlaces(rows: readonly PlaceRow[], kind: 'post' | 'thread') {
  const numbers = new Map<string, number>();
  const numberOf = new Int32Array((rows.at(-1)?.id ?? 0) + 1);
  for (const row of rows) {
    const number = numbers.get(row[kind]) ?? numbers.size;
    numbers.set(row[kind], number);
    numberOf[row.id] = number;
  }
  const seenAt = new Int32Array(numbers.size);
  let round = 0;
  return {
    size: numbers.size,
    /** The places of these parts, each once. */
    listDistinct(parts: readonly number[]): readonly number[] {
      round += 1;
      const distinct: number[] = [];
      for (const part of parts) {
        const number = numberOf[part] ?? 0;
        if (seenAt[number] === round) continue;
        seenAt[number] = round;
        distinct.push(number);
      }
      return distinct;
    },
  };
}

interface NamedIn {
  readonly id: EntryId;
  readonly posts: readonly number[];
}

function buildTogether(named: readonly NamedIn[], posts: number): Together {
  const rowOf = new Map(named.map(({ id }, row) => [id, row]));
  const namedIn: number[][] = Array.from({ length: posts }, () => []);
  for (const [row, { posts: own }] of named.entries()) for (const post of own) namedIn[post]?.push(row);
  return {
    list(entryId, limit) {
      const own = rowOf.get(entryId);
      const counts = new Int32Array(named.length);
      for (const post of named[own ?? -1]?.posts ?? []) {
        for (const row of namedIn[post] ?? []) counts[row] = (counts[row] ?? 0) + 1;
      }
      return named
        .flatMap(({ id }, row) => {
          const together = counts[row] ?? 0;
          return together === 0 || row === own ? [] : [{ entryId: id, posts: together }];
        })
        .toSorted((one, other) => other.posts - one.posts || one.entryId - other.entryId)
        .slice(0, limit);
    },
  };
}
