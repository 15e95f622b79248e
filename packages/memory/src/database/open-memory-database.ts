// Opens the database of a memory: events, working memory, fragments and the ledger of wakes, in one file.

import { readMigrations } from '@terrarium/kernel/migrations';
import { type Connection, type Migrated, openDatabase } from '@terrarium/kernel/open-database';
import { openStoredValues } from '@terrarium/kernel/stored-values';
import { sealedTables } from './sealed-tables.ts';

export interface MemoryDatabaseOptions {
  readonly path: string;
  readonly durability?: 'normal' | 'full';
  readonly mustExist?: boolean;
  readonly readonly?: boolean;
  /** Whether the database is opened only to look: nothing can be written by this connection. */
  readonly isLook?: boolean | undefined;
  /** Whether to open the database even if its newest record is not as it was written. */
  readonly isDamageExpected?: boolean | undefined;
  /** Called when a database of an older version was brought up to date. */
  readonly onMigrated?: ((migrated: Migrated) => void) | undefined;
}

/** "TRMe", as `file` and SQLite's `application_id` show it. */
const applicationId = 0x54524d65;

/** The schema's steps, in order. */
export const migrations = readMigrations(import.meta.dirname);

/** Opens or creates `memory.sqlite` and brings its schema up to date. Throws `StorageError`, nothing else. */
export function openMemoryDatabase(options: MemoryDatabaseOptions): Connection {
  return openDatabase({
    ...options,
    title: 'the memory',
    migrations,
    applicationId,
    sealed: sealedTables,
  });
}

/** Reads those columns of memory.sqlite that hold more than a number or a text. */
export const stored = openStoredValues('memory.sqlite');
