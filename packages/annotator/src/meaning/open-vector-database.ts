// Opens the vectors of a world's entries: a file of their own, which can be made anew from the glossary at any time.

import { StorageError } from '@terrarium/kernel/errors';
import { readMigrations } from '@terrarium/kernel/migrations';
import { type Connection, openDatabase } from '@terrarium/kernel/open-database';
import { type StorePlace, translateStorageError } from '@terrarium/kernel/storage-errors';

/** "TRAv", as `file` and SQLite's `application_id` show it. */
const applicationId = 0x54524176;
const title = 'the vectors of the glossary';

/** The schema's steps, in order. */
export const vectorMigrations = readMigrations(import.meta.dirname);

/** Opens or creates `annotator-vectors.db`. Throws `StorageError`, nothing else. */
export function openVectorDatabase(path: string): Connection {
  return runOnVectors({ path }, () =>
    openDatabase({ path, title, migrations: vectorMigrations, applicationId }),
  );
}

/** Runs work on the file and turns what goes wrong with it into one of our errors: what is derived needs no backup. */
export function runOnVectors<Value>({ path }: Pick<StorePlace, 'path'>, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    const known = translateStorageError(error, { title, path });
    if (!(known instanceof StorageError) || !damages.has(known.code)) throw known;
    const { code, happened } = known;
    throw new StorageError({ code, happened, todo: `Remove ${path}: it is made anew.`, cause: error });
  }
}

const damages: ReadonlySet<string> = new Set(['store.corrupt', 'store.damaged', 'store.not-a-database']);
