// Opens the annotator's database of a world: one file for glossary and journal, so that one transaction covers both.

import { readMigrations as readSteps } from '@terrarium/kernel/migrations';
import {
  type Connection,
  type Migrated,
  type Migration,
  openDatabase,
} from '@terrarium/kernel/open-database';
import { packText, unpackText } from './packed-text.ts';
import { packList } from './revised-list.ts';
import { sealedTables } from './sealed-tables.ts';

export interface AnnotatorDatabaseOptions {
  readonly path: string;
  /** The bytes of another database: a database in memory then begins as a copy of it. */
  readonly image?: Buffer | undefined;
  /** For a database that only shows the contents of another database: its rows get no seals. */
  readonly isView?: boolean;
  readonly durability?: 'normal' | 'full';
  readonly mustExist?: boolean;
  readonly readonly?: boolean;
  /** Opens the database even when its newest records are damaged, in order to look for damage. */
  readonly isDamageExpected?: boolean | undefined;
  /** Called when a database of an older version was brought up to date. */
  readonly onMigrated?: ((migrated: Migrated) => void) | undefined;
}

/** The bytes of "TRAn"; `file` and SQLite's `application_id` show the number. */
const applicationId = 0x5452416e;

/** SQL functions that migrations, and people looking at the tables, may call. */
export const functions = {
  pack_text: (text: unknown) => packText(String(text)),
  unpack_text: (packed: unknown) => (Buffer.isBuffer(packed) ? unpackText(packed) : String(packed)),
  shorten_list: (before: unknown, value: unknown) => packList(String(before), String(value)),
};

let steps: readonly Migration[] | undefined;

/** Opens or creates `annotator.db` and brings its schema up to date. Throws `StorageError`, nothing else. */
export function openAnnotatorDatabase({ isView, ...options }: AnnotatorDatabaseOptions): Connection {
  steps ??= readMigrations();
  return openDatabase({
    ...options,
    title: 'the glossary',
    migrations: steps,
    applicationId,
    functions,
    sealed: isView === true ? [] : sealedTables,
  });
}

/** The schema's steps, from the `.sql` files beside this one, in order. */
export function readMigrations(folder: string = import.meta.dirname): readonly Migration[] {
  return readSteps(folder);
}
