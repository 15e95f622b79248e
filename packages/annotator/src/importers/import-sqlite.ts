// Imports a story that is already a corpus (a SQLite file), either by a link to the file or by copying it.

import { dirname, resolve } from 'node:path';
import { StorageError, UsageError } from '@terrarium/kernel/errors';
import { detectKind } from '@terrarium/kernel/named-file';
import { type Connection, openDatabase } from '@terrarium/kernel/open-database';
import { readBlocks } from '@terrarium/kernel/read-lines';
import { translateStorageError } from '@terrarium/kernel/storage-errors';
import { openCorpusFolder } from '../corpus/corpus-folder.ts';
import { moveIntoPlace, removeDatabase } from '../corpus/corpus-writer-store.ts';
import { openCorpus, openReadonly } from '../corpus/open-corpus.ts';
import type { ImportReport } from './import-report.ts';
import { measureCorpus } from './measure-corpus-store.ts';

/** Checks and measures a corpus that stays where it is. Throws the same errors as `openCorpus`. */
export function linkSqlite(path: string): ImportReport {
  openCorpus({ name: 'checked', path, isNamed: true }).close();
  const connection = openReadonly(path, true);
  try {
    const measure = measureCorpus(connection);
    const warnings =
      measure.storyPosts === 0 ? ['No post is tagged qm_post, so there is nothing to read as story.'] : [];
    return {
      kind: 'sqlite',
      ...measure,
      encoding: 'utf-8',
      headingWords: 0,
      leftOut: [],
      warnings,
      unknownKeys: [],
    };
  } catch (error) {
    throw translateStorageError(error, { title: 'the corpus', path });
  } finally {
    connection.close();
  }
}

export interface CopyTarget {
  readonly path: string;
  /** Whether the file belongs to a world. If not, a person named its path. */
  readonly isOfWorld?: boolean;
  /** The corpus file to make; it must not exist. */
  readonly destination: string;
}

/** Copies a corpus, including its write-ahead log, then checks the copy. Leaves nothing behind on failure. */
export async function copySqlite(target: CopyTarget): Promise<ImportReport> {
  const folder = openCorpusFolder(target.destination);
  if (folder.has(resolve(target.destination))) {
    throw new UsageError({
      code: 'import.exists',
      happened: `${target.destination} exists already.`,
      todo: 'Choose another name. Nothing was changed.',
    });
  }
  folder.createFolder(dirname(resolve(target.destination)));
  const draftPath = `${target.destination}.importing-${process.pid}`;
  removeDatabase(draftPath);
  try {
    folder.create(resolve(draftPath));
    await copyDatabase(target, draftPath);
    removeJournal(draftPath);
    const report = linkSqlite(draftPath);
    moveIntoPlace(draftPath, target.destination);
    return report;
  } catch (error) {
    removeDatabase(draftPath);
    throw explainCopying(error, draftPath, target.path);
  }
}

async function copyDatabase({ path: from, isOfWorld }: CopyTarget, to: string): Promise<void> {
  let source: Connection | undefined;
  try {
    source = openReadonly(from, isOfWorld !== true);
    await source.backup(to);
  } catch (error) {
    const ours = translateStorageError(error, { title: 'the corpus', path: from });
    if (!['corpus.log-unwritable', 'store.cannot-open', 'store.read-only'].includes(ours.code)) throw ours;
    copyWithLog(from, to);
  } finally {
    source?.close();
  }
}

/**
 * For a file whose write-ahead log cannot be opened where it is: copies file and log, and applies the log to the copy.
 */
function copyWithLog(from: string, to: string): void {
  removeDatabase(to);
  const folder = openCorpusFolder(to);
  for (const ending of ['', '-wal']) {
    if (detectKind(from + ending) === 'file')
      folder.writeFast(resolve(to + ending), readBlocks(from + ending));
  }
  const copy = openCopy(to);
  try {
    const [problem] = copy.pragma('quick_check(1)', { simple: false }) as { quick_check: string }[];
    if (problem?.quick_check === 'ok') return;
    throw new StorageError({
      code: 'import.torn-copy',
      happened: `${from} changed while it was copied, or it is damaged.`,
      todo: 'Close the program that writes to it and import it again.',
    });
  } finally {
    copy.close();
  }
}

/** Switches the write-ahead log off, because nobody else writes to the copy. */
function removeJournal(path: string): void {
  const copy = openCopy(path);
  copy.pragma('journal_mode = DELETE');
  copy.close();
}

/** Opens a database for writing although its schema, and so its version number, is not one of ours. */
function openCopy(path: string): Connection {
  return openDatabase({ path, title: 'the copy', migrations: [], schema: 'foreign' });
}

/** Names the source instead of the draft in the error, because a person knows only the source. */
function explainCopying(error: unknown, draftPath: string, path: string): Error {
  const ours = translateStorageError(error, { title: 'the corpus', path });
  if (!ours.message.includes(draftPath)) return ours;
  const details = {
    code: ours.code,
    happened: ours.happened.replaceAll(draftPath, path),
    todo: ours.todo,
    cause: error,
  };
  return ours instanceof UsageError ? new UsageError(details) : new StorageError(details);
}
