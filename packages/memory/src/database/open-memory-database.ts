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
  /** Whether the database is opened only to look: this connection cannot write. */
  readonly isLook?: boolean | undefined;
  /** Whether to open the database even if its newest record was changed after it was written. */
  readonly isDamageExpected?: boolean | undefined;
  /** Called after a database of an older version was upgraded. */
  readonly onMigrated?: ((migrated: Migrated) => void) | undefined;
}

/** The bytes of "TRMe"; `file` and SQLite's `application_id` show the number. */
const applicationId = 0x54524d65;

/** The steps of the schema's upgrades, in order. */
export const migrations = readMigrations(import.meta.dirname);

/** Opens or creates `memory.sqlite` and upgrades its schema. Throws the same errors as `openDatabase`. */
export function openMemoryDatabase(options: MemoryDatabaseOptions): Connection {
  return openDatabase({
    ...options,
    title: 'the memory',
    migrations,
    applicationId,
    sealed: sealedTables,
  });
}

/** Reads columns of memory.sqlite that contain more than a number or a text. */
export const stored = openStoredValues('memory.sqlite');
