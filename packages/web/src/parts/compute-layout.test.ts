// Tests the layout of a network of names: no name is outside the picture or over another, and the result never varies.

import { expect, test } from 'vitest';
import { computeLayout } from './compute-layout.ts';

const size = { width: 960, height: 560 };
const entries = Array.from({ length: 32 }, (_, index) => ({
  id: index + 1,
  term: 'Lamplighter of the Pewter Rows'.slice(0, 4 + ((index * 7) % 26)),
}));
const links = entries.flatMap(({ id }) => [
  { from: id, to: (id % 32) + 1, posts: id },
  { from: id, to: ((id * 5) % 32) + 1, posts: 40 - id },
]);

test('RS8: the names of the net are all in the picture, none over another, and stand where they stood before', () => {
  const placed = computeLayout(entries, links, size);
  expect(placed.map(({ entry }) => entry)).toEqual(entries);
  const isInside = placed.every(({ x, y }) => x >= 0 && x <= size.width && y >= 0 && y <= size.height);
  expect(isInside).toBe(true);
  const half = (term: string) => Math.min(term.length, 24) * 4;
  const over = placed.flatMap((one, index) =>
    placed
      .slice(index + 1)
      .filter(
        (other) =>
          Math.abs(one.y - other.y) < 17 &&
          Math.abs(one.x - other.x) < half(one.entry.term) + half(other.entry.term),
      )
      .map((other) => [one, other]),
  );
  expect(over).toEqual([]);
  expect(computeLayout(entries, links, size)).toEqual(placed);
});

test('RS8: names that belong together stand nearer to each other than others do, by and large', () => {
  const ring = entries.map(({ id }) => ({ from: id, to: (id % 32) + 1, posts: 9 }));
  const placed = computeLayout(entries, ring, size);
  const measure = (steps: number) => {
    const gaps = placed.map(({ x, y }, index) => {
      const other = placed[(index + steps) % placed.length] ?? { x: 0, y: 0 };
      return Math.hypot(x - other.x, y - other.y);
    });
    return gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  };
  expect(measure(1) * 1.5).toBeLessThan(measure(8));
  expect(measure(1) * 1.5).toBeLessThan(measure(16));
});

test('RS8: a net of no name, of one, or with a link that leads out of the picture, is drawn too', () => {
  expect(computeLayout([], [], size)).toEqual([]);
  const [only] = computeLayout(entries.slice(0, 1), [{ from: 1, to: 2, posts: 1 }], size);
  expect([only?.x, only?.y]).toEqual([480, 280]);
  // A chosen name stands in the middle, between those that are named together with it.
  const chosen = computeLayout(entries.slice(0, 9), links, { ...size, centre: 3 })[2];
  expect(chosen?.x).toBe(480);
  expect(Math.abs((chosen?.y ?? 0) - 280)).toBeLessThan(40);
});
