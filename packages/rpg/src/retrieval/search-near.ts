// If there is an embedder, finds memories, played turns and rules that are close to a turn's words in meaning.

import type { Embedder } from '@terrarium/kernel/embedder';
import { ModelError, ProviderError } from '@terrarium/kernel/errors';
import type { Connection } from '@terrarium/kernel/open-database';
import { openVectorStore, type VectorStore } from '@terrarium/kernel/vectors';
import type { System } from '../system/system.ts';
import type { Asked } from '../turn/recollector.ts';
import { type NearTextStore, openMemoryTexts, openTurnTexts } from './near-text-store.ts';

/** Closeness to the words, by id. */
export interface Near {
  readonly memories: ReadonlyMap<number, number>;
  readonly turns: ReadonlyMap<number, number>;
  readonly rules: ReadonlyMap<string, number>;
}

const nothing: Near = { memories: new Map(), turns: new Map(), rules: new Map() };
const mostNearest = 32;
/** At most this many texts of a kind get their vectors in one turn. */
const mostFilled = 64;

export interface NearSearch {
  /** If embedding fails, nothing is found by meaning in this turn. */
  search(asked: Asked): Promise<Near>;
}

interface NearOptions {
  readonly connection: Connection;
  readonly sessionId: string;
  readonly system: System;
  readonly embedder?: Embedder | undefined;
}

export function openNearSearch(options: NearOptions): NearSearch {
  const { connection, sessionId, system, embedder } = options;
  if (embedder === undefined) return { search: async () => nothing };
  const kinds = [
    openMemoryTexts(connection, sessionId),
    openTurnTexts(connection, sessionId),
    openRuleVectors(connection, system),
  ] as const;
  const ids = system.manifest.rules.map(({ id }) => id);
  return {
    async search({ words, signal }) {
      try {
        const asked = await embedWithMissing(kinds, embedder, { words, signal });
        if (asked === undefined) return nothing;
        const [memories, turns, rules] = kinds.map((store) => listNearest(store, embedder, asked));
        const named = [...(rules ?? [])].map(
          ([place, closeness]) => [ids[place - 1] ?? '', closeness] as const,
        );
        return { ...nothing, ...(memories && { memories }), ...(turns && { turns }), rules: new Map(named) };
      } catch (error) {
        if (error instanceof ProviderError || error instanceof ModelError) return nothing;
        throw error;
      }
    },
  };
}

/**
 * The vector of the words. The same request also makes vectors for some of the texts that have none yet, and these are
 * stored.
 */
async function embedWithMissing(
  kinds: readonly NearTextStore[],
  embedder: Embedder,
  { words, signal }: Pick<Asked, 'words' | 'signal'>,
): Promise<Float32Array | undefined> {
  const missing = kinds.map((store) => store.listUnembedded(embedder, mostFilled));
  const texts = missing.flat().map(({ content }) => content);
  const [asked, ...vectors] = await embedder.embed([words, ...texts], signal);
  let used = 0;
  for (const [at, store] of kinds.entries()) {
    const own = missing[at] ?? [];
    addVectors(store, embedder, own, vectors.slice(used, used + own.length));
    used += own.length;
  }
  return asked;
}

function addVectors(
  store: NearTextStore,
  embedder: Embedder,
  texts: readonly { readonly id: number }[],
  vectors: readonly Float32Array[],
): void {
  if (texts.length === 0) return;
  const placed = texts.flatMap(({ id }, at) => {
    const vector = vectors[at];
    return vector === undefined ? [] : [{ place: id, vector }];
  });
  store.addVectors(embedder, placed);
}

function listNearest(
  store: NearTextStore,
  embedder: Embedder,
  asked: Float32Array,
): ReadonlyMap<number, number> {
  const nearest = store.searchNearest(embedder, asked, mostNearest);
  return new Map(nearest.map(({ id, closeness }) => [id, closeness]));
}

/** The rules of a system never change, so a rule is identified by its position, counted from 1. */
function openRuleVectors(connection: Connection, { hash, manifest }: System): NearTextStore {
  const opened = new Map<string, VectorStore>();
  const open = ({ id, dimensions }: Embedder | { id: string; dimensions: number }) => {
    const name = `${id}, rules of ${hash}`;
    const store = opened.get(name) ?? openVectorStore(connection, { id: name, dimensions });
    opened.set(name, store);
    return store;
  };
  return {
    listUnembedded(space, limit) {
      const store = open(space);
      return manifest.rules
        .map(({ title, text }, at) => ({ id: at + 1, content: `${title}: ${text}` }))
        .filter(({ id }) => !store.has(id))
        .slice(0, limit);
    },
    addVectors: (space, vectors) => open(space).add(vectors),
    searchNearest: (space, vector, limit) =>
      open(space)
        .searchNearest(vector, limit)
        .map(({ place, score }) => ({ id: place, closeness: score })),
  };
}
