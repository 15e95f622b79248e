// Open options: the options for opening a database, and the type of the steps of its schema.

import type Database from 'better-sqlite3';
import type { SealedTable } from './seal-record.ts';
import type { SqlFunctions } from './sql-functions.ts';

export type Connection = Database.Database;

/** One step of a schema: forward only, applied once, in order; all steps that are due run in one transaction. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  /**
   * Digest of the schema after this step, if recorded: with it, the schema need not be built to be compared
   * with a file.
   */
  readonly digest?: string | undefined;
}

export interface OpenOptions {
  readonly path: string;
  /** For a database in memory, which begins as a copy of another database: the bytes of that one. */
  readonly image?: Buffer | undefined;
  /** How messages refer to the database, such as "the glossary". */
  readonly title: string;
  readonly migrations: readonly Migration[];
  /** `foreign`: the tables are another program's, and the file may hold anything else too; none of it is executed. */
  readonly schema?: 'ours' | 'foreign';
  /** `normal` survives any kill of the process; `full` also survives power loss. */
  readonly durability?: 'normal' | 'full';
  /** How long to wait for another writer, in milliseconds. */
  readonly busyTimeoutMs?: number;
  /** Whether to fail if the file does not exist. */
  readonly mustExist?: boolean;
  readonly readonly?: boolean;
  /**
   * Whether the database is only looked at: it is brought up to date as usual, and then nothing can be written by this
   * connection.
   */
  readonly isLook?: boolean | undefined;
  /**
   * The folder below which no link is followed on the way to the file, such as that of a world; by default the file's
   * own.
   */
  readonly within?: string | undefined;
  /**
   * Whether a person named the file, and it is only read: its links are then followed, and its mode is left as it is.
   */
  readonly isNamed?: boolean;
  /** The mark of this store's files, SQLite's `application_id`: a file with another mark, or none, is refused. */
  readonly applicationId?: number;
  /** What statements and migrations may call. */
  readonly functions?: SqlFunctions;
  /** Tables whose rows are sealed as they are written; one of their migrations makes `record_seal`. */
  readonly sealed?: readonly SealedTable[];
  /**
   * Whether to open the database even if its newest record is not what was written: for callers that look for damage.
   */
  readonly isDamageExpected?: boolean | undefined;
  /** Called after a database that was not empty has been migrated. */
  readonly onMigrated?: ((migrated: Migrated) => void) | undefined;
}

/** A database that was migrated, and where the copy made before is. */
export interface Migrated {
  readonly from: number;
  readonly to: number;
  readonly backupPath: string;
}
