// Finds what a person has added to a reading and would lose if the story were read anew.

import type { Connection } from '@terrarium/kernel/open-database';

const signs: readonly (readonly [what: string, sql: string])[] = [
  ['changes to its glossary', "SELECT 1 FROM change WHERE author = 'human' LIMIT 1"],
  ['entries kept apart', "SELECT 1 FROM kept_apart WHERE author = 'human' LIMIT 1"],
  ['bookmarks', "SELECT 1 FROM snapshot WHERE type = 'manual' LIMIT 1"],
  ['talks with its readers', 'SELECT 1 FROM summon WHERE step_id IS NULL LIMIT 1'],
];

/** Says what a person added, such as "changes to its glossary"; empty if they added nothing. */
export function listOwnWork(connection: Connection): readonly string[] {
  return signs.flatMap(([what, sql]) => (connection.prepare(sql).get() === undefined ? [] : [what]));
}
