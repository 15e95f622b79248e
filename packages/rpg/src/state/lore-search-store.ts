// Lore search store: searches the notes at the head by words, with those that the draft changed, and reads what was told.

import { stripAccents } from '@terrarium/kernel/accented-forms';
import type { Connection } from '@terrarium/kernel/open-database';
import { splitTerms } from '@terrarium/kernel/split-terms';
import { openWordIndex, type WordChoice, type WordIndex } from '../database/word-index-store.ts';
import type { Entity } from '../values/entity.ts';
import type { LoreHit, LoreSource, ToldTurn } from './lore-source.ts';
import type { PlacedState } from './state-layer.ts';

type Asked = Parameters<LoreSource['search']>[0];

const mostWords = 24;
/** The maximum number of notes that are ranked for one search. */
const mostRanked = 3_000;
/** More turns would take too long to look through. */
const mostTold = 4_000;
/** A shorter word is part of too many other words to be searched for as a part. */
const leastPart = 3;

/**
 * Finds notes of the open turn first, but only up to half of the limit; any further ones come after the stored notes.
 * Stored notes are ranked by BM25, notes of the open turn by how many of the words they contain.
 */
export function openLoreSearch(connection: Connection, session: string): LoreSource {
  const index = openWordIndex(connection, 'memory_index');
  const search = connection
    .prepare<WordChoice & { session: string; kind: string | null }, string>(
      `SELECT memories."key" FROM memory_index CROSS JOIN memories ON memories.id = memory_index.rowid
       WHERE memory_index MATCH :match AND memory_index.rowid > :after AND session_id = :session
         AND memories.kind = coalesce(:kind, memories.kind)
       ORDER BY bm25(memory_index)`,
    )
    .pluck();
  const searchStored = (
    terms: readonly string[],
    { kind, limit, state }: Asked,
    ids: ReadonlySet<string>,
  ) => {
    const stored: LoreHit[] = [];
    const chosen = index.choose(sortRarest(index, terms), mostRanked);
    if (chosen === undefined) return stored;
    for (const key of search.iterate({ ...chosen, session, kind: kind ?? null })) {
      if (!ids.has(`note:${key}`)) stored.push(...readNote(state, key));
      if (stored.length === limit) break;
    }
    return stored;
  };
  const told = connection.prepare<[string, number], ToldTurn>(
    `SELECT turn.number, narrative FROM head_path JOIN turn ON turn.id = head_path.turn_id
     WHERE head_path.session_id = ? AND is_aside = 0 ORDER BY head_path.number DESC LIMIT ?`,
  );
  return {
    iterateTold: () => told.all(session, mostTold),
    search(asked) {
      const { kind, limit, state } = asked;
      const terms = listTerms(asked.words);
      const changed = state.listChanged('note').toSorted((one, other) => other.position - one.position);
      const notes = changed.map(({ entity }) => entity);
      const fresh = searchFresh(notes, terms).filter((hit) => kind === undefined || hit.kind === kind);
      const stored = searchStored(terms, asked, new Set(notes.map(({ id }) => id)));
      const first = Math.ceil(limit / 2);
      return [...fresh.slice(0, first), ...stored, ...fresh.slice(first)].slice(0, limit);
    },
  };
}

/** Sorts words so that those in the fewest notes come first, since they tell the most. */
function sortRarest(index: WordIndex, terms: readonly string[]): readonly string[] {
  const counts = new Map(terms.map((term) => [term, index.count(term, mostRanked)]));
  return terms.toSorted((one, other) => (counts.get(one) ?? 0) - (counts.get(other) ?? 0));
}

/** Words and numbers, each once; signs of the query language are left out. */
function listTerms(words: string): readonly string[] {
  const found = words.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(found)].slice(0, mostWords);
}

function readNote(state: PlacedState, key: string): readonly LoreHit[] {
  const note = state.find(`note:${key}`);
  return note === undefined ? [] : [buildHit(note)];
}

function buildHit({ id, sheet: { kind, content } }: Entity): LoreHit {
  return { key: id, kind: String(kind ?? 'fact'), text: String(content ?? '') };
}

/** Notes that contain at least one of the words; notes with the most words come first, otherwise in the given order. */
function searchFresh(notes: readonly Entity[], terms: readonly string[]): readonly LoreHit[] {
  const telling = terms.filter((term) => splitTerms(term).length > 0);
  const asked = (telling.length === 0 ? terms : telling).map(stripAccents);
  return notes
    .map((note) => ({ note, shared: countShared(note, asked) }))
    .filter(({ shared }) => shared > 0)
    .sort((one, other) => other.shared - one.shared)
    .map(({ note }) => buildHit(note));
}

/**
 * Counts the words that a note's text and tags contain. Compares words in any form and without accents, as the index
 * does; in addition, parts of words count.
 */
function countShared({ sheet: { content, tags } }: Entity, asked: readonly string[]): number {
  const text = stripAccents([content, ...(Array.isArray(tags) ? tags : [])].join('\n').toLowerCase());
  const own = splitTerms(text).counts;
  const isSaid = (word: string) =>
    (word.length >= leastPart && text.includes(word)) ||
    [...splitTerms(word).counts.keys()].some((term) => own.has(term));
  return asked.filter(isSaid).length;
}
