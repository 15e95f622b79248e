// Parses one object out of a model's reply: the last one that a schema takes, in prose, fences or behind thinking.

import type { z } from 'zod';
import { parseJsonRuns } from './parse-json-runs.ts';

export interface WantedValue<Schema extends z.ZodType> {
  readonly schema: Schema;
  /** Whether one that the reply ends in the middle of will do, with what was whole by then. */
  readonly takesCut?: boolean | undefined;
}

export type ParsedValue<Value> =
  | { readonly ok: true; readonly value: Value; readonly isCut: boolean }
  | {
      readonly ok: false;
      /** Why the largest object does not fit; empty where there is no whole one. */
      readonly issues: readonly z.core.$ZodIssue[];
      /** Whether the reply ends in the middle of an object. */
      readonly isCut: boolean;
    };

/** Never throws. An object with a part that is no JSON is none. */
export function parseValue<Schema extends z.ZodType>(
  reply: string,
  { schema, takesCut = false }: WantedValue<Schema>,
): ParsedValue<z.output<Schema>> {
  const { values, inner, cut, holed } = parseJsonRuns(reply);
  const isWhole = (value: unknown) => !cut.has(value) && !holed.has(value);
  const objects = [...inner, ...values].filter((value) => !Array.isArray(value) && !holed.has(value));
  const whole = objects.filter(isWhole).toReversed();
  const unfinished = takesCut ? objects.filter((value) => cut.has(value)).toReversed() : [];
  for (const value of [...whole, ...unfinished]) {
    const parsed = schema.safeParse(value);
    if (parsed.success) return { ok: true, value: parsed.data, isCut: cut.has(value) };
  }
  const largest = findLargest(whole);
  const issues = largest === undefined ? [] : (schema.safeParse(largest).error?.issues ?? []);
  return { ok: false, issues, isCut: cut.size > 0 };
}

function findLargest(values: readonly object[]): object | undefined {
  let largest: { readonly value: object; readonly size: number } | undefined;
  for (const value of values) {
    const size = JSON.stringify(value).length;
    if (largest === undefined || size > largest.size) largest = { value, size };
  }
  return largest?.value;
}
