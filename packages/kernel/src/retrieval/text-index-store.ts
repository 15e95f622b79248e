// Text index: which terms occur in which texts, by number; new texts are gathered, then folded into blocks of postings.
import Database from 'better-sqlite3';
import { assert } from '../base/errors.ts';
import type { DamagedRow } from '../store/examined-rows.ts';
import { openOnce } from '../store/open-once.ts';
import type { Connection } from '../store/open-options.ts';
import { openStoredValues } from '../store/stored-values.ts';
import type { TermRange } from './accented-forms.ts';
import { filterRun, type PlaceRun, packRun, packWeight, unpackRun } from './postings.ts';
import type { Terms } from './split-terms.ts';

/**
 * The tables of the index; the migrations of each package repeat them word for word. `before` is the place from which
 * the first distance is counted.
 */
export const textIndexTables = `CREATE TABLE text_term (
  id INTEGER PRIMARY KEY,
  term TEXT NOT NULL UNIQUE,
  documents INTEGER NOT NULL,
  last_place INTEGER NOT NULL,
  last_block INTEGER NOT NULL
) STRICT;
CREATE TABLE text_block (
  term_id INTEGER NOT NULL REFERENCES text_term (id),
  block INTEGER NOT NULL,
  before INTEGER NOT NULL,
  postings BLOB NOT NULL,
  PRIMARY KEY (term_id, block)
) STRICT, WITHOUT ROWID;
CREATE TABLE text_pending (
  place INTEGER PRIMARY KEY,
  weights TEXT NOT NULL
) STRICT;
CREATE TABLE text_extent (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  documents INTEGER NOT NULL,
  length INTEGER NOT NULL,
  pending INTEGER NOT NULL
) STRICT;
INSERT INTO text_extent (id, documents, length, pending) VALUES (1, 0, 0, 0);`;

export interface IndexedText {
  /** The number of the text; must be higher than all earlier ones, because texts are added in order. */
  readonly place: number;
  readonly terms: Terms;
  readonly isQuestion: boolean;
}

/** A term of a query, with the places where it occurs. */
export interface TermMatch extends PlaceRun {
  readonly term: string;
  /** How many texts contain the term. */
  readonly documents: number;
}

export interface TextIndex {
  /** Adds a text, in the caller's transaction. */
  add(text: IndexedText): void;
  /**
   * Removes the text that was added last, in the caller's transaction. The index is then as if the text had never been
   * added. `readNewest` must return the newest texts of the index, this text among them, in order.
   */
  removeLast(text: IndexedText, readNewest: (count: number) => readonly IndexedText[]): void;
  /**
   * Finds the terms of the query, the rarest first, as long as they have at most `limit` places in all. The first term
   * always counts, with its newest `limit` places. Each term's places are in ascending order. Terms that occur nowhere
   * are left out. If `within` is given, only its places count.
   */
  search(terms: Iterable<string>, limit: number, within?: ReadonlySet<number>): TermMatch[];
  /** Lists at most `limit` terms of the range; terms that occur in the most texts come first. */
  listTerms(range: TermRange, limit: number): readonly string[];
  /** How many texts the index has, and how many terms a text has on average. */
  measure(): { readonly documents: number; readonly meanLength: number };
}

/**
 * This many texts are gathered before they are folded into blocks. A gathered text takes one row, and folding many at
 * once writes each term only once.
 */
const foldAfter = 64;
/** A block grows to about this many bytes. */
const blockBytes = 1_500;

interface TermRow {
  readonly id: number;
  readonly documents: number;
  readonly last_place: number;
  readonly last_block: number;
}

interface BlockRow {
  readonly before: number;
  readonly postings: Buffer;
}

interface NewBlock {
  readonly termId: number | bigint;
  readonly block: number;
  readonly before: number;
  readonly postings: Uint8Array;
}

interface Extent {
  readonly documents: number;
  readonly length: number;
  readonly pending: number;
}

type Statements = ReturnType<typeof prepareStatements>;

export const openTextIndex = openOnce(buildTextIndex);

function buildTextIndex(connection: Connection): TextIndex {
  const sql = prepareStatements(connection);
  return {
    add: (text) => addText(sql, text),
    removeLast: (text, readNewest) => removeLast(sql, text, readNewest),
    search: (terms, limit, within) => searchTerms(sql, new Set(terms), { limit, within }),
    listTerms: (range, limit) => listTerms(sql, range, limit),
    measure() {
      const { documents, length } = readExtent(sql);
      return { documents, meanLength: documents === 0 ? 1 : Math.max(1, length / documents) };
    },
  };
}

function prepareStatements(connection: Connection) {
  return {
    gather: connection.prepare('INSERT INTO text_pending (place, weights) VALUES (?, ?)'),
    gathered: connection
      .prepare<[], [number, string]>('SELECT place, weights FROM text_pending ORDER BY place')
      .raw(),
    clear: connection.prepare('DELETE FROM text_pending'),
    drop: connection.prepare('DELETE FROM text_pending WHERE place = ?'),
    shorten: connection.prepare(
      'UPDATE text_extent SET documents = documents - 1, length = length - ?, pending = pending - 1',
    ),
    refilled: connection.prepare('UPDATE text_extent SET pending = ?'),
    removeTerm: connection.prepare('DELETE FROM text_term WHERE id = ?'),
    removeBlock: connection.prepare('DELETE FROM text_block WHERE term_id = ? AND block = ?'),
    extent: connection.prepare<[], Extent>('SELECT documents, length, pending FROM text_extent'),
    extend: connection.prepare(
      'UPDATE text_extent SET documents = documents + 1, length = length + ?, pending = pending + 1',
    ),
    folded: connection.prepare('UPDATE text_extent SET pending = 0'),
    term: connection.prepare<[string], TermRow>(
      'SELECT id, documents, last_place, last_block FROM text_term WHERE term = ?',
    ),
    termsWithin: connection.prepare<[string, string, number], { term: string; documents: number }>(
      'SELECT term, documents FROM text_term WHERE term >= ? AND term < ? ORDER BY documents DESC, term LIMIT ?',
    ),
    addTerm: connection.prepare(
      'INSERT INTO text_term (term, documents, last_place, last_block) VALUES (?, ?, ?, 0)',
    ),
    growTerm: connection.prepare<{ id: number; added: number; lastPlace: number; lastBlock: number }>(
      `UPDATE text_term SET documents = documents + :added, last_place = :lastPlace, last_block = :lastBlock
       WHERE id = :id`,
    ),
    block: connection.prepare<[number, number], BlockRow>(
      'SELECT before, postings FROM text_block WHERE term_id = ? AND block = ?',
    ),
    blocks: connection.prepare<[number], BlockRow>(
      'SELECT before, postings FROM text_block WHERE term_id = ? ORDER BY block DESC',
    ),
    addBlock: connection.prepare<NewBlock>(
      'INSERT INTO text_block (term_id, block, before, postings) VALUES (:termId, :block, :before, :postings)',
    ),
    growBlock: connection.prepare('UPDATE text_block SET postings = ? WHERE term_id = ? AND block = ?'),
  };
}

function readExtent(sql: Statements): Extent {
  const extent = sql.extent.get();
  assert(extent !== undefined, 'The row that tells the size of the text index is missing.');
  return extent;
}

function addText(sql: Statements, text: IndexedText): void {
  insertPending(sql, text);
  sql.extend.run(text.terms.length);
  if (readExtent(sql).pending >= foldAfter) foldPending(sql);
}

function insertPending(sql: Statements, { place, terms, isQuestion }: IndexedText): void {
  const weights: Record<string, number> = Object.create(null);
  for (const [term, count] of terms.counts)
    weights[term] = packWeight({ count, length: terms.length, isQuestion });
  sql.gather.run(place, JSON.stringify(weights));
}

function removeLast(
  sql: Statements,
  { place, terms }: IndexedText,
  readNewest: (count: number) => readonly IndexedText[],
): void {
  if (readExtent(sql).pending === 0) removeFold(sql, readNewest(foldAfter));
  assert(sql.drop.run(place).changes === 1, 'Only the text that was added last can be taken out.');
  sql.shorten.run(terms.length);
}

/** Removes the texts that were folded last from the blocks, and stores them as gathered texts again. */
function removeFold(sql: Statements, texts: readonly IndexedText[]): void {
  for (const text of texts) insertPending(sql, text);
  sql.refilled.run(texts.length);
  for (const [term, run] of [...readPending(sql, undefined)].sort(([one], [other]) => compare(other, one)))
    cutTerm(sql, term, run);
}

function cutTerm(sql: Statements, term: string, run: PlaceRun): void {
  const row = sql.term.get(term);
  const block = row && sql.block.get(row.id, row.last_block);
  assert(
    row !== undefined && block !== undefined,
    'A term that was folded into the index is missing from it.',
  );
  const { id, last_block: open } = row;
  const places = unpackRun(block.postings, block.before).places;
  const before = places[places.length - run.places.length - 1];
  if (before !== undefined) {
    const kept = block.postings.length - packRun(run, before).length;
    sql.growBlock.run(block.postings.subarray(0, kept), id, open);
  } else sql.removeBlock.run(id, open);
  if (before === undefined && open === 0) sql.removeTerm.run(id);
  else {
    const lastBlock = before === undefined ? open - 1 : open;
    sql.growTerm.run({ id, added: -run.places.length, lastPlace: before ?? block.before, lastBlock });
  }
}

function foldPending(sql: Statements): void {
  const gathered = readPending(sql, undefined);
  for (const [term, run] of [...gathered].sort(([one], [other]) => compare(one, other)))
    foldTerm(sql, term, run);
  sql.clear.run();
  sql.folded.run();
}

interface Run extends PlaceRun {
  readonly places: number[];
  readonly weights: number[];
}

const stored = openStoredValues('The index of words');

/** The postings of each term in gathered texts. If `wanted` is given, only of those terms. */
function readPending(sql: Statements, wanted: ReadonlySet<string> | undefined): Map<string, Run> {
  const runs = new Map<string, Run>();
  for (const [place, text] of sql.gathered.iterate()) {
    const weights = stored.parse<Record<string, number>>(text, ['text_pending', place, 'weights'], 'object');
    for (const [term, weight] of Object.entries(weights)) {
      if (wanted?.has(term) === false) continue;
      const run = runs.get(term) ?? { places: [], weights: [] };
      if (run.places.length === 0) runs.set(term, run);
      run.places.push(place);
      run.weights.push(weight);
    }
  }
  return runs;
}

function foldTerm(sql: Statements, term: string, run: PlaceRun): void {
  const last = run.places.at(-1) ?? 0;
  const row = sql.term.get(term);
  if (row === undefined) {
    const termId = sql.addTerm.run(term, run.places.length, last).lastInsertRowid;
    sql.addBlock.run({ termId, block: 0, before: 0, postings: packRun(run, 0) });
    return;
  }
  const { id, last_place: before, last_block: open } = row;
  const postings = packRun(run, before);
  const block = sql.block.get(id, open);
  const isFull = block === undefined || block.postings.length + postings.length > blockBytes;
  if (isFull) sql.addBlock.run({ termId: id, block: open + 1, before, postings });
  else sql.growBlock.run(Buffer.concat([block.postings, postings]), id, open);
  sql.growTerm.run({ id, added: run.places.length, lastPlace: last, lastBlock: isFull ? open + 1 : open });
}

function listTerms(sql: Statements, { from, until }: TermRange, limit: number): readonly string[] {
  const counts = new Map(
    sql.termsWithin.all(from, until, limit).map(({ term, documents }) => [term, documents]),
  );
  for (const [term, { places }] of readPending(sql, undefined)) {
    if (compareBytes(term, from) >= 0 && compareBytes(term, until) < 0)
      counts.set(term, (counts.get(term) ?? sql.term.get(term)?.documents ?? 0) + places.length);
  }
  return [...counts]
    .sort(([one, many], [other, most]) => most - many || compareBytes(one, other))
    .slice(0, limit)
    .map(([term]) => term);
}

/** Compares texts by their bytes, as the database does. */
function compareBytes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

interface Bounds {
  /** At most this many postings are read. */
  readonly limit: number;
  /** The places that count; if undefined, all places. */
  readonly within: ReadonlySet<number> | undefined;
}

function searchTerms(sql: Statements, terms: ReadonlySet<string>, { limit, within }: Bounds): TermMatch[] {
  const pending = readPending(sql, terms);
  const found = [...terms]
    .map((term) => ({ term, row: sql.term.get(term), run: pending.get(term) }))
    .map((one) => ({ ...one, documents: (one.row?.documents ?? 0) + (one.run?.places.length ?? 0) }))
    .filter(({ documents }) => documents > 0)
    .sort((one, other) => one.documents - other.documents || compare(one.term, other.term));
  const matches: TermMatch[] = [];
  let left = limit;
  for (const { term, row, run, documents } of found) {
    // If `within` is given, `documents` does not tell how many places are left, so the term must be read.
    if (matches.length > 0 && (left === 0 || (within === undefined && documents > left))) break;
    const newest = filterRun(run ?? { places: [], weights: [] }, within);
    const runs = [newest, ...readBlocks(sql, row, { limit: left, within })].reverse();
    const places = runs.flatMap((one) => one.places).slice(-left);
    const weights = runs.flatMap((one) => one.weights).slice(-left);
    if (places.length > 0) matches.push({ term, documents, places, weights });
    left -= places.length;
  }
  return matches;
}

/** The newest blocks of a term, newest first, until they contain `limit` places. */
function readBlocks(sql: Statements, row: TermRow | undefined, { limit, within }: Bounds): PlaceRun[] {
  if (row === undefined) return [];
  const runs: PlaceRun[] = [];
  let count = 0;
  for (const block of sql.blocks.iterate(row.id)) {
    const run = filterRun(unpackRun(block.postings, block.before), within);
    runs.push(run);
    count += run.places.length;
    if (count >= limit) break;
  }
  return runs;
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/**
 * Empties the index and builds it again from all texts, in order, in the caller's transaction. After that it contains
 * nothing that is not in the texts.
 */
export function rebuildTextIndex(connection: Connection, texts: Iterable<IndexedText>): void {
  connection.exec(
    `DELETE FROM text_block; DELETE FROM text_term; DELETE FROM text_pending;
     UPDATE text_extent SET documents = 0, length = 0, pending = 0;`,
  );
  const sql = prepareStatements(connection);
  for (const text of texts) addText(sql, text);
}

const tables = [
  { table: 'text_term', key: 'id' },
  { table: 'text_block', key: "term_id || '/' || block" },
  { table: 'text_pending', key: 'place' },
  { table: 'text_extent', key: 'id' },
] as const;

/**
 * Builds another index from all texts, in order, and yields the rows in which the stored index differs from it. Takes
 * as long as building an index.
 */
export function* compareTextIndex(
  connection: Connection,
  texts: Iterable<IndexedText>,
): Generator<DamagedRow> {
  const anew = new Database(':memory:');
  try {
    anew.exec(textIndexTables);
    const index = openTextIndex(anew);
    anew.transaction(() => {
      for (const text of texts) index.add(text);
    })();
    for (const { table, key } of tables) {
      const sql = `SELECT ${key}, * FROM ${table} ORDER BY 2, 3`;
      const read = (from: Connection) => from.prepare<[], unknown[]>(sql).raw().iterate();
      yield* compareRows(table, { stored: read(connection), made: read(anew) });
    }
  } finally {
    anew.close();
  }
}

interface Rows {
  readonly stored: Iterator<unknown[]>;
  readonly made: Iterator<unknown[]>;
}

function* compareRows(table: string, { stored, made }: Rows): Generator<DamagedRow> {
  try {
    for (;;) {
      const [is, should] = [stored.next(), made.next()];
      if (is.done === true && should.done === true) return;
      if (renderRow(is.value) === renderRow(should.value)) continue;
      const [row] = (is.done === true ? should.value : is.value) as readonly unknown[];
      yield { table, row: String(row), what: 'differs from the texts' };
    }
  } finally {
    stored.return?.();
    made.return?.();
  }
}

function renderRow(row: readonly unknown[] | undefined): string {
  return JSON.stringify(row?.map((value) => (Buffer.isBuffer(value) ? value.toString('hex') : value)));
}
