// Own work: whether a person made anything of a reading that another reading would not make again.

import type { Connection } from '@terrarium/kernel/open-database';

/** What is asked of the tables, and what it is called. */
const signs: readonly (readonly [what: string, sql: string])[] = [
  ['changes of its glossary', "SELECT 1 FROM change WHERE author = 'human' LIMIT 1"],
  ['entries kept apart', "SELECT 1 FROM kept_apart WHERE author = 'human' LIMIT 1"],
  ['bookmarks', "SELECT 1 FROM snapshot WHERE type = 'manual' LIMIT 1"],
  ['talks with its readers', 'SELECT 1 FROM summon WHERE step_id IS NULL LIMIT 1'],
];

/** In words, such as "changes of its glossary"; empty where nothing is a person's. */
export function listOwnWork(connection: Connection): readonly string[] {
  return signs.flatMap(([what, sql]) => (connection.prepare(sql).get() === undefined ? [] : [what]));
}
