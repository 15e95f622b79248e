// Conformance of an embedder: what every implementation of the port must do, as one suite.

import { describe, expect, it } from 'vitest';
import type { Embedder } from '../retrieval/embedder.ts';

export interface EmbedderUnderTest {
  readonly embedder: Embedder;
  close(): Promise<void>;
}

export type OpenEmbedder = () => Promise<EmbedderUnderTest>;

interface Check {
  readonly promise: string;
  check(embedder: Embedder): Promise<void>;
}

const manyTexts = Array.from({ length: 70 }, (_, at) => `text number ${at}`);

const checks: readonly Check[] = [
  {
    promise: 'has an id and a number of dimensions',
    async check({ id, dimensions }) {
      expect(id).not.toBe('');
      expect(dimensions).toBeGreaterThan(1);
    },
  },
  {
    promise: 'gives one vector of length 1 for each text, whatever the text is',
    async check({ embed, dimensions }) {
      const vectors = await embed(['a kiln', '', '窯', '\ud800 half', 'x'.repeat(100_000)]);
      expect(vectors.map((vector) => vector.length)).toEqual(new Array(5).fill(dimensions));
      for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 3);
    },
  },
  {
    promise: 'gives nothing for no texts',
    async check({ embed }) {
      expect(await embed([])).toEqual([]);
    },
  },
  {
    promise: 'keeps the order of many texts and says the same of the same text',
    async check({ embed }) {
      const together = await embed(manyTexts);
      const [alone] = await embed(manyTexts.slice(-1));
      expect(together).toHaveLength(manyTexts.length);
      for (const [at, value] of (together.at(-1) ?? new Float32Array()).entries()) {
        expect(value).toBeCloseTo(alone?.[at] ?? 2, 3);
      }
    },
  },
  {
    promise: 'finds texts that share their words more alike than others',
    async check({ embed }) {
      const [one, alike, other] = await embed(['a clay kiln', 'the clay kiln', 'seven trains']);
      const computeProduct = (left?: Float32Array, right?: Float32Array) =>
        left?.reduce((sum, value, at) => sum + value * (right?.[at] ?? 0), 0) ?? 0;
      expect(computeProduct(one, alike)).toBeGreaterThan(computeProduct(one, other));
    },
  },
  {
    promise: 'rejects with the reason of an abort',
    async check({ embed }) {
      const reason = new Error('no longer wanted');
      await expect(embed(['a kiln'], AbortSignal.abort(reason))).rejects.toBe(reason);
    },
  },
  {
    promise: 'closes twice, and gives nothing afterwards',
    async check(embedder) {
      await embedder.close();
      await embedder.close();
      await expect(embedder.embed(['a kiln'])).rejects.toThrow();
    },
  },
];

/** Registers the suite. Each test opens an embedder of its own. */
export function describeEmbedder(name: string, open: OpenEmbedder): void {
  describe(`the embedder ${name}`, () => {
    for (const { promise, check } of checks) {
      it(promise, async () => {
        const { embedder, close } = await open();
        try {
          await check(embedder);
        } finally {
          await close();
        }
      });
    }
  });
}
