// Stored values: reads the value of a column, and names table, row and column if the value is not valid any more.

import { StorageError } from '../base/errors.ts';
import { renderDamageAdvice } from './storage-errors.ts';

/** Where a value is stored. If the key of the row has several columns, their values are separated by `/`. */
export type StoredPlace = readonly [table: string, row: string | number | bigint, column: string];

/** The outermost form that a JSON text must have. */
export type StoredShape = 'list' | 'object';

/** The methods throw or return `StorageError` (`store.damaged`), which names the place. */
export interface StoredValues {
  /** The value of a JSON text. Its contents are trusted, because the row is sealed. */
  parse<Value>(text: string, place: StoredPlace, shape?: StoredShape): Value;
  /** Returns the result of `read`. Any error that `read` throws is reported as damage. */
  read<Value>(place: StoredPlace, read: () => Value): Value;
  /** The error for a value that must exist but is missing. */
  refuse(place: StoredPlace, cause?: unknown): StorageError;
}

/** `file` is what errors call the database: its name in a world's folder, such as `rpg.db`, or words for it. */
export function openStoredValues(file: string): StoredValues {
  const refuse = ([table, row, column]: StoredPlace, cause?: unknown) =>
    new StorageError({
      code: 'store.damaged',
      happened: `${file} is damaged: the column ${column} in row ${row} of the table ${table} cannot be read.`,
      todo: renderDamageAdvice(file),
      cause,
    });
  const read = <Value>(place: StoredPlace, make: () => Value): Value => {
    try {
      return make();
    } catch (cause) {
      throw refuse(place, cause);
    }
  };
  return {
    refuse,
    read,
    parse<Value>(text: string, place: StoredPlace, shape?: StoredShape): Value {
      const value = read<unknown>(place, () => JSON.parse(text));
      if (shape !== undefined && !hasShape(value, shape)) throw refuse(place);
      return value as Value;
    },
  };
}

function hasShape(value: unknown, shape: StoredShape): boolean {
  if (shape === 'list') return Array.isArray(value);
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
