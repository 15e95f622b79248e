// Packs a ledger for keeping: entries in columns, without the scores that follow from what they were made of.

import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { score } from '../decay/score.ts';
import type { EventEntry, ItemEntry, WakeLedger } from './wake-ledger.ts';

type Cell = number | string | boolean | null;
/** Whole numbers as the step from the one before, which is mostly small or the same again. */
type Column = { readonly steps: readonly (number | null)[] } | { readonly cells: readonly Cell[] };
type Columns = Readonly<Record<string, Column>>;

type Scored = ItemEntry | EventEntry;
type Packed = Omit<WakeLedger, 'items' | 'recent'> & { readonly items: Columns; readonly recent: Columns };

const subjectNames = [
  'kind',
  'createdAtMs',
  'refreshedAtMs',
  'refreshedTurn',
  'dueAtMs',
  'isKept',
] as const satisfies readonly (keyof Scored['subject'])[];
const itemNames = ['id', 'tokens', 'left'] as const satisfies readonly (keyof ItemEntry)[];
const eventNames = [...itemNames, 'isAlways'] as const satisfies readonly (keyof EventEntry)[];

/** Unpacked it is equal to what it was. */
export function packLedger(ledger: WakeLedger): Buffer {
  const packed: Packed = {
    ...ledger,
    items: packEntries(ledger.items, itemNames),
    recent: packEntries(ledger.recent, eventNames),
  };
  return deflateRawSync(JSON.stringify(packed));
}

export function unpackLedger(bytes: Buffer): WakeLedger {
  const packed = JSON.parse(inflateRawSync(bytes).toString('utf8')) as Packed;
  return {
    ...packed,
    items: unpackEntries<ItemEntry>(packed, packed.items, itemNames),
    recent: unpackEntries<EventEntry>(packed, packed.recent, eventNames),
  };
}

function packEntries<Entry extends Scored>(
  entries: readonly Entry[],
  names: readonly (keyof Entry & string)[],
): Columns {
  const own = names.map((name) => [name, entries.map((entry) => (entry[name] ?? null) as Cell)] as const);
  const subjects = subjectNames.map(
    (name) => [name, entries.map(({ subject }) => subject[name] ?? null)] as const,
  );
  return Object.fromEntries([...own, ...subjects].map(([name, cells]) => [name, packColumn(cells)]));
}

function unpackEntries<Entry extends Scored>(
  { nowMs, turn, pressure, profile }: Packed,
  columns: Columns,
  names: readonly string[],
): readonly Entry[] {
  const cells = new Map(Object.entries(columns).map(([name, column]) => [name, unpackColumn(column)]));
  const extractCells = (wanted: readonly string[], row: number) =>
    Object.fromEntries(wanted.map((name) => [name, cells.get(name)?.[row] ?? undefined]));
  return (cells.get('id') ?? []).map((_, row) => {
    const subject = extractCells(subjectNames, row) as unknown as Scored['subject'];
    const value = score(subject, { nowMs, turn, pressure }, profile);
    return { ...extractCells(names, row), subject, score: value } as unknown as Entry;
  });
}

function packColumn(cells: readonly Cell[]): Column {
  if (!cells.every((cell) => cell === null || Number.isSafeInteger(cell))) return { cells };
  let last = 0;
  return {
    steps: cells.map((cell) => {
      if (typeof cell !== 'number') return null;
      const step = cell - last;
      last = cell;
      return step;
    }),
  };
}

function unpackColumn(column: Column): readonly Cell[] {
  if ('cells' in column) return column.cells;
  let last = 0;
  return column.steps.map((step) => {
    if (step === null) return null;
    last += step;
    return last;
  });
}
