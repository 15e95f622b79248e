// Exports a whole memory: pages, pictures, settings, every row that cannot be derived from others, and a hash of all lines.
import { createHash } from 'node:crypto';
import { refuseDamaged } from '@terrarium/kernel/explain-damage';
import type { Connection } from '@terrarium/kernel/open-database';
import { verifyMemoryRecords } from '../inspect/verify-memory-store.ts';
import { wholeKind } from '../intake/formats/read-own-lines.ts';
import { type WholeLine, wholeFormat } from './whole-line.ts';
import { openWholeStore, type WholeStore } from './whole-store.ts';
import { renderRow, wholeTables } from './whole-tables.ts';
import { readImage, readPages } from './world-files.ts';

export interface WholeExport {
  /** The folder of the world, with its pages and pictures. */
  readonly dir: string;
  /** The settings below `memory`, which are copied into the export. */
  readonly settings: Extract<WholeLine, { readonly kind: 'settings' }>['settings'];
}

/**
 * Passes the lines to `write`, all from one moment; other programs can go on writing meanwhile. The same memory
 * gives the same bytes. The lines contain every secret. Throws `StorageError` (`store.damaged`) if anything in
 * the memory was changed after it was written.
 */
export function exportWhole<Result>(
  connection: Connection,
  request: WholeExport,
  write: (chunks: Iterable<string>) => Result,
): Result {
  refuseDamaged(connection.name, verifyMemoryRecords(connection));
  const store = openWholeStore(connection);
  return connection.transaction(() => write(renderProven(listLines(store, request))))();
}

function* listLines(store: WholeStore, { dir, settings }: WholeExport): Generator<WholeLine> {
  const [layout, given] = [store.readLayout(), store.readGiven()];
  yield { kind: wholeKind, format: wholeFormat, layout, secrets: 'included', given };
  yield { kind: 'settings', settings };
  yield* readPages(dir);
  for (const table of wholeTables) {
    for (const values of store.iterateRows(table)) {
      yield { kind: 'row', table: table.table, row: renderRow(table, values) };
    }
  }
  for (const name of store.listImages()) {
    const image = readImage(dir, name);
    if (image !== undefined) yield image;
  }
}

function* renderProven(lines: Iterable<WholeLine>): Generator<string> {
  const hash = createHash('sha256');
  let count = 0;
  for (const line of lines) {
    const text = renderLine(line);
    hash.update(text);
    count += 1;
    yield text;
  }
  yield renderLine({ kind: 'end', lines: count, sha256: hash.digest('hex') });
}

function renderLine(line: WholeLine): string {
  return `${JSON.stringify(line)}\n`;
}
