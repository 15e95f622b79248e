// Parses items out of a model's reply: from every list of items, in prose or fences, even if the reply was cut off.
import type { z } from 'zod';
import { type Container, isContainer, parseJsonRuns, type ScannedJson } from './parse-json-runs.ts';

export interface WantedItems {
  /** The key that must hold the list, if the list is in an object. If undefined, a list under any key counts. */
  readonly member?: string | undefined;
  /** The schema that recognises an item by a few of its keys. It does not demand everything that an item must have. */
  readonly item: z.ZodType;
}

export interface ParsedItems {
  /** Whether the reply contained a list; an empty list also counts as an answer. */
  readonly isReadable: boolean;
  /**
   * Items that the caller must still check: if one element of a list is recognised as an item, the others also count
   * as items.
   */
  readonly items: readonly unknown[];
  /** Whether the reply ends in the middle of the items. If so, `items` contains only the complete ones. */
  readonly isCut: boolean;
  /** The beginnings of items that are not JSON. */
  readonly broken: readonly string[];
}

interface FoundList {
  readonly items: readonly unknown[];
  /** `sure`: an element of the list is recognised as an item. `likely`: elements are objects, but none is recognised. */
  readonly standing: 'sure' | 'likely' | 'empty';
  readonly isCut: boolean;
}

/**
 * Never throws, and takes time in proportion to the reply. An item that a later list repeats word for word counts
 * once.
 */
export function parseItems(reply: string, wanted: WantedItems): ParsedItems {
  const scanned = parseJsonRuns(reply);
  const outer = findLists(scanned, scanned.values, wanted);
  const inner = findLists(scanned, scanned.inner, wanted);
  const chosen =
    choose(outer, 'sure') ?? choose(inner, 'sure') ?? choose(outer, 'likely') ?? choose(inner, 'likely');
  const lists = chosen ?? (outer.length > 0 ? outer : inner).slice(-1);
  return {
    isReadable: lists.length > 0,
    items: joinLists(lists),
    isCut: lists.some((list) => list.isCut),
    broken: scanned.broken.filter((one) => one.isListed && !one.isCut).map(({ source }) => source),
  };
}

function choose(
  lists: readonly FoundList[],
  standing: FoundList['standing'],
): readonly FoundList[] | undefined {
  const chosen = lists.filter((list) => list.standing === standing);
  return chosen.length > 0 ? chosen : undefined;
}

/** Also looks inside every value that is not itself a list of items. */
function findLists(
  scanned: ScannedJson,
  values: readonly Container[],
  wanted: WantedItems,
): readonly FoundList[] {
  const found: FoundList[] = [];
  const outermost = new Set<unknown>(values);
  const waiting: unknown[] = values.toReversed();
  while (waiting.length > 0) {
    const value = waiting.pop();
    const named = readNamed(value, wanted);
    const list = detectList(scanned, named ?? value, {
      wanted,
      isExpected: named !== undefined || outermost.has(value) || wanted.member === undefined,
    });
    if (list !== undefined) found.push(list);
    if (list?.standing === 'sure') continue;
    for (const part of listParts(value)) if (part !== named) waiting.push(part);
  }
  return found;
}

/** The lists and objects in a value, from the last to the first. */
function listParts(value: unknown): readonly unknown[] {
  return isContainer(value) ? Object.values(value).filter(isContainer).toReversed() : [];
}

function readNamed(value: unknown, { member }: WantedItems): unknown {
  if (member === undefined || !isObject(value)) return undefined;
  const named = value[member];
  return Array.isArray(named) ? named : undefined;
}

interface ClassifyOptions {
  readonly wanted: WantedItems;
  /** Whether even an empty list at this place counts as the wanted list. */
  readonly isExpected: boolean;
}

function detectList(
  { cut }: ScannedJson,
  value: unknown,
  { wanted, isExpected }: ClassifyOptions,
): FoundList | undefined {
  const isItem = (one: unknown) => isObject(one) && wanted.item.safeParse(one).success;
  const isCut = cut.has(value);
  if (!Array.isArray(value))
    return isItem(value) ? { items: isCut ? [] : [value], standing: 'sure', isCut } : undefined;
  if (value.some(isItem)) return { items: value, standing: 'sure', isCut };
  if (value.some(isObject)) return { items: value, standing: 'likely', isCut };
  return isExpected && value.length === 0 ? { items: [], standing: 'empty', isCut } : undefined;
}

function joinLists(lists: readonly FoundList[]): readonly unknown[] {
  const [only] = lists;
  if (lists.length <= 1) return only?.items ?? [];
  const said = new Set<string>();
  return lists.flatMap(({ items }) => {
    const fresh = items.filter((item) => !said.has(JSON.stringify(item)));
    for (const item of fresh) said.add(JSON.stringify(item));
    return fresh;
  });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return isContainer(value) && !Array.isArray(value);
}

interface WantedValue<Schema extends z.ZodType> {
  readonly schema: Schema;
  /** Whether an object that was cut off may be used with its complete parts. */
  readonly takesCut?: boolean | undefined;
}

type ParsedValue<Value> =
  | { readonly ok: true; readonly value: Value; readonly isCut: boolean }
  | {
      readonly ok: false;
      /** Why the largest object does not fit the schema; empty if the reply has no complete object. */
      readonly issues: readonly z.core.$ZodIssue[];
      /** Whether the reply ends in the middle of an object. */
      readonly isCut: boolean;
    };

/** Never throws. Ignores objects that contain anything but JSON. */
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
