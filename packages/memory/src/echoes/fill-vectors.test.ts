// Tests counting and filling vectors: missing vectors are counted, and filling reports its progress.

import { buildFakeEmbedder } from '@terrarium/kernel/testing/fake-embedder';
import { openVectorStore } from '@terrarium/kernel/vectors';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openMemoryDatabase } from '../database/open-memory-database.ts';
import { ingest } from '../intake/ingest.ts';
import { parseUserMessage } from '../tags/parse-message.ts';
import { addToIndex, openEchoStore } from './echo-store.ts';
import { countVectors, type FillProgress, fillVectors } from './fill-vectors.ts';

function openTold(count: number) {
  const connection = openMemoryDatabase({ path: ':memory:' });
  const tell = (text: string) =>
    ingest(connection, parseUserMessage(text, { actor: 'user' }), {
      side: 'user',
      clock: { now: () => 1_456_826_400_000 },
      addToIndex: (event, shown) => addToIndex(connection, event, shown),
    });
  for (let at = 0; at < count; at += 1) tell(`A kiln, number ${at}.`);
  return { connection, tell };
}

describe('vectors of moments', () => {
  it('EC13: texts without a vector are missing, wherever a filling stopped, and each batch is reported', async () => {
    const sizes = fc.record({
      moments: fc.nat({ max: 9 }),
      batchSize: fc.integer({ min: 1, max: 4 }),
      stopAfter: fc.nat({ max: 4 }),
      later: fc.nat({ max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(sizes, async ({ moments, batchSize, stopAfter, later }) => {
        const { connection, tell } = openTold(moments);
        const embedder = buildFakeEmbedder();
        const ending = new AbortController();
        const told: FillProgress[] = [];
        const onProgress = (progress: FillProgress) => {
          told.push(progress);
          if (told.length > stopAfter) ending.abort(new Error('enough'));
        };
        const count = () => countVectors(connection, embedder);
        expect(count()).toEqual({ of: moments, missing: moments });
        await fillVectors(connection, { embedder, batchSize, onProgress, signal: ending.signal }).catch(
          (error: unknown) => expect(error).toBe(ending.signal.reason),
        );
        const steps = Math.min(stopAfter, Math.ceil(moments / batchSize));
        const done = Array.from({ length: steps + 1 }, (_, at) => Math.min(moments, at * batchSize));
        expect(told).toEqual(moments === 0 ? [] : done.map((one) => ({ done: one, of: moments })));
        for (let at = 0; at < later; at += 1) tell('And a boat.');
        const vectors = openVectorStore(connection, embedder);
        const places = openEchoStore(connection).readAfter(0, 99);
        const lacking = places.filter(({ place }) => !vectors.has(place)).length;
        expect(count()).toEqual({ of: places.length, missing: lacking });
        if (steps > 0) expect(countVectors(connection, { id: embedder.id })).toEqual(count());
        expect(await fillVectors(connection, { embedder })).toBe(lacking);
        expect(count().missing).toBe(0);
        connection.close();
      }),
      { numRuns: 30 },
    );
  });

  it('EC13: vectors of another embedder, or of another length, are not counted', async () => {
    const { connection } = openTold(5);
    await fillVectors(connection, { embedder: buildFakeEmbedder('kiln', 8) });
    for (const other of [{ id: 'other' }, { id: 'kil' }, { id: 'kiln', dimensions: 9 }, { id: '%' }])
      expect(countVectors(connection, other)).toEqual({ of: 5, missing: 5 });
    const longer = buildFakeEmbedder('kiln', 9);
    const left = new AbortController();
    const onProgress = ({ done }: FillProgress) => done > 0 && left.abort(new Error('enough'));
    const filling = fillVectors(connection, {
      embedder: longer,
      batchSize: 2,
      signal: left.signal,
      onProgress,
    });
    await expect(filling).rejects.toThrow('enough');
    expect(countVectors(connection, { id: 'kiln' })).toEqual({ of: 5, missing: 3 });
    connection.close();
  });
});
