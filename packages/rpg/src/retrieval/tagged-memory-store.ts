// Tagged memory store: finds the memories with the tags of a scene, by weight and age.

import type { Connection } from '@terrarium/kernel/open-database';
import type { RecollectionKind } from '../turn/recollector.ts';

export interface TagSearch {
  readonly tags: readonly string[];
  readonly limit: number;
  /** The keys of the memories to leave out, in the form in which a prompt has them. */
  readonly known: ReadonlySet<string>;
}

export interface TaggedMemoryStore {
  /** Keys of memories that have one of the tags: of each kind the `limit` weightiest and the `limit` newest. */
  search(search: TagSearch): readonly string[];
}

interface TagRow {
  readonly key: string;
  readonly importance: number;
  readonly position: number;
}

type Compare = (one: TagRow, other: TagRow) => number;

const kinds: readonly RecollectionKind[] = ['preference', 'rule', 'lore', 'fact', 'event'];

const compareAge: Compare = (one, other) => other.position - one.position;
const compareWeight: Compare = (one, other) =>
  other.importance - one.importance || compareAge(one, other) || (one.key < other.key ? -1 : 1);

export function openTaggedMemoryStore(connection: Connection, sessionId: string): TaggedMemoryStore {
  const { weightiest, newest } = prepareStatements(connection);
  const orders = [
    { statement: weightiest, compare: compareWeight },
    { statement: newest, compare: compareAge },
  ];
  return {
    search({ tags, limit, known }) {
      const spelled = [...new Set(tags.flatMap(listSpellings))];
      const found = kinds.flatMap((kind) =>
        orders.flatMap(({ statement, compare }) => {
          const rows = spelled.flatMap((tag) =>
            readUnknown(statement.iterate(sessionId, tag, kind), limit, known),
          );
          const keys = rows.sort(compare).map(({ key }) => key);
          return [...new Set(keys)].slice(0, limit);
        }),
      );
      return [...new Set(found)];
    },
  };
}

function prepareStatements(connection: Connection) {
  const select = `SELECT "key", importance, position FROM memory_tag
    WHERE session_id = ? AND tag = ? AND kind = ?`;
  type Asked = [string, string, RecollectionKind];
  return {
    weightiest: connection.prepare<Asked, TagRow>(`${select} ORDER BY importance DESC, position DESC, "key"`),
    newest: connection.prepare<Asked, TagRow>(`${select} ORDER BY position DESC`),
  };
}

/** The spellings of a tag in upper and lower case, since the table ignores case only for ASCII letters. */
function listSpellings(tag: string): readonly string[] {
  return [tag, tag.toLowerCase(), tag.toUpperCase()].map((spelled) =>
    spelled.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()),
  );
}

/**
 * Reads the first rows that are not in `known`. Stops when there are `limit` of them, since a tag may have very many
 * memories.
 */
function readUnknown(rows: Iterable<TagRow>, limit: number, known: ReadonlySet<string>): readonly TagRow[] {
  const taken: TagRow[] = [];
  for (const row of rows) {
    if (known.has(`note:${row.key}`)) continue;
    taken.push(row);
    if (taken.length === limit) break;
  }
  return taken;
}
