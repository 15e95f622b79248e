// Expands a correction over the places of the story: which values are written, and the place from which each holds.

/**
 * A value that a revision gave to a field, and the place from which it holds. Lists of such values are in the order in
 * which they were written.
 */
export interface PlacedValue<Value = unknown> {
  readonly place: number;
  readonly value: Value;
}

/** A value and the place from which it is in force, up to the place of the next value. */
export type Standing<Value = unknown> = PlacedValue<Value>;

/** A value to be written, and the place from which it is to hold. */
export interface CorrectedPart {
  readonly from: number;
  readonly value: unknown;
}

/**
 * The values in force, in the order of their places. At each place, the value in force is the one written last among
 * those that hold there.
 */
export function buildTimeline<Value>(written: readonly PlacedValue<Value>[]): readonly Standing<Value>[] {
  const byPlace = written
    .map((one, order) => ({ ...one, order }))
    .toSorted((one, other) => one.place - other.place || one.order - other.order);
  const timeline: Standing<Value>[] = [];
  let newest = -1;
  for (const { place, value, order } of byPlace) {
    if (order < newest) continue;
    newest = order;
    if (timeline.at(-1)?.place === place) timeline.pop();
    timeline.push({ place, value });
  }
  return timeline;
}

/** The value in force at a place; undefined before the first value. */
export function findStandingAt(timeline: readonly Standing[], place: number): unknown {
  return timeline.findLast((one) => one.place <= place)?.value;
}

/** One value for every place from `from` on; empty if it is already in force at all these places. */
export function expandValue(
  timeline: readonly Standing[],
  { from, value }: CorrectedPart,
): readonly CorrectedPart[] {
  const now = timeline.filter(({ place }) => place > from).map((one) => one.value);
  const isThere = [findStandingAt(timeline, from), ...now].every((one) => isEqual(one, value));
  return isThere ? [] : [{ from, value }];
}

/** What a correction does to a list: the items that it adds or removes, each with the place from which this holds. */
export interface ListCorrection {
  readonly added: readonly ListItem[];
  readonly removed: readonly ListItem[];
}

interface ListItem {
  readonly item: unknown;
  readonly from: number;
}

/**
 * The corrected list at each place where it changes. An added item is in the list from its own place on. Items that
 * the list had only from a later place on do not appear earlier. The last value is the list as it shall be now.
 */
export function expandList(
  timeline: readonly Standing[],
  correction: ListCorrection,
): readonly CorrectedPart[] {
  const froms = [...correction.added, ...correction.removed].map(({ from }) => from);
  const first = Math.min(...froms);
  const places = [...new Set([...froms, ...timeline.map(({ place }) => place)])]
    .filter((place) => place >= first)
    .toSorted((one, other) => one - other);
  const parts: CorrectedPart[] = [];
  for (const from of places) {
    const stood = readList(findStandingAt(timeline, from));
    const value = updateList(stood, correction, from);
    const before = parts.length === 0 ? stood : parts.at(-1)?.value;
    if (!isEqual(value, before)) parts.push({ from, value });
  }
  return parts;
}

function updateList(
  stood: readonly unknown[],
  { added, removed }: ListCorrection,
  place: number,
): readonly unknown[] {
  const list = (items: readonly ListItem[]): readonly unknown[] =>
    items.filter(({ from }) => from <= place).map(({ item }) => item);
  const isAmong = (items: readonly unknown[], item: unknown) => items.some((one) => isEqual(one, item));
  const [inside, out] = [list(added), list(removed)];
  // An item that is both removed and added stays in the list, in its old position, from the place at which it is
  // added.
  const kept = stood.filter((item) => isAmong(inside, item) || !isAmong(out, item));
  return [...kept, ...inside.filter((item) => !isAmong(kept, item))];
}

/** The items that must be added to `before`, and removed from it, to get `after`. */
export function compareLists(
  before: readonly unknown[],
  after: readonly unknown[],
): { readonly added: readonly unknown[]; readonly removed: readonly unknown[] } {
  const isMissing = (list: readonly unknown[], item: unknown) => !list.some((one) => isEqual(one, item));
  return {
    added: after.filter((item) => isMissing(before, item)),
    removed: before.filter((item) => isMissing(after, item)),
  };
}

function readList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
