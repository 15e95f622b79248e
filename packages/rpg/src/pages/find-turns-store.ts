// Finds turns on the played path of every game by the player's words or the narrative.

import type { Connection } from '@terrarium/kernel/open-database';

export interface FoundTurn {
  readonly session: string;
  /** Name of the game. */
  readonly name: string;
  readonly id: number;
  readonly number: number;
  readonly words: string;
  /** The narrative around the first match; empty if only the player's words match. */
  readonly excerpt: string;
}

interface Wanted {
  readonly words: string;
  readonly limit: number;
}

interface TurnRow extends Omit<FoundTurn, 'excerpt'> {
  readonly narrative: string;
}

const around = 60;
const longestWords = 120;

/** Lists the newest turns first, without turns that were undone or are on another path. */
export function findTurns(connection: Connection, { words, limit }: Wanted): readonly FoundTurn[] {
  const wanted = words.trim();
  if (wanted === '') return [];
  const pattern = `%${wanted.replaceAll(/[!%_]/gu, '!$&')}%`;
  return connection
    .prepare<[{ pattern: string; longest: number; limit: number }], TurnRow>(
      `SELECT turn.session_id AS session, sessions.name AS name, turn.id, turn.number,
              substr(turn.words, 1, :longest) AS words, turn.narrative
         FROM head_path
         JOIN turn ON turn.id = head_path.turn_id
         JOIN sessions ON sessions.id = head_path.session_id
        WHERE turn.words LIKE :pattern ESCAPE '!' OR turn.narrative LIKE :pattern ESCAPE '!'
        ORDER BY turn.id DESC LIMIT :limit`,
    )
    .all({ pattern, longest: longestWords, limit })
    .map(({ narrative, ...row }) => ({ ...row, excerpt: cutAround(narrative, wanted) }));
}

function cutAround(text: string, wanted: string): string {
  const at = text.toLowerCase().indexOf(wanted.toLowerCase());
  if (at < 0) return '';
  const from = Math.max(0, at - around);
  const to = Math.min(text.length, at + wanted.length + around);
  const part = text.slice(from, to).toWellFormed().replaceAll(/\s+/gu, ' ').trim();
  return `${from > 0 ? '…' : ''}${part}${to < text.length ? '…' : ''}`;
}
