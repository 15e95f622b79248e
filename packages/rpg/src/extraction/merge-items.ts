// Merges what was read in the parts of a rulebook into one item for each thing, and lists what differs.

import type { Source } from '../system/manifest.ts';
import { isObject, type Json, type JsonObject } from '../values/json.ts';
import type { ExtractedItem } from './extracted-item.ts';
import type { SourcedItem } from './validate-items.ts';

/** Two places of a rulebook that say different things about the same thing. */
export interface Contradiction {
  /** The thing that both places are about, such as `field resources.hp`. */
  readonly about: string;
  /** The path to the member that differs, such as `config`, then `max`. */
  readonly member: readonly string[];
  /** In the order in which the versions were read. */
  readonly versions: readonly { readonly says: Json; readonly source: Source }[];
  /** The index of the version that counts. */
  readonly taken: 0 | 1;
}

export interface MergedItems {
  readonly items: readonly SourcedItem[];
  readonly contradictions: readonly Contradiction[];
}

/** Members that hold wording: two texts about one thing may differ in them without a contradiction. */
const wording: ReadonlySet<string> = new Set([
  'kind',
  'quote',
  'formula_quote',
  'label',
  'title',
  'text',
  'tags',
  'use',
  'usage_hint',
  'mechanic',
  'category',
  'say',
  'concept',
]);

export function mergeItems(all: readonly SourcedItem[]): MergedItems {
  const merged = new Map<string, SourcedItem>();
  const earlier = new Map<string, readonly SourcedItem[]>();
  const contradictions: Contradiction[] = [];
  for (const read of all) {
    const { one, isContrary } = splitContrary(read);
    const name = nameItem(one.item);
    const known = merged.get(name);
    const before = earlier.get(name) ?? [];
    if (known !== undefined) contradictions.push(...compare(name, { known, before, isContrary }, one));
    merged.set(name, known === undefined ? one : join(known, one));
    earlier.set(name, [...before, one]);
  }
  return {
    items: [...merged.values()],
    contradictions: contradictions.flatMap((one) => resolveTaken(one, merged)),
  };
}

/** A rule says by itself that it is contrary to what stands elsewhere, since texts are not compared. */
function splitContrary(read: SourcedItem): { readonly one: SourcedItem; readonly isContrary: boolean } {
  if (read.item.kind !== 'rule') return { one: read, isContrary: false };
  const { contrary, ...item } = read.item;
  return { one: { ...read, item }, isContrary: contrary === true };
}

/** A name that is the same for two items about the same thing. */
export function nameItem(item: ExtractedItem): string {
  if (item.kind === 'field') return `field ${item.of === undefined ? '' : `${item.of} `}${item.path}`;
  if ('id' in item) return `${item.kind} ${item.id}`;
  return 'name' in item ? `${item.kind} ${item.name}` : item.kind;
}

/** How much an item says: the values in it, without its wording. */
function countSaid(value: Json, name = ''): number {
  if (wording.has(name)) return 0;
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + countSaid(one), 0);
  if (!isObject(value)) return 1;
  return Object.entries(value).reduce((sum, [member, one]) => sum + countSaid(one, member), 0);
}

interface Known {
  readonly known: SourcedItem;
  /** What was read of the thing so far, in order. */
  readonly before: readonly SourcedItem[];
  /** Whether the text of the item that was read next says the contrary. */
  readonly isContrary: boolean;
}

function compare(about: string, { known, before, isContrary }: Known, other: SourcedItem): Contradiction[] {
  const [one, next] = [readMembers(known.item), readMembers(other.item)];
  const texts = isContrary
    ? [{ member: ['text'], first: one['text'] ?? '', second: next['text'] ?? '' }]
    : [];
  return [...texts, ...listDifferences(one, next, [])].map(({ member, first, second }) => {
    // Each member of the merged item comes from one of the items that were read.
    const said = before.find(({ item }) => hasSaid(item, member, first)) ?? known;
    return {
      about,
      member,
      versions: [
        { says: first, source: chooseSource(said, member) },
        { says: second, source: chooseSource(other, member) },
      ],
      taken: 0,
    };
  });
}

function hasSaid(item: ExtractedItem, member: readonly string[], value: Json): boolean {
  const said = readAt(readMembers(item), member);
  return said !== undefined && isSame(said, value);
}

interface Difference {
  readonly member: readonly string[];
  readonly first: Json;
  readonly second: Json;
}

/**
 * The members for which both items have values that differ. Objects are compared member by member, lists as a whole.
 */
function listDifferences(one: JsonObject, other: JsonObject, within: readonly string[]): Difference[] {
  return Object.entries(other).flatMap(([name, second]) => {
    const first = one[name];
    if (wording.has(name) || first === undefined || !Object.hasOwn(one, name)) return [];
    const member = [...within, name];
    if (isObject(first) && isObject(second)) return listDifferences(first, second, member);
    return isSame(first, second) ? [] : [{ member, first, second }];
  });
}

/** Finds which of the two versions counts in the end; empty if a third reading replaced both. */
function resolveTaken(
  one: Contradiction,
  merged: ReadonlyMap<string, SourcedItem>,
): readonly Contradiction[] {
  const item = merged.get(one.about)?.item;
  const stands = item === undefined ? undefined : readAt(readMembers(item), one.member);
  const taken = one.versions.findIndex(({ says }) => stands !== undefined && isSame(says, stands));
  return taken === 0 || taken === 1 ? [{ ...one, taken }] : [];
}

function readAt(value: Json, member: readonly string[]): Json | undefined {
  return member.reduce<Json | undefined>(
    (inner, name) => (isObject(inner ?? null) ? (inner as JsonObject)[name] : undefined),
    value,
  );
}

function isSame(one: Json, other: Json): boolean {
  return normalise(one) === normalise(other);
}

/** Removes blanks and capitals, since they have no meaning in a formula. */
function normalise(value: Json): string {
  return JSON.stringify(value).replace(/\s+/gu, '').toLowerCase();
}

function chooseSource({ sources }: SourcedItem, member: readonly string[]): Source {
  const [first, ...rest] = sources;
  const formula = member.at(0)?.endsWith('formula') ? rest.find(({ of }) => of === 'formula') : undefined;
  const found = formula ?? first;
  if (found === undefined) throw new TypeError('An item without a source was merged.');
  return found;
}

/** Takes the item that says more, or the first if both say equally much, and adds to it what only the other says. */
function join(known: SourcedItem, other: SourcedItem): SourcedItem {
  const isFuller = countSaid(readMembers(other.item)) > countSaid(readMembers(known.item));
  const [full, poor] = isFuller ? [other, known] : [known, other];
  const joined = joinMembers(readMembers(full.item), readMembers(poor.item), { isLater: isFuller });
  const procedure =
    known.item.kind === 'procedure' && other.item.kind === 'procedure' && known.item.text !== other.item.text
      ? { text: `${known.item.text}\n${other.item.text}`.slice(0, 4_000) }
      : {};
  return {
    item: { ...joined, ...procedure } as unknown as ExtractedItem,
    sources: [...full.sources, ...poor.sources].slice(0, 20),
  };
}

/** Members whose entries are named things: of two entries with the same name, the one that says more counts. */
const records: ReadonlySet<string> = new Set(['threats', 'outcomes']);

interface Joining {
  /** Whether the item that says more was read later. */
  readonly isLater: boolean;
  /** Name of the member whose contents are joined; absent for the item itself. */
  readonly member?: string | undefined;
}

function joinMembers(full: JsonObject, poor: JsonObject, { isLater, member = '' }: Joining): JsonObject {
  const added = Object.entries(poor).map(([name, value]): readonly [string, Json] => {
    const own = full[name];
    if (own === undefined || !Object.hasOwn(full, name)) return [name, value];
    if (!isObject(own) || !isObject(value)) return [name, own];
    const difference = countSaid(value) - countSaid(own);
    const isOther = records.has(member) && (difference > 0 || (difference === 0 && isLater));
    const next = { isLater: isLater !== isOther, member: name };
    return [name, isOther ? joinMembers(value, own, next) : joinMembers(own, value, next)];
  });
  return { ...full, ...Object.fromEntries(added) };
}

function readMembers(item: ExtractedItem): JsonObject {
  return JSON.parse(JSON.stringify(item));
}
