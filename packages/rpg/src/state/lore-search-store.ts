// Lore search store: finds what is remembered at the head by its words, and what the open turn noted since.

import type { Connection } from '@terrarium/kernel/open-database';
import type { GameState } from './entity.ts';
import type { LoreHit, LoreSource } from './lore-source.ts';

interface HitRow {
  readonly key: string;
  readonly kind: string;
  readonly content: string;
}

const mostWords = 24;

/** Best match first (BM25). Notes that the state does not hold, or holds otherwise, are told as the state has them. */
export function openLoreSearch(connection: Connection, session: string): LoreSource {
  const search = connection.prepare<[string, string, string | null, number], HitRow>(
    `SELECT memories."key", memories.kind, memories.content FROM memory_index
     JOIN memories ON memories.id = memory_index.rowid
     WHERE memory_index MATCH ? AND session_id = ? AND memories.kind = coalesce(?, memories.kind) ORDER BY bm25(memory_index) LIMIT ?`,
  );
  const count = connection
    .prepare<[string], number>('SELECT count(*) FROM memories WHERE session_id = ?')
    .pluck();
  return {
    search({ words, kind, limit, state }) {
      const terms = listTerms(words);
      if (terms.length === 0) return [];
      const rows = search.all(terms.map((term) => `"${term}"`).join(' OR '), session, kind ?? null, limit);
      const stored = rows.flatMap(({ key }) => readNote(state, key));
      const isNew = state.list('note').length > (count.get(session) ?? 0);
      const fresh = isNew ? findFresh(state, terms, kind) : [];
      const hits = new Map([...fresh, ...stored].map((hit) => [hit.key, hit]));
      return [...hits.values()].slice(0, limit);
    },
  };
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
