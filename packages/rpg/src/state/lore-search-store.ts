// Lore search store: finds what is remembered at the head by its words, and what the open turn noted since.

import type { Connection } from '@terrarium/kernel/open-database';
import { openWordIndex, type WordIndex } from '../database/word-index-store.ts';
import type { GameState } from './entity.ts';
import type { LoreHit, LoreSource } from './lore-source.ts';

interface HitRow {
  readonly key: string;
  readonly kind: string;
  readonly content: string;
}

const mostWords = 24;
/** Notes that are ranked for one search. */
const mostRanked = 3_000;

/** Best match first (BM25). Notes that the state does not hold, or holds otherwise, are told as the state has them. */
export function openLoreSearch(connection: Connection, session: string): LoreSource {
  const index = openWordIndex(connection, 'memory_index');
  const search = connection.prepare<[string, number, string, string | null, number], HitRow>(
    `SELECT memories."key", memories.kind, memories.content FROM memory_index
     CROSS JOIN memories ON memories.id = memory_index.rowid
     WHERE memory_index MATCH ? AND memory_index.rowid > ? AND session_id = ?
       AND memories.kind = coalesce(?, memories.kind)
     ORDER BY bm25(memory_index) LIMIT ?`,
  );
  const stored = connection
    .prepare<[string, string], number>('SELECT 1 FROM memories WHERE session_id = ? AND "key" = ?')
    .pluck();
  const isStored = (key: string) => stored.get(session, key) !== undefined;
  return {
    search({ words, kind, limit, state }) {
      const terms = listTerms(words);
      const chosen = index.choose(sortRarest(index, terms), mostRanked);
      const rows =
        chosen === undefined ? [] : search.all(chosen.match, chosen.after, session, kind ?? null, limit);
      const fresh = findFresh(state, terms, kind).filter(({ key }) => !isStored(key.slice('note:'.length)));
      const found = [...fresh, ...rows.flatMap(({ key }) => readNote(state, key))];
      const hits = new Map(found.map((hit) => [hit.key, hit]));
      return [...hits.values()].slice(0, limit);
    },
  };
}

/** A word counts for as much as fewer notes have it. */
function sortRarest(index: WordIndex, terms: readonly string[]): readonly string[] {
  const counts = new Map(terms.map((term) => [term, index.count(term, mostRanked)]));
  return terms.toSorted((one, other) => (counts.get(one) ?? 0) - (counts.get(other) ?? 0));
}

/** Words and numbers, each once; signs of the query language are none. */
function listTerms(words: string): readonly string[] {
  const found = words.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(found)].slice(0, mostWords);
}

function readNote(state: GameState, key: string): readonly LoreHit[] {
  const note = state.find(`note:${key}`);
  if (note === undefined) return [];
  const { kind, content } = note.sheet;
  return [{ key: note.id, kind: String(kind ?? 'fact'), text: String(content ?? '') }];
}

/** The newest notes, those of the open turn among them, that say one of the words. */
function findFresh(state: GameState, terms: readonly string[], kind: string | undefined): readonly LoreHit[] {
  return state
    .list('note')
    .slice(-20)
    .flatMap(({ key }) => readNote(state, key))
    .filter((hit) => kind === undefined || hit.kind === kind)
    .filter((hit) => terms.some((term) => hit.text.toLowerCase().includes(term)));
}
