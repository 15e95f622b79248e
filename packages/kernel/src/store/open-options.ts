// Open options: the options for opening a database, and the type of the steps of its schema.

import type Database from 'better-sqlite3';
import type { SealedTable } from './seal-record.ts';
import type { SqlFunctions } from './sql-functions.ts';

export type Connection = Database.Database;

/** One step of a schema. It is applied once, in order, and never undone; all due steps run in one transaction. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  /**
   * The digest of the schema after this step, if it was recorded. With it, a file's schema can be compared without
   * building the schema.
   */
  readonly digest?: string | undefined;
}

export interface OpenOptions {
  readonly path: string;
  /** The bytes of a database, from which a new database in memory is copied. */
  readonly image?: Buffer | undefined;
  /** How messages refer to the database, such as "the glossary". */
  readonly title: string;
  readonly migrations: readonly Migration[];
  /**
   * `foreign`: the tables belong to another program, and the file may contain anything else. Nothing in it is
   * executed.
   */
  readonly schema?: 'ours' | 'foreign';
  /** With `normal`, committed data survives if the process is killed; with `full`, it also survives a power failure. */
  readonly durability?: 'normal' | 'full';
  /** How long to wait for another process that is writing, in milliseconds. */
  readonly busyTimeoutMs?: number;
  /** Whether to fail if the file does not exist. */
  readonly mustExist?: boolean;
  readonly readonly?: boolean;
  /**
   * Whether the database is only read: it is brought up to date as usual, and after that this connection cannot write.
   */
  readonly isLook?: boolean | undefined;
  /**
   * A folder, such as a world's folder. No symbolic link between it and the file is followed. By default the file's
   * own folder.
   */
  readonly within?: string | undefined;
  /**
   * Whether a person named the file and it is only read. If so, links are followed unless the file is in a world, and
   * the mode of the file is not changed.
   */
  readonly isNamed?: boolean;
  /**
   * The mark of this store's files, SQLite's `application_id`. A file with another mark is refused. A file without a
   * mark is also refused unless it is empty or has this store's tables.
   */
  readonly applicationId?: number;
  /** The functions that statements and migrations may call. */
  readonly functions?: SqlFunctions;
  /** Tables whose rows are sealed when they are written. One of the migrations must make `record_seal`. */
  readonly sealed?: readonly SealedTable[];
  /** Whether to open the database even if its newest record is damaged, for callers that look for damage. */
  readonly isDamageExpected?: boolean | undefined;
  /** Called after a database that was not empty has been migrated. */
  readonly onMigrated?: ((migrated: Migrated) => void) | undefined;
}

/** A finished migration, and the path of the copy made before it. */
export interface Migrated {
  readonly from: number;
  readonly to: number;
  readonly backupPath: string;
}
