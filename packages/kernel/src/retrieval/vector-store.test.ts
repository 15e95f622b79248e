// Tests the vector store: its search is exact, and the vectors of different embedders are kept apart.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../store/open-database.ts';
import { normaliseVector } from './embedder.ts';
import { BestPlaces, CachedVectors, openVectorStore, vectorTables } from './vector-store.ts';

function openTables() {
  const migrations = [{ version: 1, name: 'vectors', sql: vectorTables }];
  return openDatabase({ path: ':memory:', title: 'the vectors', migrations });
}

const space = { id: 'one', dimensions: 3 };

describe('the vector store', () => {
  it('finds the nearest as a look at every vector would', () => {
    const number = fc.integer({ min: -9, max: 9 });
    const vectors = fc.array(fc.tuple(number, number, fc.integer({ min: 1, max: 9 })), { minLength: 1 });
    fc.assert(
      fc.property(vectors, fc.tuple(number, number, number), (all, wanted) => {
        const connection = openTables();
        const placed = all.map((numbers, at) => ({
          place: at + 1,
          vector: normaliseVector(Float32Array.from(numbers)),
        }));
        const store = openVectorStore(connection, space);
        store.add(placed);
        const query = Float32Array.from(wanted);
        const expected = placed
          .map(({ place, vector }) => ({
            place,
            score: vector.reduce((sum, value, at) => sum + value * (query[at] ?? 0), 0),
          }))
          .sort((one, other) => other.score - one.score || other.place - one.place);
        expect(store.searchNearest(query, 5).map(({ place }) => place)).toEqual(
          expected.slice(0, 5).map(({ place }) => place),
        );
        expect(store.readLast()).toBe(all.length);
        const scores = expected.map(({ place }) => store.findCloseness(place, query));
        expect(scores).toEqual([...scores].sort((one, other) => Number(other) - Number(one)));
        expect(store.has(all.length)).toBe(true);
        const others = openVectorStore(connection, { ...space, id: 'another' });
        expect([others.has(1), others.findCloseness(1, query)]).toEqual([false, undefined]);
        expect([store.has(0), store.findCloseness(0, query)]).toEqual([false, undefined]);
        connection.close();
      }),
      { numRuns: 30 },
    );
  });

  it('finds the same where what was read is held, whatever came in between and whoever wrote it', () => {
    const number = fc.integer({ min: -9, max: 9 });
    const batches = fc.array(fc.array(fc.tuple(number, number, number), { maxLength: 12 }), { minLength: 1 });
    fc.assert(
      fc.property(batches, fc.tuple(number, number, number), fc.nat({ max: 5 }), (all, wanted, some) => {
        const connection = openTables();
        const [writer, lasting] = [space, { ...space, isLasting: true }].map((one) =>
          openVectorStore(connection, one),
        );
        const query = Float32Array.from(wanted);
        let place = 0;
        for (const batch of all) {
          writer?.add(
            batch.map((numbers) => ({ place: ++place, vector: normaliseVector(Float32Array.from(numbers)) })),
          );
          expect(lasting?.loadSome(some)).toBe(batch.length > some);
          expect([writer?.loadSome(some), lasting?.loadSome(100)]).toEqual([false, false]);
          expect(lasting?.searchNearest(query, 5)).toEqual(writer?.searchNearest(query, 5));
          expect(lasting?.searchNearest(query, 0)).toEqual([]);
          const [, second] = writer?.searchNearest(query, 5) ?? [];
          const within = new Set(second === undefined ? [] : [second.place]);
          expect(lasting?.searchNearest(query, 5, within)).toEqual(second === undefined ? [] : [second]);
        }
        connection.close();
      }),
      { numRuns: 30 },
    );
  });

  it('reads again what is held once it is told of a change', () => {
    const connection = openTables();
    const open = (changes: number) => openVectorStore(connection, { ...space, isLasting: true, changes });
    const query = Float32Array.of(1, 0, 0);
    open(0).add([{ place: 4, vector: query }]);
    expect(open(0).searchNearest(query, 5)).toEqual([{ place: 4, score: 1 }]);
    connection.exec('DELETE FROM text_vector');
    open(1).add([{ place: 3, vector: query }]);
    expect(open(1).searchNearest(query, 5)).toEqual([{ place: 3, score: 1 }]);
    connection.close();
  });

  it('reads again what is held once its last place has another owner', () => {
    const connection = openTables();
    const owners = new Map([
      [1, 10],
      [2, 20],
    ]);
    const store = openVectorStore(connection, {
      ...space,
      isLasting: true,
      findOwner: (place) => owners.get(place),
    });
    const [query, other] = [Float32Array.of(1, 0, 0), Float32Array.of(0, 1, 0)];
    const add = (places: readonly number[], vector: Float32Array) =>
      store.add(places.map((place) => ({ place, vector })));
    add([1, 2], query);
    expect(store.searchNearest(query, 1)).toEqual([{ place: 2, score: 1 }]);
    connection.exec('DELETE FROM text_vector WHERE place = 2');
    owners.delete(2);
    expect(store.searchNearest(query, 5)).toEqual([{ place: 1, score: 1 }]);
    owners.set(2, 30);
    add([2], other);
    expect(store.searchNearest(other, 1)).toEqual([{ place: 2, score: 1 }]);
    owners.set(2, 40);
    add([2], query);
    expect(store.loadSome(9)).toBe(false);
    expect(store.searchNearest(query, 1)).toEqual([{ place: 2, score: 1 }]);
    connection.close();
  });

  it('holds no more than it has room for: what is beyond is left to whoever reads it', () => {
    const held = new CachedVectors(2, 2 * 2 * Float32Array.BYTES_PER_ELEMENT);
    const vectors = [Float32Array.of(1, 0), Float32Array.of(0, 1), Float32Array.of(1, 1)];
    expect(vectors.map((vector, at) => held.add(at + 7, vector))).toEqual([true, true, false]);
    expect(held.readLast()).toBe(8);
    const best = new BestPlaces(5);
    held.scoreAll(Float32Array.of(2, 3), best);
    expect(best.list()).toEqual([
      { place: 8, score: 3 },
      { place: 7, score: 2 },
    ]);
  });

  it('never reads vectors of another embedder, nor of the same one in another size', () => {
    const connection = openTables();
    openVectorStore(connection, space).add([{ place: 4, vector: Float32Array.of(1, 0, 0) }]);
    for (const other of [
      { id: 'two', dimensions: 3 },
      { id: 'one', dimensions: 2 },
    ]) {
      const store = openVectorStore(connection, other);
      expect(store.searchNearest(new Float32Array(other.dimensions), 5)).toEqual([]);
      expect(store.readLast()).toBe(0);
    }
    expect(openVectorStore(connection, space).readLast()).toBe(4);
    connection.close();
  });

  it('takes all vectors of a batch or none', () => {
    const connection = openTables();
    const store = openVectorStore(connection, space);
    const batch = [
      { place: 1, vector: Float32Array.of(1, 0, 0) },
      { place: 2, vector: Float32Array.of(1, 0) },
    ];
    expect(() => store.add(batch)).toThrow('2 numbers');
    expect(store.readLast()).toBe(0);
    connection.close();
  });
});
