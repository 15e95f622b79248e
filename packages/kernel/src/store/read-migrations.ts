// Reads the steps of a schema from the `.sql` files of a folder.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assert } from '../base/errors.ts';
import type { Migration } from './open-options.ts';

/** Digests of the schema after each step, by its number, where a folder keeps them. */
const digestsFile = 'schema-digests.json';

/** The files named like `0001-events.sql`, in order. Throws `Bug` when they are not numbered one after the other. */
export function readMigrations(folder: string): readonly Migration[] {
  const names = readdirSync(folder)
    .filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name))
    .sort();
  const digests = readDigests(join(folder, digestsFile));
  return names.map((name, index) => {
    const version = Number(name.slice(0, 4));
    assert(
      version === index + 1,
      `The schema files are not numbered one after the other: ${names.join(', ')}.`,
    );
    const sql = readFileSync(join(folder, name), 'utf8');
    return { version, name: name.slice(5, -4), sql, digest: digests[version] };
  });
}

function readDigests(path: string): Readonly<Record<number, string>> {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}
