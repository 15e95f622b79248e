// Dumps everything in a game that depends on its head, as lines of text, so that two moments can be compared.

import type { Connection } from '@terrarium/kernel/open-database';

const queries: readonly string[] = [
  'SELECT session_id, entity_type, entity_key, position, json FROM game_state ORDER BY 1, 2, 3',
  `SELECT session_id, "key", kind, content, tags, importance, source, turn_number, position, json
   FROM memories ORDER BY 1, 2`,
  `SELECT memories."key", term, col, "offset" FROM temp.memory_words
   JOIN memories ON memories.id = doc ORDER BY 1, 2, 3, 4`,
  `SELECT number, head_path.turn_id, summary, tags, importance, lore FROM head_path
   JOIN turn_metadata ON turn_metadata.turn_id = head_path.turn_id ORDER BY session_id, number`,
  'SELECT id, head FROM sessions ORDER BY id',
  'SELECT * FROM draft',
];

/** One line for each row. For the text index, lists the words in it, not how it stores them. */
export function dumpGame(connection: Connection): readonly string[] {
  connection.exec(
    'CREATE VIRTUAL TABLE IF NOT EXISTS temp.memory_words USING fts5vocab(main, memory_index, instance)',
  );
  return queries.flatMap((sql, query) =>
    connection
      .prepare(sql)
      .raw()
      .all()
      .map((row) => `${query} ${JSON.stringify(row)}`),
  );
}

/** The first line in which two dumps differ, from each of them; undefined if they are equal. */
export function findChangedLine(one: readonly string[], other: readonly string[]) {
  for (let line = 0; line < Math.max(one.length, other.length); line += 1) {
    if (one[line] !== other[line]) return [one[line], other[line]];
  }
  return undefined;
}
