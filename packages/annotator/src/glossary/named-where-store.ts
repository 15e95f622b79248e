// Loads into memory where the story names each entry, and updates this after later changes.

import type { Connection } from '@terrarium/kernel/open-database';
import { readChangeMark } from '../database/change-mark-store.ts';
import { stored } from '../database/packed-text.ts';
import type { EntryId } from './entry.ts';
import { buildNamedWhere, type NamedIn, type NamedPlace, type NamedWhere } from './named-where.ts';
import { listNameWords, stripSuffix } from './term-forms.ts';

interface NamedRow {
  readonly id: EntryId;
  /** Parts and mentions as JSON: reading one row for each mention would take ten times as long. */
  readonly parts: string;
  readonly mentions: string;
}

interface SumRow {
  readonly id: EntryId;
  readonly parts: number;
  readonly mentions: number;
  readonly mixed: number;
}

const pageSize = 500;

export interface NamedWhereStore {
  /**
   * The first call takes time in proportion to the number of all mentions; later calls, in proportion to the mentions
   * of changed entries.
   */
  read(): NamedWhere;
  /** What an earlier call read, if nothing has changed since. */
  findKept(): NamedWhere | undefined;
}

export function openNamedWhereStore(connection: Connection): NamedWhereStore {
  const sql = prepareStatements(connection);
  let kept: NamedWhere | undefined;
  let seen = '';
  let [newest, lastPart] = [0, 0];
  const readAll = (): NamedWhere => {
    const where = buildNamedWhere(sql.places.all(0));
    for (let after = -1; ; ) {
      const page = sql.page.all(after);
      for (const row of page) where.set(row.id, buildNamedIn(row));
      after = page.at(-1)?.id ?? after;
      if (page.length < pageSize) return where;
    }
  };
  const readChanged = (where: NamedWhere): void => {
    where.addPlaces(sql.places.all(lastPart));
    const sums = new Map(sql.sums.all().map((row) => [row.id, row]));
    const changed = new Set(where.listIds().filter((id) => !sums.has(id)));
    for (const row of sums.values()) if (!isSummedUp(where.find(row.id), row)) changed.add(row.id);
    // Two changes may cancel out in a sum. So entries with a name that may be part of an added or removed name are
    // read as well.
    for (const id of sql.listBeside(newest)) changed.add(id);
    for (const id of changed) where.set(id, sql.one.all(id).map(buildNamedIn)[0]);
  };
  const update = (): NamedWhere => {
    const revision = sql.newest.get() ?? 0;
    const part = sql.lastPart.get() ?? 0;
    // If a number is lower than before, the world was replaced by an older copy.
    if (kept === undefined || revision < newest || part < lastPart) kept = readAll();
    else readChanged(kept);
    [newest, lastPart] = [revision, part];
    return kept;
  };
  return {
    findKept: () => (kept !== undefined && readChangeMark(connection) === seen ? kept : undefined),
    read() {
      const state = readChangeMark(connection);
      if (kept !== undefined && state === seen) return kept;
      seen = state;
      return update();
    },
  };
}

function prepareStatements(connection: Connection) {
  const namedSql = `SELECT entry_id AS id, json_group_array(part_id) AS parts, json_group_array(mentions) AS mentions
    FROM mention`;
  const names = connection
    .prepare<[number], string>(
      `SELECT new FROM revision WHERE field IN ('term', 'aliases') AND new IS NOT NULL AND entry_id IN (
         SELECT entry_id FROM revision WHERE id > ? AND field IN ('term', 'aliases', 'deleted', 'merged_into'))`,
    )
    .pluck();
  const renamed = connection
    .prepare<[number], EntryId>(
      `SELECT DISTINCT +entry_id FROM revision
       WHERE id > ? AND field IN ('term', 'aliases', 'deleted', 'merged_into')`,
    )
    .pluck();
  const byFirstWord = connection
    .prepare<[string], EntryId>(
      'SELECT DISTINCT entry_id FROM surface WHERE first_word IN (SELECT value FROM json_each(?))',
    )
    .pluck();
  return {
    page: connection.prepare<[number], NamedRow>(
      `${namedSql} WHERE entry_id > ? GROUP BY entry_id ORDER BY entry_id LIMIT ${pageSize}`,
    ),
    one: connection.prepare<[number], NamedRow>(`${namedSql} WHERE entry_id = ? GROUP BY entry_id`),
    sums: connection.prepare<[], SumRow>('SELECT entry_id AS id, parts, mentions, mixed FROM mention_sum'),
    places: connection.prepare<[number], NamedPlace>(
      'SELECT id, corpus, thread, post FROM read_part WHERE id > ? ORDER BY id',
    ),
    newest: connection.prepare<[], number | null>('SELECT max(id) FROM revision').pluck(),
    lastPart: connection.prepare<[], number | null>('SELECT max(id) FROM read_part').pluck(),
    /**
     * Entries renamed or removed after the revision `since`, and entries with a name that may be part of their names.
     */
    listBeside(since: number): readonly EntryId[] {
      const words = names.all(since).flatMap(listWords);
      if (words.length === 0) return [];
      return [...renamed.all(since), ...byFirstWord.all(JSON.stringify([...new Set(words)]))];
    },
  };
}

/**
 * The words of the names that a revision stores: a term, or a list of names. A number in such a list stands for a name
 * of the previous list, and is left out.
 */
function listWords(value: string): readonly string[] {
  const told: unknown = stored.parse(value, ['revision', 0, 'new']);
  const names = (Array.isArray(told) ? told : [told]).filter((one) => typeof one === 'string');
  return names.flatMap((name) => listNameWords(stripSuffix(name)));
}

function buildNamedIn({ parts, mentions }: Pick<NamedRow, 'parts' | 'mentions'>): NamedIn {
  return {
    parts: Int32Array.from(JSON.parse(parts) as readonly number[]),
    mentions: Int32Array.from(JSON.parse(mentions) as readonly number[]),
  };
}

/** Whether mentions in memory equal the sums that the database keeps. */
function isSummedUp(named: NamedIn | undefined, sum: SumRow): boolean {
  const { parts, mentions } = named ?? { parts: [], mentions: [] };
  if (parts.length !== sum.parts) return false;
  let [total, mixed] = [0, 0];
  for (const [at, part] of parts.entries()) {
    const here = mentions[at] ?? 0;
    total += here;
    mixed += here * ((part % 65_521) + 1);
  }
  return total === sum.mentions && mixed === sum.mixed;
}
