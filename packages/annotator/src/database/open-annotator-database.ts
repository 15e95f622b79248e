// Opens the annotator's database of a world: one file for glossary and journal, so that one transaction covers both.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assert } from '@terrarium/kernel/errors';
import { type Connection, type Migration, openDatabase } from '@terrarium/kernel/open-database';

export interface AnnotatorDatabaseOptions {
  readonly path: string;
  readonly durability?: 'normal' | 'full';
  readonly mustExist?: boolean;
  readonly readonly?: boolean;
}

/** Opens or creates `annotator.db` and brings its schema up to date. Throws `StorageError`, nothing else. */
export function openAnnotatorDatabase(options: AnnotatorDatabaseOptions): Connection {
  return openDatabase({ ...options, title: 'the glossary', migrations: readMigrations() });
}

/** The schema's steps, from the `.sql` files beside this one, in order. */
export function readMigrations(folder: string = import.meta.dirname): readonly Migration[] {
  const names = readdirSync(folder)
    .filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name))
    .sort();
  return names.map((name, index) => {
    const version = Number(name.slice(0, 4));
    assert(
      version === index + 1,
      `The schema files are not numbered one after the other: ${names.join(', ')}.`,
    );
    return { version, name: name.slice(5, -4), sql: readFileSync(join(folder, name), 'utf8') };
  });
}
