// Keeps the names of entries and candidates in memory, always as the database has them, rolled back or not.

import type { Connection } from '@terrarium/kernel/open-database';
import { z } from 'zod';
import type { EntryId } from './entry.ts';
import { buildSurfaceIndex, type SurfaceIndex } from './surface-index.ts';
import { listSurfaces } from './term-forms.ts';

export interface SurfaceMemory {
  /** The names of all entries, by entry id, as of now. */
  readEntries(): SurfaceIndex;
  /** The names of all candidates, by candidate id, as of now. */
  readCandidates(): SurfaceIndex;
  /** To be told of every entry whose names change, in the transaction that changes them. */
  noteEntry(id: EntryId): void;
  noteCandidate(id: number): void;
}

interface NamesRow {
  readonly id: number;
  readonly term: string;
  readonly aliases: string;
}

interface Note {
  readonly entryId: number | undefined;
  readonly candidateId: number | undefined;
}

interface Memory {
  readonly entries: SurfaceIndex;
  readonly candidates: SurfaceIndex;
  /** Changes of our own that are not known to be committed: a rollback may take them back. */
  notes: Note[];
  nextMark: number;
  /** What the indexes hold. */
  mark: number;
  dataVersion: number;
  /** Newest revision that was certainly committed. */
  revision: number;
}

const pageSize = 2_000;
const listSchema = z.array(z.string());

/**
 * A temporary table holds a mark that is set anew with every change and never reused. A rollback takes the mark back
 * as well, so a mark that differs tells that the changes noted since the last commit must be read again. Changes of other connections are told by SQLite's
 * `data_version`, and found by their revisions.
 */
export function openSurfaceMemory(connection: Connection): SurfaceMemory {
  connection.exec(
    'CREATE TEMP TABLE IF NOT EXISTS surface_mark (id INTEGER PRIMARY KEY, mark INTEGER NOT NULL)',
  );
  connection.exec('INSERT OR IGNORE INTO temp.surface_mark VALUES (1, 0)');
  const sql = prepareStatements(connection);
  const memory: Memory = {
    entries: buildSurfaceIndex(),
    candidates: buildSurfaceIndex(),
    notes: [],
    nextMark: (sql.readMark.get() ?? 0) + 1,
    mark: sql.readMark.get() ?? 0,
    dataVersion: sql.dataVersion(),
    revision: sql.newestRevision.get() ?? 0,
  };
  fillEntries(sql, memory);
  fillCandidates(sql, memory);
  const note = (change: Note): void => {
    sql.setMark.run(memory.nextMark);
    memory.nextMark += 1;
    memory.notes.push(change);
  };
  return {
    readEntries() {
      refresh(sql, memory, connection.inTransaction);
      return memory.entries;
    },
    readCandidates() {
      refresh(sql, memory, connection.inTransaction);
      return memory.candidates;
    },
    noteEntry: (entryId) => note({ entryId, candidateId: undefined }),
    noteCandidate: (candidateId) => note({ entryId: undefined, candidateId }),
  };
}

type Statements = ReturnType<typeof prepareStatements>;

function prepareStatements(connection: Connection) {
  return {
    readMark: connection.prepare<[], number>('SELECT mark FROM temp.surface_mark').pluck(),
    setMark: connection.prepare('UPDATE temp.surface_mark SET mark = ?'),
    dataVersion: () => Number(connection.pragma('data_version', { simple: true })),
    newestRevision: connection.prepare<[], number | null>('SELECT max(id) FROM revision').pluck(),
    entriesSince: connection
      .prepare<[number], number>('SELECT DISTINCT entry_id FROM revision WHERE id > ?')
      .pluck(),
    names: connection.prepare<[number], NamesRow>('SELECT id, term, aliases FROM entry WHERE id = ?'),
    namesPage: connection.prepare<[number], NamesRow>(
      `SELECT id, term, aliases FROM entry WHERE id > ? ORDER BY id LIMIT ${pageSize}`,
    ),
    candidate: connection.prepare<[number], string>('SELECT surface FROM candidate WHERE id = ?').pluck(),
    candidates: connection.prepare<[], { id: number; surface: string }>('SELECT id, surface FROM candidate'),
  };
}

function refresh(sql: Statements, memory: Memory, isInTransaction: boolean): void {
  const mark = sql.readMark.get() ?? 0;
  const dataVersion = sql.dataVersion();
  const isSame = mark === memory.mark && dataVersion === memory.dataVersion;
  if (isSame && (isInTransaction || memory.notes.length === 0)) return;
  for (const note of memory.notes) readAgain(sql, memory, note);
  if (dataVersion !== memory.dataVersion) {
    for (const id of sql.entriesSince.all(memory.revision)) readEntry(sql, memory, id);
    fillCandidates(sql, memory);
  }
  memory.mark = mark;
  memory.dataVersion = dataVersion;
  if (isInTransaction) return;
  memory.notes = [];
  memory.revision = sql.newestRevision.get() ?? 0;
}

function readAgain(sql: Statements, memory: Memory, note: Note): void {
  if (note.entryId !== undefined) readEntry(sql, memory, note.entryId);
  if (note.candidateId !== undefined) {
    const surface = sql.candidate.get(note.candidateId);
    memory.candidates.set(note.candidateId, surface === undefined ? [] : [surface]);
  }
}

function readEntry(sql: Statements, memory: Memory, id: number): void {
  const row = sql.names.get(id);
  memory.entries.set(id, row === undefined ? [] : listNames(row));
}

function fillEntries(sql: Statements, memory: Memory): void {
  memory.entries.clear();
  for (let after = -1; ; ) {
    const page = sql.namesPage.all(after);
    for (const row of page) memory.entries.set(row.id, listNames(row));
    after = page.at(-1)?.id ?? after;
    if (page.length < pageSize) return;
  }
}

function fillCandidates(sql: Statements, memory: Memory): void {
  memory.candidates.clear();
  for (const row of sql.candidates.all()) memory.candidates.set(row.id, [row.surface]);
}

function listNames(row: NamesRow): string[] {
  return listSurfaces({ term: row.term, aliases: listSchema.parse(JSON.parse(row.aliases)) });
}
