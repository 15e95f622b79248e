// Stored values: reads what a column holds, and names its table, row and column if it no longer parses.

import { StorageError } from '../base/errors.ts';
import { damageAdvice } from './storage-errors.ts';

/** Where a value stands; several columns of a key are separated by `/`. */
export type StoredPlace = readonly [table: string, row: string | number | bigint, column: string];

/** The outermost form that a JSON text must have. */
export type StoredShape = 'list' | 'object';

/** Each method throws `StorageError` (`store.damaged`) that names the place. */
export interface StoredValues {
  /** The value of a JSON text. What stands within it is trusted: its row is sealed. */
  parse<Value>(text: string, place: StoredPlace, shape?: StoredShape): Value;
  /** Returns what `read` makes of a column; whatever `read` throws is reported as damage. */
  read<Value>(place: StoredPlace, read: () => Value): Value;
  /** Returns the error for a value that must be there and is missing. */
  refuse(place: StoredPlace, cause?: unknown): StorageError;
}

/** `file` is how the folder of a world lists the database, such as `rpg.db`. */
export function openStoredValues(file: string): StoredValues {
  const refuse = ([table, row, column]: StoredPlace, cause?: unknown) =>
    new StorageError({
      code: 'store.damaged',
      happened: `${file} is damaged: the column ${column} in row ${row} of the table ${table} cannot be read.`,
      todo: damageAdvice,
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
