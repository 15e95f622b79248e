// Caches names in memory; they always match the database, even after a rollback.

import type { Connection } from '@terrarium/kernel/open-database';
import { z } from 'zod';
import { stored } from '../database/packed-text.ts';
import type { EntryId } from './entry.ts';
import { buildSurfaceIndex, type SurfaceIndex } from './surface-index.ts';
import { listCountedNames } from './term-forms.ts';
import type { TextWord } from './text-words.ts';

export interface SurfaceMemory {
  /** Current names of entries, by entry id: at least every name that could occur in a text with these words. */
  readEntries(pages: readonly (readonly TextWord[])[]): SurfaceIndex;
  /** Current names of all candidates, by candidate id. */
  readCandidates(): SurfaceIndex;
  /** Call it for every entry whose names change, in the same transaction. */
  recordEntryChange(id: EntryId): void;
  recordCandidateChange(id: number): void;
}

interface NamesRow {
  readonly id: number;
  readonly term: string;
  readonly aliases: string;
}

interface Note {
  /** The mark before this change. */
  readonly before: number;
  readonly entryId: number | undefined;
  readonly candidateId: number | undefined;
}

interface Memory {
  readonly entries: SurfaceIndex;
  /** Stems that are loaded: `entries` has every entry with a name that begins with one of them, apart from articles. */
  readonly stems: Set<string>;
  /** Whether `entries` has all names, because the glossary was small when they were read. */
  isWhole: boolean;
  readonly candidates: SurfaceIndex;
  /** Whether `candidates` was loaded: commands that change nothing do not need it. */
  hasCandidates: boolean;
  /** The newest changes of this process by their marks, including changes that were rolled back. */
  readonly notes: Map<number, Note>;
  nextMark: number;
  /** The mark that the database had when the indexes last matched it. */
  mark: number;
  dataVersion: number;
  /** The newest revision that is known to be committed. */
  revision: number;
}

// At most this many changes are remembered: no transaction makes so many. If a change is needed that is no longer
// remembered, all names are read again.
const maxNotes = 20_000;
// At most this many stems and entries are kept (about 50 MB). If there are more, names are read again as needed.
const maxKept = 80_000;
// If there are at most this many entries, all names are loaded at once: this is quicker than loading them by the words
// of each text.
const maxReadWhole = 500;
const listSchema = z.array(z.string());

/**
 * A temporary table holds a mark. Every change sets a new mark, which is never used again, and notes the mark before
 * it. A rollback also restores the old mark. So one can go back from the mark of the indexes and from the mark of the
 * database to the last mark that both had, and read again what was changed on either path. Changes by other
 * connections show in SQLite's `data_version`, and are found by their revisions.
 */
export function openSurfaceMemory(connection: Connection): SurfaceMemory {
  connection.exec(
    'CREATE TEMP TABLE IF NOT EXISTS surface_mark (id INTEGER PRIMARY KEY, mark INTEGER NOT NULL)',
  );
  connection.exec('INSERT OR IGNORE INTO temp.surface_mark VALUES (1, 0)');
  const sql = prepareStatements(connection);
  const memory: Memory = {
    entries: buildSurfaceIndex(),
    stems: new Set(),
    isWhole: false,
    candidates: buildSurfaceIndex(),
    hasCandidates: false,
    notes: new Map(),
    nextMark: (sql.readMark.get() ?? 0) + 1,
    mark: sql.readMark.get() ?? 0,
    dataVersion: sql.dataVersion.get() ?? 0,
    revision: sql.newestRevision.get() ?? 0,
  };
  const recordChange = (change: Omit<Note, 'before'>): void => {
    const mark = memory.nextMark;
    memory.nextMark += 1;
    memory.notes.set(mark, { before: sql.readMark.get() ?? 0, ...change });
    memory.notes.delete(mark - maxNotes);
    sql.setMark.run(mark);
  };
  return {
    readEntries(pages) {
      updateMemory(sql, memory, connection.inTransaction);
      loadNames(sql, memory, pages);
      return memory.entries;
    },
    readCandidates() {
      updateMemory(sql, memory, connection.inTransaction);
      if (!memory.hasCandidates) fillCandidates(sql, memory);
      return memory.candidates;
    },
    recordEntryChange: (entryId) => recordChange({ entryId, candidateId: undefined }),
    recordCandidateChange: (candidateId) => recordChange({ entryId: undefined, candidateId }),
  };
}

type Statements = ReturnType<typeof prepareStatements>;

function prepareStatements(connection: Connection) {
  return {
    readMark: connection.prepare<[], number>('SELECT mark FROM temp.surface_mark').pluck(),
    setMark: connection.prepare('UPDATE temp.surface_mark SET mark = ?'),
    dataVersion: connection.prepare<[], number>('PRAGMA data_version').pluck(),
    newestRevision: connection.prepare<[], number | null>('SELECT max(id) FROM revision').pluck(),
    entriesSince: connection
      .prepare<[number], number>('SELECT DISTINCT entry_id FROM revision WHERE id > ?')
      .pluck(),
    names: connection.prepare<[number], NamesRow>('SELECT id, term, aliases FROM entry WHERE id = ?'),
    allNames: connection.prepare<[], NamesRow>(
      `SELECT id, term, aliases FROM entry LIMIT ${maxReadWhole + 1}`,
    ),
    namesByStem: connection.prepare<[string], NamesRow>(
      `SELECT id, term, aliases FROM entry WHERE id IN (
         SELECT entry_id FROM surface WHERE first_word IN (SELECT value FROM json_each(?)))`,
    ),
    candidate: connection.prepare<[number], string>('SELECT surface FROM candidate WHERE id = ?').pluck(),
    candidates: connection.prepare<[], { id: number; surface: string }>('SELECT id, surface FROM candidate'),
  };
}

function updateMemory(sql: Statements, memory: Memory, isInTransaction: boolean): void {
  const mark = sql.readMark.get() ?? 0;
  const dataVersion = sql.dataVersion.get() ?? 0;
  if (mark === memory.mark && dataVersion === memory.dataVersion) return;
  const changed = listChanged(memory, mark);
  if (changed === undefined) {
    clearEntries(memory);
    memory.hasCandidates = false;
  }
  for (const note of changed ?? []) readAgain(sql, memory, note);
  if (dataVersion !== memory.dataVersion) {
    for (const id of sql.entriesSince.all(memory.revision)) readEntry(sql, memory, id);
    memory.hasCandidates = false;
  }
  memory.mark = mark;
  memory.dataVersion = dataVersion;
  if (!isInTransaction) memory.revision = sql.newestRevision.get() ?? 0;
}

/** The changes between the indexes and `mark`, in either direction; undefined if some of them are no longer known. */
function listChanged(memory: Memory, mark: number): readonly Note[] | undefined {
  const changed: Note[] = [];
  let one = memory.mark;
  let other = mark;
  while (one !== other) {
    const note = memory.notes.get(Math.max(one, other));
    if (note === undefined) return undefined;
    changed.push(note);
    if (one > other) one = note.before;
    else other = note.before;
  }
  return changed;
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

/**
 * Loads the names that may occur in the pages. A name can occur in a text only if the text has the name's first word,
 * so only a few names are loaded.
 */
function loadNames(sql: Statements, memory: Memory, pages: readonly (readonly TextWord[])[]): void {
  if (memory.stems.size + memory.entries.size > maxKept) clearEntries(memory);
  if (memory.isWhole || (memory.stems.size === 0 && readWhole(sql, memory))) return;
  const stems = new Set(pages.flatMap((words) => words.map(({ stem }) => stem)));
  const fresh = [...stems].filter((stem) => !memory.stems.has(stem));
  if (fresh.length === 0) return;
  for (const row of sql.namesByStem.all(JSON.stringify(fresh))) memory.entries.set(row.id, listNames(row));
  for (const stem of fresh) memory.stems.add(stem);
}

/** If there are few entries, loads the names of all and returns true. Later changes are recorded when they are made. */
function readWhole(sql: Statements, memory: Memory): boolean {
  const rows = sql.allNames.all();
  if (rows.length > maxReadWhole) return false;
  for (const row of rows) memory.entries.set(row.id, listNames(row));
  memory.isWhole = true;
  return true;
}

function clearEntries(memory: Memory): void {
  memory.entries.clear();
  memory.stems.clear();
  memory.isWhole = false;
}

function fillCandidates(sql: Statements, memory: Memory): void {
  memory.candidates.clear();
  memory.hasCandidates = true;
  for (const row of sql.candidates.all()) memory.candidates.set(row.id, [row.surface]);
}

function listNames(row: NamesRow): string[] {
  return listCountedNames({
    term: row.term,
    aliases: stored.read(['entry', row.id, 'aliases'], () => listSchema.parse(JSON.parse(row.aliases))),
  });
}
