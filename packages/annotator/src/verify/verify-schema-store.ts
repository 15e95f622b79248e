// Verifies the schema: tables with their rules, indexes and triggers stand in the file as this version makes them.

import type { Connection } from '@terrarium/kernel/open-database';
import { openAnnotatorDatabase } from '../database/open-annotator-database.ts';
import type { Annotator } from '../stores/open-annotator.ts';
import type { Problem } from './problem.ts';

interface SchemaPart {
  readonly type: string;
  readonly name: string;
  readonly sql: string;
}

/** A rule that reads otherwise refuses what is right, or lets a record be rewritten, and no row is wrong yet. */
export function* verifySchema({ connection }: Annotator): Iterable<Problem> {
  const stored = new Map(readParts(connection).map(({ type, name, sql }) => [`${type} ${name}`, sql]));
  for (const { type, name, sql } of listExpected()) {
    const found = stored.get(`${type} ${name}`);
    if (found === sql) continue;
    yield {
      code: 'schema.differs',
      what: `The ${type} ${name} ${found === undefined ? 'is not there' : 'is not as this version makes it'}.`,
    };
  }
}

/** What is SQLite's own in it may change with SQLite. */
function listExpected(): readonly SchemaPart[] {
  const fresh = openAnnotatorDatabase({ path: ':memory:' });
  try {
    const own = fresh
      .prepare<[], string>(`SELECT name FROM pragma_table_list WHERE type = 'shadow'`)
      .pluck()
      .all();
    return readParts(fresh).filter(({ name }) => !name.startsWith('sqlite_') && !own.includes(name));
  } finally {
    fresh.close();
  }
}

function readParts(connection: Connection): readonly SchemaPart[] {
  return connection
    .prepare<[], SchemaPart>('SELECT type, name, sql FROM main.sqlite_schema WHERE sql IS NOT NULL')
    .all();
}
