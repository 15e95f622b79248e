// Opens the database of a world's games: sessions, the tree of their turns and the state at each head, in one file.

import { readMigrations } from '@terrarium/kernel/migrations';
import { type Connection, type Migrated, openDatabase } from '@terrarium/kernel/open-database';
import { sealedTables } from './sealed-tables.ts';

export interface RpgDatabaseOptions {
  readonly path: string;
  readonly durability?: 'normal' | 'full';
  readonly mustExist?: boolean;
  readonly readonly?: boolean;
  /** Whether the database will only be read; it is still brought up to date first. */
  readonly isLook?: boolean | undefined;
  /** Whether to open the database even if its newest record is damaged. */
  readonly isDamageExpected?: boolean | undefined;
  /** Called after a database of an older version was brought up to date. */
  readonly onMigrated?: ((migrated: Migrated) => void) | undefined;
}

/** "TRRp" in ASCII; SQLite stores it in the file as `application_id`. */
const applicationId = 0x54525270;

/** The steps that bring the schema up to date, oldest first. */
export const migrations = readMigrations(import.meta.dirname);

/** Opens or creates `rpg.db` and brings its schema up to date. Throws `StorageError`, nothing else. */
export function openRpgDatabase(options: RpgDatabaseOptions): Connection {
  return openDatabase({ ...options, title: 'the games', migrations, applicationId, sealed: sealedTables });
}
