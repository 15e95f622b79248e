// Whole tables: which tables of a memory are exported whole, and what each of their columns may contain.
import { inflateRawSync } from 'node:zlib';
import type { SealedValue } from '@terrarium/kernel/seal-record';
import { sealedTables } from '../database/sealed-tables.ts';
import { keyPattern } from '../fragments/fragment.ts';
import { readFields, readList } from '../intake/json-fields.ts';
import { imageName } from './whole-line.ts';

export interface WholeTable {
  readonly table: string;
  readonly key: readonly string[];
  /** All columns of the table except seals, which are computed again; the columns of the key come first. */
  readonly columns: readonly string[];
}

const tags: WholeTable = {
  table: 'event_tag',
  key: ['event_id', 'position'],
  columns: ['event_id', 'position', 'tag', 'start', 'length'],
};
/**
 * This table is exported because vectors refer to places, and the place of a forgotten moment could not be
 * computed again.
 */
const places: WholeTable = { table: 'echo_place', key: ['place'], columns: ['place', 'event_id'] };

/**
 * All tables that are not derived from others. A row may refer only to rows of earlier tables, or to earlier
 * rows.
 */
export const wholeTables: readonly WholeTable[] = [
  ...sealedTables.flatMap(({ table, key, columns, parts }): readonly WholeTable[] => {
    const stored = [...key, ...columns.filter((column) => column !== parts?.column)];
    const whole = { table, key, columns: stored };
    return table === 'event' ? [whole, tags] : [whole];
  }),
  places,
];

export const countedTables: ReadonlySet<string> = new Set(
  sealedTables.flatMap(({ table, isCounted }) => (isCounted === true ? [table] : [])),
);

const blobs: ReadonlySet<string> = new Set(['text_vector.vector', 'wake.ledger', 'wake_words.words']);

type Row = Readonly<Record<string, string | number>>;

/** A row in the form of a line. */
export function renderRow({ columns }: WholeTable, values: readonly SealedValue[]): Row {
  const cells = columns.flatMap((column, at): readonly (readonly [string, string | number])[] => {
    const value = values[at] ?? null;
    if (value === null) return [];
    if (value instanceof Uint8Array) return [[column, Buffer.from(value).toString('base64')]];
    return [[column, typeof value === 'bigint' ? Number(value) : value]];
  });
  return Object.fromEntries(cells);
}

/** Thrown for a line that cannot become a row. Its message is shown in brackets after the name of the table. */
export class UnfitRow extends Error {}

/** The values of a row, in the order of the columns. Throws `UnfitRow` if the line cannot become a row. */
export function parseRow({ table, columns }: WholeTable, row: Row): readonly SealedValue[] {
  const unknown = Object.keys(row).find((column) => !columns.includes(column));
  if (unknown !== undefined) throw new UnfitRow('it has columns that the table does not have');
  return columns.map((column) => {
    const value = Object.hasOwn(row, column) ? row[column] : undefined;
    return value === undefined ? null : parseCell(`${table}.${column}`, value);
  });
}

function parseCell(column: string, value: string | number): SealedValue {
  if (typeof value === 'number') {
    if (!isWithin(column, value)) throw new UnfitRow(`${column} is out of bounds`);
    return value;
  }
  const cell = blobs.has(column) ? parseBytes(column, value) : value;
  const isFit = forms[column];
  if (isFit !== undefined && !isFit(cell))
    throw new UnfitRow(`the column "${column}" has a value that is not allowed`);
  return cell;
}

/** The farthest moment that a date can hold, in milliseconds. */
const furthestMs = 8_640_000_000_000_000;
const highest = 1_000_000_000_000;

/** Whether a number, place or count is within the bound for its column; real values never come near it. */
function isWithin(column: string, value: number): boolean {
  if (column.endsWith('_ms')) return Math.abs(value) <= furthestMs;
  return value >= 0 && value <= highest;
}

function parseBytes(column: string, text: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text) throw new UnfitRow(`the column "${column}" is not base64`);
  return bytes;
}

type Cell = string | Buffer;

const longestVoice = 200;
const longestKey = 200;
const isKey = (cell: Cell) => String(cell).length <= longestKey && keyPattern.test(String(cell));
const isObject = (cell: Cell) => isJson(cell, (value) => readFields(value) === value);
const isList = (cell: Cell) => isJson(cell, (value) => readList(value) === value);

/** Rules for texts in addition to the table's own rules. */
const forms: Readonly<Record<string, (cell: Cell) => boolean>> = {
  'event.voice': (cell) => cell.length > 0 && cell.length <= longestVoice,
  'event.image_path': (cell) => imageName.test(String(cell)),
  'item_change.before': isObject,
  'fragment.key': isKey,
  'recalled_fragment.key': isKey,
  'wake.ledger': (cell) => isPacked(cell, (value) => readFields(value) === value),
  'wake_words.words': (cell) => isPacked(cell, isWords),
  'maintenance_batch.operations': isList,
  'maintenance_batch.refusals': isList,
  'maintenance_change.before': (cell) => isJson(cell, isState),
  'maintenance_change.after': (cell) => isJson(cell, isState),
  'proposal.operation': isObject,
  'flag.events': (cell) => isJson(cell, isIds),
  // `going` is not allowed: it lets rows be rewritten, and no finished memory is in this state.
  'forgotten.state': (cell) => cell === 'gone' || cell === 'swept',
};

/**
 * Whether the value is the state of something before or after a run. Reverting the run would write this state into the
 * tables.
 */
function isState(value: unknown): boolean {
  if (typeof value === 'string') return true;
  const { key = 'none', sources = [] } = readFields(value);
  return readFields(value) === value && typeof key === 'string' && isKey(key) && isIds(sources);
}

function isIds(value: unknown): boolean {
  return Array.isArray(value) && value.every((id) => Number.isSafeInteger(id) && id > 0);
}

function isJson(cell: Cell, isFit: (value: unknown) => boolean): boolean {
  try {
    return isFit(JSON.parse(String(cell)));
  } catch {
    return false;
  }
}

const largestUnpackedBytes = 64 * 1024 * 1024;

function isPacked(cell: Cell, isFit: (value: unknown) => boolean): boolean {
  try {
    const bytes = inflateRawSync(Buffer.from(cell), { maxOutputLength: largestUnpackedBytes });
    return isFit(JSON.parse(bytes.toString('utf8')));
  } catch {
    return false;
  }
}

function isWords(value: unknown): boolean {
  const { remembered, rendered } = readFields(value);
  const isTexts = Array.isArray(remembered) && remembered.every((text) => typeof text === 'string');
  return isTexts && typeof rendered === 'string';
}
