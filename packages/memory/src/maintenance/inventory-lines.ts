// The lines of an inventory: as many of the newest as it can hold, under a mark that says how many older ones had no room.

import { sizes } from './operation.ts';

const longestMark = 80;
/** The first line where older lines had no room. */
const olderMark = /^\((\d+) older lines? had no room; search finds what they say\)$/;
/** The date that a line may begin with. */
const datePattern = /^\d{4,}-\d\d-\d\d/;

export interface InventoryLines {
  readonly lines: readonly string[];
  /** How many older ones had no room before. */
  readonly older: number;
}

export function parseInventory(inventory: string): InventoryLines {
  const [first = '', ...rest] = inventory.split('\n');
  const older = olderMark.exec(first)?.[1];
  return older === undefined ? { lines: [first, ...rest], older: 0 } : { lines: rest, older: Number(older) };
}

/** The newest lines, as many as there is room for: the older ones remain in the events, where search finds them. */
export function renderInventory({ lines, older: olderBefore }: InventoryLines): string {
  let left = sizes.inventory - longestMark;
  const first = lines.findLastIndex((line) => {
    left -= line.length + 1;
    return left < 0;
  });
  const older = olderBefore + first + 1;
  const mark = `(${older} older ${older === 1 ? 'line' : 'lines'} had no room; search finds what they say)`;
  return [...(older > 0 ? [mark] : []), ...lines.slice(first + 1)].join('\n');
}

/** The inventory with these lines at its end, without those that it has; undefined where it has them all. */
export function appendLines(inventory: string, added: string): string | undefined {
  const { lines, older } = parseInventory(inventory);
  const present = new Set(lines.map((line) => line.trim()));
  const fresh = added.split('\n').filter((line) => line.trim() !== '' && !present.has(line.trim()));
  if (fresh.length === 0) return undefined;
  return renderInventory({ lines: [...lines.filter((line) => line !== ''), ...fresh], older });
}

/** The lines of both, each once; in order of time where every line begins with its date. */
export function mergeInventories(one: string, other: string): string {
  const [first, second] = [parseInventory(one), parseInventory(other)];
  const lines = [...new Set([...first.lines, ...second.lines])].filter((line) => line.trim() !== '');
  const isDated = lines.every((line) => datePattern.test(line));
  const ordered = isDated ? lines.toSorted(compareDates) : lines;
  return renderInventory({ lines: ordered, older: first.older + second.older });
}

/** Sorting is stable: lines of one day keep their order. */
function compareDates(one: string, other: string): number {
  const [first = '', second = ''] = [one, other].map((line) => datePattern.exec(line)?.[0]);
  if (first === second) return 0;
  return first < second ? -1 : 1;
}
