// Recollects: finds what bears on a turn among rules, lore, facts, episodes and preferences, each with its reason.

import type { Embedder } from '@terrarium/kernel/embedder';
import { ModelError, ProviderError } from '@terrarium/kernel/errors';
import type { Connection } from '@terrarium/kernel/open-database';
import { splitTerms } from '@terrarium/kernel/split-terms';
import { isWishNote } from '../state/wish.ts';
import type { System } from '../system/system.ts';
import type { Asked, Recollection, Recollector } from '../turn/recollector.ts';
import { type GameState, playerId, sceneId } from '../values/entity.ts';
import {
  type FoundMemory,
  type FoundTurn,
  type MemorySearchStore,
  openMemorySearchStore,
} from './memory-search-store.ts';
import { type MemoryVectorStore, openMemoryVectorStore } from './memory-vector-store.ts';
import { buildQuery, commonShare } from './query.ts';
import type { Candidate } from './rank-candidates.ts';
import { rankCandidates } from './rank-candidates.ts';
import { renderSource } from './render-source.ts';
import { openRuleIndex } from './rule-index.ts';

export interface RecollectorOptions {
  readonly connection: Connection;
  readonly sessionId: string;
  readonly system: System;
  readonly countTokens: (text: string) => number;
  readonly embedder?: Embedder | undefined;
}

const mostOfKind = 24;
const mostTurns = 24;
const mostNearest = 32;
const mostPreferences = 12;
/** How many memories of a kind are found by tags: as many by weight, and as many by age. */
const mostTagged = 12;
const mostFilled = 64;
/** How many of the most telling words are searched for; the others only serve to tell how well a memory fits. */
const mostLookedUp = 8;

/**
 * The cost of a question does not grow with the length of the game, except in the index itself, where common words are
 * counted.
 */
export function openRecollector(options: RecollectorOptions): Recollector {
  const store = openMemorySearchStore(options.connection, options.sessionId);
  const vectors = openMemoryVectorStore(options.connection, options.sessionId);
  return {
    async recall(asked) {
      const near = await searchNear(options, vectors, asked);
      const collect = () => collectRecollections(options, store, { asked, near });
      return asked.readPast === undefined ? collect() : asked.readPast(collect);
    },
  };
}

interface Felt {
  readonly asked: Asked;
  /** From the ids of memories near in meaning to their closeness. */
  readonly near: ReadonlyMap<number, number>;
}

function collectRecollections(
  options: RecollectorOptions,
  store: MemorySearchStore,
  { asked, near }: Felt,
): readonly Recollection[] {
  const rules = openRuleIndex(options.system);
  const sceneTags = listSceneTags(asked.state);
  const now = store.readHeadNumber();
  const documents = store.countTexts() + rules.documents;
  // Above the share at which a word counts as common, its exact number does not matter.
  const most = Math.ceil(documents * commonShare) + 1;
  const query = buildQuery(asked.words, {
    documents,
    count: (word) => store.countWord(word, most) + countInRules(rules.count, word),
  });
  const words = query.slice(0, mostLookedUp).map(({ word }) => word);
  const found = [
    ...store.searchByWords(words, mostOfKind),
    ...store.searchByTags({ tags: sceneTags, limit: mostTagged, known: asked.known }),
    ...store.listPreferences(mostPreferences),
  ];
  const candidates = [
    ...mergeFound([...found, ...store.read([...near.keys()])], near, now),
    ...store.searchTurns(words, mostTurns).map((turn) => buildEpisode(turn, now)),
    ...rules.search(query, mostOfKind),
  ];
  const { known, budgetTokens } = asked;
  return rankCandidates(candidates, { query, sceneTags, known, budgetTokens, count: options.countTokens });
}

function countInRules(count: (term: string) => number, word: string): number {
  return [...splitTerms(word).counts.keys()].reduce((sum, term) => sum + count(term), 0);
}

/** Tags for the place, those who are present, and what goes on. */
function listSceneTags(state: GameState): readonly string[] {
  const scene = state.find(sceneId)?.sheet;
  const here = scene?.['here'];
  const place = typeof here === 'string' ? state.find(here as `${string}:${string}`) : undefined;
  const present = ['npc', 'creature'].flatMap((type) =>
    state.list(type).filter(({ sheet }) => typeof here === 'string' && sheet['at'] === here),
  );
  const mode = scene?.['mode'];
  const named = [place, ...present, state.find(playerId)].flatMap((entity) => {
    const name = entity?.sheet['name'];
    return typeof name === 'string' ? [name] : [];
  });
  return [...named, ...(typeof mode === 'string' ? [mode] : [])];
}

/** Closeness by memory id; a text that cannot be embedded is only found by its words. */
async function searchNear(
  { embedder }: RecollectorOptions,
  store: MemoryVectorStore,
  { words, signal }: Asked,
): Promise<ReadonlyMap<number, number>> {
  if (embedder === undefined) return new Map();
  try {
    const missing = store.listUnembedded(embedder, mostFilled);
    const [asked, ...vectors] = await embedder.embed(
      [words, ...missing.map(({ content }) => content)],
      signal,
    );
    store.addVectors(
      embedder,
      missing.flatMap(({ id }, at) => {
        const vector = vectors[at];
        return vector === undefined ? [] : [{ place: id, vector }];
      }),
    );
    const nearest = asked === undefined ? [] : store.searchNearest(embedder, asked, mostNearest);
    return new Map(nearest.map(({ id, closeness }) => [id, closeness]));
  } catch (error) {
    if (error instanceof ProviderError || error instanceof ModelError) return new Map();
    throw error;
  }
}

function mergeFound(
  found: readonly FoundMemory[],
  near: ReadonlyMap<number, number>,
  now: number,
): readonly Candidate[] {
  const merged = new Map<number, Candidate>();
  for (const memory of found.filter(({ kind, content }) => !isWishNote(kind, content))) {
    const before = merged.get(memory.id);
    const score = Math.max(before?.score ?? 0, memory.score);
    const { key, kind, content, tags, importance, turnNumber, source } = memory;
    const from = renderSource(source, turnNumber);
    const age = Math.max(0, now - turnNumber);
    const candidate = { key: `note:${key}`, kind, text: content, tags, importance, age, from, score };
    merged.set(memory.id, { ...candidate, closeness: near.get(memory.id) });
  }
  return [...merged.values()];
}

function buildEpisode(
  { turnId, number, summary, tags, importance, score }: FoundTurn,
  now: number,
): Candidate {
  const age = Math.max(0, now - number);
  const key = `turn:${turnId}`;
  return { key, kind: 'event', text: summary, tags, importance, age, from: `turn ${number}`, score };
}
