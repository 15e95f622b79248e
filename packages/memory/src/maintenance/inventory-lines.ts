// Reads and limits an inventory: keeps its newest lines, below a mark that counts the older ones left out.

import { eventReference, listNamedEvents } from '../fragments/list-named-events.ts';
import { sizes } from './operation.ts';

const longestMark = 80;
/** The first line of an inventory whose older lines had no room. */
const olderMark = /^\((\d+) older lines? had no room; search finds what they say\)$/;
/** The date with which a line may begin. */
const datePattern = /^\d{4,}-\d\d-\d\d/;

const lineWord = /[\p{L}\p{N}\p{M}]+/gu;

export interface InventoryLines {
  readonly lines: readonly string[];
  /** How many older lines had already been left out. */
  readonly older: number;
}

export function parseInventory(inventory: string): InventoryLines {
  const [first = '', ...rest] = inventory.split('\n');
  const older = olderMark.exec(first)?.[1];
  return older === undefined ? { lines: [first, ...rest], older: 0 } : { lines: rest, older: Number(older) };
}

/**
 * Renders the newest lines, as many as there is room for. The older ones remain in the events, where search
 * finds them.
 */
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

/**
 * Appends those lines that the inventory does not contain yet, either as a line or within another line. Returns
 * undefined if it contains them all.
 */
export function appendLines(inventory: string, added: string): string | undefined {
  const { lines, older } = parseInventory(inventory);
  const present = lines.map(readLine);
  const fresh: string[] = [];
  for (const line of added.split('\n')) {
    const read = readLine(line);
    if (read.words.trim() === '' || present.some((other) => isPartOf(read, other))) continue;
    present.push(read);
    fresh.push(line);
  }
  if (fresh.length === 0) return undefined;
  return renderInventory({ lines: [...lines.filter((line) => line !== ''), ...fresh], older });
}

interface ReadLine {
  /** The words in small letters with a blank on each side; the numbers of events are left out. */
  readonly words: string;
  readonly events: readonly number[];
}

function readLine(line: string): ReadLine {
  const told = line.toLowerCase().normalize('NFKC').replace(eventReference, ' ');
  const words = told.match(lineWord) ?? [];
  return { words: ` ${words.join(' ')} `, events: listNamedEvents(line) };
}

/** Whether the other line, about the same events, already contains the words of this line in a row. */
function isPartOf(line: ReadLine, other: ReadLine): boolean {
  return line.events.every((id) => other.events.includes(id)) && other.words.includes(line.words);
}

/** The lines of an inventory that repeat another line, or are part of one. */
export function listDoubledLines(inventory: string): readonly string[] {
  const { lines } = parseInventory(inventory);
  const read = lines.map(readLine);
  return lines.filter((_, at) => {
    const line = read[at];
    if (line === undefined || line.words.trim() === '') return false;
    return read.some(
      (other, place) =>
        place !== at && isPartOf(line, other) && (place < at || other.words.length > line.words.length),
    );
  });
}

/** The lines of both inventories, each once; in order of time if every line begins with its date. */
export function mergeInventories(one: string, other: string): string {
  const [first, second] = [parseInventory(one), parseInventory(other)];
  const lines = [...new Set([...first.lines, ...second.lines])].filter((line) => line.trim() !== '');
  const isDated = lines.every((line) => datePattern.test(line));
  const ordered = isDated ? lines.toSorted(compareDates) : lines;
  return renderInventory({ lines: ordered, older: first.older + second.older });
}

/** Sorting is stable: lines of the same day keep their order. */
function compareDates(one: string, other: string): number {
  const [first = '', second = ''] = [one, other].map((line) => datePattern.exec(line)?.[0]);
  if (first === second) return 0;
  return first < second ? -1 : 1;
}
