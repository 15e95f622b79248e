// Lists the turns of a game as a tree: each with its parent, in the order in which they were committed.

import type { Connection } from '@terrarium/kernel/open-database';

export interface TurnNode {
  readonly id: number;
  readonly parent: number | undefined;
  readonly number: number;
  /** The beginning of the player's words. */
  readonly words: string;
  readonly isAside: boolean;
}

interface NodeRow {
  readonly id: number;
  readonly parent: number | null;
  readonly number: number;
  readonly words: string;
  readonly isAside: number;
}

const longestWords = 80;

/** The newest turns, the oldest of them first; the parents of the first ones may be missing. */
export function listTurnTree(connection: Connection, session: string, limit: number): readonly TurnNode[] {
  return connection
    .prepare<[{ session: string; longest: number; limit: number }], NodeRow>(
      `SELECT id, parent, number, substr(words, 1, :longest + 1) AS words, is_aside AS isAside
         FROM turn WHERE session_id = :session ORDER BY id DESC LIMIT :limit`,
    )
    .all({ session, longest: longestWords, limit })
    .map(({ parent, words, isAside, ...row }) => ({
      ...row,
      parent: parent ?? undefined,
      words: cutWords(words),
      isAside: isAside === 1,
    }))
    .toReversed();
}

function cutWords(words: string): string {
  const signs = [...words];
  return signs.length <= longestWords ? words : `${signs.slice(0, longestWords).join('').trimEnd()}…`;
}
