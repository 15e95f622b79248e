// Fake embedder: makes vectors from hashes of words, so that texts that share words have similar vectors.

import type { Embedder } from '../retrieval/embedder.ts';
import { normaliseVector } from '../retrieval/embedder.ts';

const usualDimensions = 64;

/** The vector that every fake embedder and the fake server give to a text. */
export function buildFakeVector(text: string, dimensions: number = usualDimensions): Float32Array {
  const vector = new Float32Array(dimensions);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['']) {
    let hash = 2_166_136_261;
    for (const character of word) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619);
    const slot = (hash >>> 0) % dimensions;
    vector[slot] = (vector[slot] ?? 0) + 1;
  }
  return normaliseVector(vector);
}

export interface FakeEmbedder extends Embedder {
  /** Every text that the embedder was given, in order. */
  readonly embedded: readonly string[];
}

export function buildFakeEmbedder(id = 'fake', dimensions: number = usualDimensions): FakeEmbedder {
  const embedded: string[] = [];
  const closing = new AbortController();
  return {
    id,
    dimensions,
    embedded,
    async embed(texts, signal) {
      signal?.throwIfAborted();
      closing.signal.throwIfAborted();
      embedded.push(...texts);
      return texts.map((text) => buildFakeVector(text, dimensions));
    },
    async close() {
      closing.abort();
    },
  };
}
