// Fragment index: which fragments contain a word, and which were compiled from an event.
// Written in the transaction that writes a fragment.
import type { DamagedRow } from '@terrarium/kernel/examined-rows';
import { type Connection, canWrite } from '@terrarium/kernel/open-database';
import { openOnce } from '@terrarium/kernel/open-once';
import type { EventId } from '../events/event.ts';
import { collectFragmentTerms } from './collect-fragment-terms.ts';
import type { FragmentText } from './fragment.ts';
import { hasOwnNumber, isNumber } from './own-numbers.ts';
import type { FragmentMatch } from './rank-fragments.ts';

export interface FragmentIndex {
  /** Rebuilds the words of a fragment, within the caller's transaction. */
  write(id: number, text: FragmentText): void;
  remove(key: string): void;
  /**
   * For each term, finds the fragments that have it. A term that occurs in very many fragments says nothing and is left
   * out. A number counts only if the fragment's own text says it, and not as the number of a source or a part of its
   * date.
   */
  search(terms: Iterable<string>): FragmentMatch[];
  /** Reads the fragments that were compiled from any of these events, with the events. */
  readSourced(ids: readonly EventId[]): SourcedFragment[];
  count(): number;
}

export interface SourcedFragment {
  readonly key: string;
  readonly eventId: EventId;
  /** How many events are the fragment's sources altogether. */
  readonly sources: number;
}

/** How many terms of a message are looked up, and in how many fragments a term may occur. */
const mostTerms = 200;
const mostFragments = 400;

/** If the memory was migrated from a layout without this index, the first call builds it. */
export const openFragmentIndex = openOnce(buildFragmentIndex);

function buildFragmentIndex(connection: Connection): FragmentIndex {
  const clear = connection.prepare('DELETE FROM fragment_term WHERE fragment_id = ?');
  const clearKey = connection.prepare(
    'DELETE FROM fragment_term WHERE fragment_id = (SELECT id FROM fragment WHERE key = ?)',
  );
  const insert = connection.prepare('INSERT INTO fragment_term (fragment_id, term, weight) VALUES (?, ?, ?)');
  const bearing = connection.prepare<[string, number], { id: number; key: string; weight: number }>(
    `SELECT fragment.id, fragment.key, fragment_term.weight FROM fragment_term
     JOIN fragment ON fragment.id = fragment_term.fragment_id WHERE fragment_term.term = ? LIMIT ?`,
  );
  const sourced = connection.prepare<[string], SourcedFragment>(
    `SELECT fragment.key, source.event_id AS eventId,
       (SELECT count(*) FROM fragment_source WHERE fragment_id = fragment.id) AS sources
     FROM json_each(?) AS wanted JOIN fragment_source AS source ON source.event_id = wanted.value
     JOIN fragment ON fragment.id = source.fragment_id ORDER BY fragment.key, source.event_id`,
  );
  const counted = connection.prepare<[], number>('SELECT count(*) FROM fragment').pluck();
  const readText = prepareText(connection);
  const write = (id: number, text: FragmentText) => {
    clear.run(id);
    for (const [term, weight] of collectFragmentTerms(text)) insert.run(id, term, weight);
  };
  if (canWrite(connection)) fillMissing(connection, write);
  return {
    write,
    remove: (key) => void clearKey.run(key),
    search(wanted) {
      const terms = new Set([...wanted].slice(0, mostTerms));
      return [...terms].flatMap((term) => {
        const all = bearing.all(term, mostFragments + 1);
        if (all.length > mostFragments) return [];
        const isOwn = ({ id }: { readonly id: number }) => {
          const text = isNumber(term) ? readText(id) : undefined;
          return text === undefined || hasOwnNumber(text, term, terms);
        };
        const fragments = all.filter(isOwn).map(({ key, weight }) => ({ key, weight }));
        return fragments.length === 0 ? [] : [{ term, fragments }];
      });
    },
    readSourced: (ids) => sourced.all(JSON.stringify(ids)),
    count: () => counted.get() ?? 0,
  };
}

interface IndexedRow extends FragmentText {
  readonly id: number;
}

/** The texts by which a fragment is found; its sources are not read. */
function prepareText(connection: Connection): (id: number) => IndexedRow | undefined {
  const one = connection.prepare<[number], Omit<IndexedRow, 'sources'>>(
    'SELECT id, key, ambient, recognition, inventory FROM fragment WHERE id = ?',
  );
  return (id) => {
    const row = one.get(id);
    return row && { ...row, sources: [] };
  };
}

function* iterateTexts(connection: Connection): Generator<IndexedRow> {
  const ids = connection.prepare<[], number>('SELECT id FROM fragment ORDER BY id').pluck().all();
  const read = prepareText(connection);
  for (const id of ids) {
    const row = read(id);
    if (row !== undefined) yield row;
  }
}

/** Fills the index of a memory that has fragments and was migrated from a layout without an index. */
function fillMissing(connection: Connection, write: FragmentIndex['write']): void {
  const isMissing = connection
    .prepare<[], number>(
      'SELECT EXISTS (SELECT 1 FROM fragment) AND NOT EXISTS (SELECT 1 FROM fragment_term)',
    )
    .pluck();
  if (isMissing.get() !== 1) return;
  connection
    .transaction(() => {
      for (const row of iterateTexts(connection)) write(row.id, row);
    })
    .immediate();
}

/** Rebuilds the words of every fragment, within the caller's transaction. */
export function rebuildFragmentIndex(connection: Connection): void {
  const { write } = openFragmentIndex(connection);
  for (const row of iterateTexts(connection)) write(row.id, row);
}

/**
 * Yields fragments whose indexed words differ from the words of their texts, and indexed words of fragments
 * that are gone.
 */
export function* compareFragmentIndex(connection: Connection): Generator<DamagedRow> {
  openFragmentIndex(connection);
  const stored = connection.prepare<[number], [string, number]>(
    'SELECT term, weight FROM fragment_term WHERE fragment_id = ?',
  );
  for (const row of iterateTexts(connection)) {
    const should = collectFragmentTerms(row);
    const is = stored.raw().all(row.id);
    if (is.length === should.size && is.every(([term, weight]) => should.get(term) === weight)) continue;
    yield { table: 'fragment_term', row: String(row.id), what: 'differs from the texts' };
  }
  const lost = connection
    .prepare<[], number>(
      'SELECT DISTINCT fragment_id FROM fragment_term WHERE fragment_id NOT IN (SELECT id FROM fragment)',
    )
    .pluck();
  for (const id of lost.iterate())
    yield { table: 'fragment_term', row: String(id), what: 'belongs to no fragment' };
}
