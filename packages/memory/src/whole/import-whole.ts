// Imports a whole memory into an empty world, all or nothing: checks the hash first, and the result before the commit.
import type { Connection } from '@terrarium/kernel/open-database';
import { rebuildTextIndex } from '@terrarium/kernel/text-index';
import { readIndexed } from '../echoes/indexed-text-store.ts';
import { openFactExtent } from '../facts/fact-extent-store.ts';
import { rebuildToldFacts } from '../facts/told-fact-store.ts';
import { rebuildFragmentIndex } from '../fragments/fragment-index-store.ts';
import { verifyMemory } from '../inspect/verify-memory-store.ts';
import { wholeKind } from '../intake/formats/read-own-lines.ts';
import { type NumberedWholeLine, readWholeLines, refuseFile, refuseLine } from './read-whole-lines.ts';
import type { WholeHeader, WholeImage, WholeLine, WholePage } from './whole-line.ts';
import { openWholeStore, type WholeStore } from './whole-store.ts';
import { countedTables, parseRow, UnfitRow, wholeTables } from './whole-tables.ts';
import { type FileWriting, isTrueImage, openFileWriting, refuseFull } from './world-files.ts';

export interface WholeImport {
  readonly path: string;
  /** The folder of the world. */
  readonly dir: string;
  /** Whether to check everything, but store nothing and write no file. */
  readonly isTrial?: boolean | undefined;
  /** Called with the settings of the file before the import is committed; if it throws, nothing is imported. */
  takeSettings(settings: WholeSettings): void;
}

export type WholeSettings = Extract<WholeLine, { readonly kind: 'settings' }>['settings'];

export interface WholeReport {
  /** The numbers of rows, by the names of their tables. */
  readonly rows: Readonly<Record<string, number>>;
  readonly pages: readonly string[];
  readonly images: number;
  /**
   * How many pictures are named by moments but not in the file, because they were already missing when the
   * memory was exported.
   */
  readonly missingImages: number;
}

/**
 * Throws `UsageError`, and changes nothing, if the file is damaged, hostile or of a newer version, or if the
 * world is not empty.
 */
export function importWhole(connection: Connection, request: WholeImport): WholeReport {
  // Checks the hash first: before that, nothing is locked and no line is trusted.
  for (const _line of readWholeLines(request.path));
  const files = openFileWriting(request.dir);
  const take = connection.transaction(() => {
    const report = takeLines(connection, request, files);
    if (request.isTrial === true) throw new Trial(report);
    return report;
  });
  try {
    return take.immediate();
  } catch (error) {
    if (error instanceof Trial) return error.report;
    files.undo();
    throw error;
  }
}

/** Thrown to roll back the changes of a trial. */
class Trial extends Error {
  readonly report: WholeReport;

  constructor(report: WholeReport) {
    super('A trial changes nothing.');
    this.report = report;
  }
}

/** What has been read so far. */
interface Taking {
  readonly store: WholeStore;
  readonly path: string;
  readonly rows: Record<string, number>;
  readonly pages: Map<string, WholePage>;
  readonly images: Set<string>;
  header: WholeHeader | undefined;
  settings: WholeSettings | undefined;
}

const firstWithFacts = 13;

function takeLines(connection: Connection, request: WholeImport, files: FileWriting): WholeReport {
  const store = openWholeStore(connection);
  if (wholeTables.some((table) => store.hasRows(table)))
    throw refuseFull(request.dir, 'its memory holds something');
  const taking: Taking = {
    store,
    path: request.path,
    rows: {},
    pages: new Map(),
    images: new Set(),
    header: undefined,
    settings: undefined,
  };
  for (const line of readWholeLines(request.path)) takeLine(taking, line);
  sealRows(taking);
  rebuildDerived(connection);
  // If the memory comes from a layout without facts, its messages are read for facts when it is opened.
  if ((taking.header?.layout ?? 0) < firstWithFacts) openFactExtent(connection).reset();
  refuseUnsound(connection, taking);
  const { settings, rows, images } = taking;
  if (settings === undefined) throw refuseFile(request.path, 'contains no settings');
  const pages = [...taking.pages.values()];
  files.checkPages(pages);
  if (request.isTrial !== true) writeFiles(files, pages, request.path);
  request.takeSettings(settings);
  const missingImages = store.listImages().filter((name) => !images.has(name)).length;
  return { rows, pages: pages.map(({ name }) => name), images: images.size, missingImages };
}

function takeLine(taking: Taking, { number, line }: NumberedWholeLine): void {
  const refuse = (how: string, cause?: unknown) => refuseLine(taking.path, number, how, cause);
  switch (line.kind) {
    case wholeKind:
      taking.header = line;
      return;
    case 'settings':
      if (taking.settings !== undefined) throw refuse('comes a second time');
      taking.settings = line.settings;
      return;
    case 'page':
      if (taking.pages.has(line.name)) throw refuse('comes a second time');
      taking.pages.set(line.name, line);
      return;
    case 'image':
      takeImage(taking, line, refuse);
      return;
    case 'row':
      takeRow(taking, line, refuse);
      return;
    case 'end':
      return;
  }
}

/** Reads the file once more for the pictures, because only now is it known that everything is undamaged. */
function writeFiles(files: FileWriting, pages: readonly WholePage[], path: string): void {
  files.writePages(pages);
  for (const { line } of readWholeLines(path)) if (line.kind === 'image') files.writeImage(line);
}

type Refuse = (how: string, cause?: unknown) => Error;

function takeImage({ images }: Taking, image: WholeImage, refuse: Refuse): void {
  if (!isTrueImage(image)) throw refuse('holds a picture that does not match its name');
  images.add(image.name);
}

const tables = new Map(wholeTables.map((table) => [table.table, table]));

function takeRow(
  { store, rows }: Taking,
  { table: name, row }: Extract<WholeLine, { readonly kind: 'row' }>,
  refuse: Refuse,
): void {
  const table = tables.get(name);
  if (table === undefined) throw refuse('belongs to a table that no memory has');
  try {
    store.insert(table, parseRow(table, row));
  } catch (error) {
    if (error instanceof UnfitRow) throw refuse(`does not fit the table "${name}" (${error.message})`, error);
    if (isUnfit(error)) throw refuse(`is a row that ${name} cannot have`, error);
    throw error;
  }
  rows[name] = (rows[name] ?? 0) + 1;
}

/** Whether SQLite's error is about a row that its table or another row does not allow. */
function isUnfit(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && /^SQLITE_(?:CONSTRAINT|MISMATCH)/u.test(String(error.code))
  );
}

function sealRows({ store, header, path }: Taking): void {
  const given = header?.given ?? {};
  const isKnown = Object.keys(given).every((name) => countedTables.has(name));
  if (!isKnown || !store.seal(given))
    throw refuseFile(path, 'gives a highest number for a table, but a row of that table has a higher one');
}

function rebuildDerived(connection: Connection): void {
  rebuildTextIndex(connection, readIndexed(connection));
  rebuildFragmentIndex(connection);
  rebuildToldFacts(connection);
}

function refuseUnsound(connection: Connection, { store, path }: Taking): void {
  const [problem] = verifyMemory(connection).problems;
  const row = problem?.rows?.[0];
  const named = row === undefined ? problem?.check : `row ${row.row} of the table ${row.table} ${row.what}`;
  if (named !== undefined) throw refuseFile(path, `contradicts itself: ${named}`);
  if (store.countFalseVectors() > 0)
    throw refuseFile(
      path,
      'contradicts itself: it has vectors that belong to no moment, or have the wrong length',
    );
}
