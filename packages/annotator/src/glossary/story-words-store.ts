// Finds the parts of the story that have certain words, in the index to which each read post is added.

import type { TermRange } from '@terrarium/kernel/accented-forms';
import type { Connection } from '@terrarium/kernel/open-database';
import { buildPart, type PartRow } from './part-row.ts';
import type { ReadPart } from './read-parts.ts';

/** How far into the story somebody may look. */
export interface StoryReach {
  /** Everything up to and including this part is known. */
  readonly lastPart: number;
  /** Whether a part that was read after `lastPart` is also known: inserted and skipped parts are read later. */
  readonly isKnown: (part: ReadPart) => boolean;
  /** Whether a part is no longer in the story. */
  readonly isGone: (part: ReadPart) => boolean;
  /** Only parts of this corpus; if undefined, parts of all corpora. */
  readonly corpus?: string | undefined;
}

export interface StoryWordsStore {
  /** Ids of the parts within reach that have the word, in the order of reading. */
  listParts(stem: string, reach: StoryReach): readonly number[];
  /** At most `limit` words of the index within a range, the shortest first. */
  listWords(range: TermRange, limit: number): readonly string[];
  /** The parts that have at least one word of each group, in the order of reading. */
  iteratePartsWith(groups: readonly (readonly string[])[]): Generator<ReadPart>;
  /** How many parts have at least one of the words. Counting stops at the limit. */
  countPartsWith(words: readonly string[], limit: number): number;
  findPart(id: number): ReadPart | undefined;
  /** The newest part, or the newest part up to `upTo`; undefined if nothing was read. */
  findLastPart(upTo?: number): ReadPart | undefined;
  /** How many characters of a post were read; 0 if none were. */
  measureRead(corpus: string, postId: number): number;
  /** The parts within reach, in the order of reading. */
  iterateParts(reach: StoryReach): Generator<ReadPart>;
}

const columns = 'id, corpus, thread, post, start_at, end_at';

export function openStoryWordsStore(connection: Connection): StoryWordsStore {
  return { ...openPartsStore(connection), ...openWordsIndex(connection) };
}

type WordsIndex = Pick<StoryWordsStore, 'listWords' | 'iteratePartsWith' | 'countPartsWith'>;

/** How many parts are read at once. */
const pageParts = 500;

function openWordsIndex(connection: Connection): WordsIndex {
  const page = connection.prepare<{ match: string; after: number }, PartRow>(
    `SELECT read_part.id, corpus, thread, post, start_at, end_at FROM
       (SELECT rowid AS id FROM read_words WHERE read_words MATCH :match AND rowid > :after
        ORDER BY rowid LIMIT ${pageParts}) AS found
     JOIN read_part ON read_part.id = found.id ORDER BY read_part.id`,
  );
  const counted = connection
    .prepare<[string, number], number>(
      'SELECT count(*) FROM (SELECT 1 FROM read_words WHERE read_words MATCH ? LIMIT ?)',
    )
    .pluck();
  return {
    listWords(range, limit) {
      connection.exec(
        'CREATE VIRTUAL TABLE IF NOT EXISTS temp.read_vocabulary USING fts5vocab (main, read_words, row)',
      );
      return connection
        .prepare<[string, string, number], string>(
          'SELECT term FROM temp.read_vocabulary WHERE term >= ? AND term < ? ORDER BY length(term), term LIMIT ?',
        )
        .pluck()
        .all(encodeWord(range.from), encodeWord(range.until), limit)
        .map(decodeWord);
    },
    *iteratePartsWith(groups) {
      if (groups.length === 0) return;
      const match = renderGroups(groups);
      let after = 0;
      for (let rows = page.all({ match, after }); rows.length > 0; rows = page.all({ match, after })) {
        after = rows.at(-1)?.id ?? after;
        yield* rows.map(buildPart);
      }
    },
    countPartsWith: (words, limit) => counted.get(renderGroups([words]), limit) ?? 0,
  };
}

function openPartsStore(connection: Connection): Omit<StoryWordsStore, keyof WordsIndex> {
  const withWord = connection.prepare<{ match: string; corpus: string | null }, PartRow>(
    `SELECT ${columns} FROM read_words JOIN read_part ON read_part.id = read_words.rowid
     WHERE read_words MATCH :match AND (:corpus IS NULL OR read_part.corpus = :corpus) ORDER BY read_part.id`,
  );
  const part = connection.prepare<[number], PartRow>(`SELECT ${columns} FROM read_part WHERE id = ?`);
  const lastPart = connection.prepare<[number], PartRow>(
    `SELECT ${columns} FROM read_part WHERE id <= ? ORDER BY id DESC LIMIT 1`,
  );
  const read = connection
    .prepare<[string, number], number>(
      'SELECT ifnull(max(end_at), 0) FROM read_part WHERE corpus = ? AND post = ?',
    )
    .pluck();
  const parts = connection.prepare<[string | null, string | null], PartRow>(
    `SELECT ${columns} FROM read_part WHERE (? IS NULL OR corpus = ?) ORDER BY id`,
  );
  return {
    listParts(stem, reach) {
      const found = withWord.all({ match: renderMatch(stem), corpus: reach.corpus ?? null }).map(buildPart);
      return found.filter((one) => isWithin(one, reach)).map(({ id }) => id);
    },
    findPart(id) {
      const row = part.get(id);
      return row === undefined ? undefined : buildPart(row);
    },
    findLastPart(upTo = Number.MAX_SAFE_INTEGER) {
      const row = lastPart.get(upTo);
      return row === undefined ? undefined : buildPart(row);
    },
    measureRead: (corpus, postId) => read.get(corpus, postId) ?? 0,
    *iterateParts(reach) {
      const { corpus = null } = reach;
      for (const row of parts.iterate(corpus, corpus)) {
        const one = buildPart(row);
        if (isWithin(one, reach)) yield one;
      }
    },
  };
}

function isWithin(part: ReadPart, { lastPart, isKnown, isGone }: StoryReach): boolean {
  return (part.id <= lastPart || isKnown(part)) && !isGone(part);
}

function renderMatch(stem: string): string {
  return `"${encodeWord(stem).replaceAll('"', '')}"`;
}

function renderGroups(groups: readonly (readonly string[])[]): string {
  return groups.map((words) => `(${words.map(renderMatch).join(' OR ')})`).join(' AND ');
}

/** A word in the form that the index uses: an apostrophe inside a word is a typographic one. */
function encodeWord(stem: string): string {
  return stem.replaceAll("'", '’');
}

function decodeWord(word: string): string {
  return word.replaceAll('’', "'");
}
