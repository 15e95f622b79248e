// Reads the steps of a schema from the `.sql` files of a folder.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assert } from '../base/errors.ts';
import type { Migration } from './open-options.ts';

/** The files named like `0001-events.sql`, in order. Throws `Bug` when they are not numbered one after the other. */
export function readMigrations(folder: string): readonly Migration[] {
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
