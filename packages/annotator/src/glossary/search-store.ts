// Searches entries by words, best first, and by substrings for scripts without spaces; any text is a safe query.

import type { TermRange } from '@terrarium/kernel/accented-forms';
import { toHiragana } from '@terrarium/kernel/fold-kana';
import type { Connection } from '@terrarium/kernel/open-database';
import { toSingular } from '../reader/lexicon.ts';
import type { EntryId, EntryStatus, GlossaryEntry } from './entry.ts';
import { ofCorpusSql } from './entry-store.ts';
import { listSpellings } from './list-spellings.ts';
import { normaliseLetters } from './normalise-letters.ts';
import { isUnspaced, splitWords } from './text-words.ts';
import { isFunctionWord } from './word-list.ts';

export interface SearchFilter {
  readonly status?: EntryStatus | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly corpus?: string | undefined;
  /** The maximum number of entries. */
  readonly limit: number;
}

export interface SearchStore {
  add(entry: GlossaryEntry): void;
  replace(entry: GlossaryEntry): void;
  remove(id: EntryId): void;
  /**
   * Ids of matching entries, best first: entries with all words, then with the query as a substring, then with it in
   * the other kana, then with all words in the singular, then with all words in any spelling, then with any word.
   */
  search(query: string, filter: SearchFilter): EntryId[];
  searchAnyWord(query: string, limit: number): EntryId[];
  /** The ids that pass the filter, in the given order. */
  filter(ids: readonly EntryId[], filter: SearchFilter): EntryId[];
  /** The most recently changed entries first: the result of a search without words. */
  listNewest(filter: SearchFilter): EntryId[];
}

interface BoundFilter {
  readonly status: string | null;
  readonly tags: string | null;
  readonly corpus: string | null;
  readonly limit: number;
}

interface TextRow {
  readonly id: number;
  readonly text: string;
}

interface NamesRow extends IndexedWords {
  readonly id: number;
}

// At most this many words of a query are looked for.
const maxQueryWords = 24;
const trigramLength = 3;
// At most this many entries with the query's trigrams are searched for the query itself.
const maxSubstringChecks = 500;
const filterSql = `(:status IS NULL OR entry.status = :status) AND (:tags IS NULL OR EXISTS (
  SELECT 1 FROM json_each(entry.tags) AS own JOIN json_each(:tags) AS wanted ON own.value = wanted.value)) AND ${ofCorpusSql}`;
const textSql = `entry.term || char(10) || (SELECT ifnull(group_concat(value, char(10)), '') FROM json_each(entry.aliases))
  || char(10) || entry.definition`;

export function openSearchStore(connection: Connection): SearchStore {
  const sql = prepareStatements(connection);
  const listWords = openVocabulary(connection);
  const add = (entry: GlossaryEntry): void => {
    sql.addWords.run({ id: entry.id, ...foldIndexedWords(entry) });
    sql.addTrigrams.run(entry.id, renderIndexedText(entry));
  };
  const remove = (id: EntryId): void => {
    sql.removeWords.run(id);
    sql.removeTrigrams.run(id);
  };
  return {
    add,
    remove,
    replace(entry) {
      remove(entry.id);
      add(entry);
    },
    search: (query, filter) => searchText({ ...sql, listWords }, query, filter),
    searchAnyWord(query, limit) {
      const words = listQueryWords(query);
      if (words.length === 0) return [];
      return listByWords(sql, words.join(' OR '), buildParameters({ limit })).map((id) => id as EntryId);
    },
    filter(ids, filter) {
      const bound = buildParameters(filter);
      const kept = new Set(sql.keep.all({ ids: JSON.stringify(ids), ...bound }));
      return ids.filter((id) => kept.has(id)).slice(0, filter.limit);
    },
    listNewest: (filter) => sql.newest.all(buildParameters(filter)).map((id) => id as EntryId),
  };
}

type IndexedEntry = Pick<GlossaryEntry, 'term' | 'aliases' | 'definition'>;

/** The columns of the word index, with folded letters. */
export interface IndexedWords {
  readonly term: string;
  readonly aliases: string;
  readonly definition: string;
}

export function foldIndexedWords({ term, aliases, definition }: IndexedEntry): IndexedWords {
  return {
    term: normaliseLetters(term),
    aliases: normaliseLetters(aliases.join('\n')),
    definition: normaliseLetters(definition),
  };
}

/** The text of an entry in the trigram index. */
export function renderIndexedText({ term, aliases, definition }: IndexedEntry): string {
  return normaliseLetters([term, ...aliases, definition].join('\n'));
}

type Statements = ReturnType<typeof prepareStatements>;

type ListWords = (range: TermRange, limit: number) => readonly string[];

/** Returns a function that lists words of the word index. Their list is opened when it is first needed. */
function openVocabulary(connection: Connection): ListWords {
  let select: { all(from: string, until: string, limit: number): readonly string[] } | undefined;
  return ({ from, until }, limit) => {
    if (select === undefined) {
      connection.exec(
        'CREATE VIRTUAL TABLE IF NOT EXISTS temp.entry_vocabulary USING fts5vocab (main, entry_words, row)',
      );
      select = connection
        .prepare<[string, string, number], string>(
          'SELECT term FROM temp.entry_vocabulary WHERE term >= ? AND term < ? ORDER BY length(term), term LIMIT ?',
        )
        .pluck();
    }
    return select.all(from, until, limit);
  };
}

function prepareStatements(connection: Connection) {
  return {
    addWords: connection.prepare<IndexedWords & { id: EntryId }>(
      'INSERT INTO entry_words (rowid, term, aliases, definition) VALUES (:id, :term, :aliases, :definition)',
    ),
    addTrigrams: connection.prepare('INSERT INTO entry_trigrams (rowid, names_and_definition) VALUES (?, ?)'),
    removeWords: connection.prepare('DELETE FROM entry_words WHERE rowid = ?'),
    removeTrigrams: connection.prepare('DELETE FROM entry_trigrams WHERE rowid = ?'),
    byWords: connection
      .prepare<BoundFilter & { match: string }, number>(
        `SELECT entry.id FROM entry_words JOIN entry ON entry.id = entry_words.rowid
         WHERE entry_words MATCH :match AND ${filterSql}
         ORDER BY bm25(entry_words, 10.0, 5.0, 1.0), entry.id LIMIT :limit`,
      )
      .pluck(),
    byWordsUnfiltered: connection
      .prepare<{ match: string; limit: number }, number>(
        `SELECT rowid FROM entry_words WHERE entry_words MATCH :match
         ORDER BY bm25(entry_words, 10.0, 5.0, 1.0), rowid LIMIT :limit`,
      )
      .pluck(),
    byTrigrams: connection.prepare<BoundFilter & { match: string }, TextRow>(
      `SELECT entry.id, ${textSql} AS text FROM entry_trigrams JOIN entry ON entry.id = entry_trigrams.rowid
       WHERE entry_trigrams MATCH :match AND ${filterSql} ORDER BY entry.id LIMIT ${maxSubstringChecks}`,
    ),
    names: connection.prepare<BoundFilter, NamesRow>(
      `SELECT entry.id, entry.term, entry.definition,
         (SELECT ifnull(group_concat(value, char(10)), '') FROM json_each(entry.aliases)) AS aliases
       FROM entry WHERE ${filterSql} ORDER BY entry.id`,
    ),
    byPattern: connection
      .prepare<BoundFilter & { pattern: string }, number>(
        `SELECT entry.id FROM entry
         WHERE (entry.term LIKE :pattern ESCAPE '\\' OR entry.definition LIKE :pattern ESCAPE '\\'
             OR EXISTS (SELECT 1 FROM json_each(entry.aliases) WHERE value LIKE :pattern ESCAPE '\\')) AND ${filterSql}
         ORDER BY entry.term LIKE :pattern ESCAPE '\\' DESC, entry.id LIMIT :limit`,
      )
      .pluck(),
    keep: connection
      .prepare<BoundFilter & { ids: string }, number>(
        `SELECT entry.id FROM json_each(:ids) AS wanted JOIN entry ON entry.id = wanted.value WHERE ${filterSql}`,
      )
      .pluck(),
    newest: connection
      .prepare<BoundFilter, number>(
        `SELECT entry.id FROM entry WHERE ${filterSql} ORDER BY entry.revision DESC LIMIT :limit`,
      )
      .pluck(),
  };
}

interface Sought extends Statements {
  readonly listWords: ListWords;
}

function searchText(sql: Sought, query: string, filter: SearchFilter): EntryId[] {
  const words = listQueryWords(query);
  const telling = words.filter((word) => !isFunctionWord(word.slice(1, -1).toLowerCase()));
  const bound = buildParameters(filter);
  const listWords = cacheRanges(sql.listWords);
  const withSpellings = (word: string) => withForms(word, listWords);
  const passes = [
    () => (words.length > 0 ? listByWords(sql, words.join(' AND '), bound) : []),
    () => listBySubstring(sql, query, bound),
    () => listByKana(sql, query, bound),
    () => (words.length > 0 ? listByWords(sql, words.map(withSingular).join(' AND '), bound) : []),
    () => (words.length > 0 ? listByWords(sql, words.map(withSpellings).join(' AND '), bound) : []),
    () => (telling.length > 0 ? listByWords(sql, telling.map(withSpellings).join(' OR '), bound) : []),
  ];
  const found = new Set<number>();
  for (const pass of passes) {
    if (found.size >= filter.limit) break;
    for (const id of pass()) found.add(id);
  }
  return [...found].slice(0, filter.limit).map((id) => id as EntryId);
}

/**
 * Reads each range once in a search. A word and its singular have most of their ranges in common, and the spellings of
 * words are looked up twice: once for entries with all words, once for entries with any.
 */
function cacheRanges(listWords: ListWords): ListWords {
  const read = new Map<string, readonly string[]>();
  return (range, limit) => {
    const words = read.get(range.from) ?? listWords(range, limit);
    read.set(range.from, words);
    return words;
  };
}

function withSingular(word: string): string {
  const lower = word.slice(1, -1).toLowerCase();
  const singular = toSingular(lower);
  return singular === lower ? word : `(${word} OR "${singular}")`;
}

/** A query that matches a word or its singular, each in any spelling. */
function withForms(word: string, listWords: ListWords): string {
  const lower = word.slice(1, -1).toLowerCase();
  const forms = new Set([toSingular(lower), lower].flatMap((form) => listSpellings(form, listWords)));
  forms.delete(lower);
  return forms.size === 0 ? word : `(${[word, ...[...forms].map((form) => `"${form}"`)].join(' OR ')})`;
}

/** A word may occur in every fourth entry, so the rows of entries are read only if there is a filter. */
function listByWords(sql: Statements, match: string, bound: BoundFilter): number[] {
  const { status, tags, corpus, limit } = bound;
  if (status === null && tags === null && corpus === null) return sql.byWordsUnfiltered.all({ match, limit });
  return sql.byWords.all({ match, ...bound });
}

function buildParameters(filter: SearchFilter): BoundFilter {
  const tags = filter.tags === undefined || filter.tags.length === 0 ? null : JSON.stringify(filter.tags);
  return { status: filter.status ?? null, tags, corpus: filter.corpus ?? null, limit: filter.limit };
}

/** The query's words as FTS5 strings, without any FTS5 syntax. */
function listQueryWords(query: string): string[] {
  const words = normaliseLetters(query.toWellFormed()).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return [...new Set(words)].slice(0, maxQueryWords).map((word) => `"${word}"`);
}

/**
 * Entries that contain the query as it was typed; upper case and variants of letters do not matter. A query of fewer
 * than three characters is searched only if it has a character of a script without spaces, or a sign that is neither a
 * letter nor a digit.
 */
function listBySubstring(sql: Statements, query: string, bound: BoundFilter): number[] {
  const typed = query
    .toWellFormed()
    .normalize('NFC')
    .replaceAll('\0', ' ')
    .trim()
    .slice(0, 200)
    .toWellFormed();
  const wanted = normaliseLetters(typed);
  const characters = [...wanted];
  if (characters.length === 0) return [];
  if (characters.length < trigramLength) {
    const isWorthwhile =
      splitWords(wanted).some((word) => isUnspaced(word.folded)) || /[^\p{L}\p{N}]/u.test(wanted);
    if (!isWorthwhile) return [];
    const patterns = [...new Set([typed, wanted])].map((text) => `%${text.replace(/[\\%_]/g, '\\$&')}%`);
    return patterns.flatMap((pattern) => sql.byPattern.all({ pattern, ...bound }));
  }
  const trigrams = characters.slice(0, -2).map((_, at) => characters.slice(at, at + trigramLength).join(''));
  const match = [...new Set(trigrams)].map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' AND ');
  const lower = wanted.toLowerCase();
  return sql.byTrigrams
    .all({ match, ...bound })
    .filter((row) => normaliseLetters(row.text).toLowerCase().includes(lower))
    .map((row) => row.id);
}

/**
 * Entries that contain the query if hiragana and katakana count as the same; those with it in a name come first. Empty
 * for a query without kana, since no index has such a form and every entry must be looked at.
 */
function listByKana(sql: Statements, query: string, bound: BoundFilter): number[] {
  const wanted = foldKana(query.toWellFormed().trim().slice(0, 200));
  if (!/\p{sc=Hiragana}/u.test(wanted)) return [];
  const rows = sql.names.all(bound);
  const named = rows.filter(({ term, aliases }) => foldKana(`${term}\n${aliases}`).includes(wanted));
  const told = rows.filter(({ definition }) => foldKana(definition).includes(wanted));
  return [...named, ...told].map(({ id }) => id);
}

function foldKana(text: string): string {
  return toHiragana(normaliseLetters(text)).toLowerCase();
}
