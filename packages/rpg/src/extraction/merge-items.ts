// Merges what was read in the parts of a rulebook: one item for each thing, and contradictions shown with both places.

import type { Source } from '../system/manifest.ts';
import { isObject, type Json } from '../values/json.ts';
import type { ExtractedItem } from './extracted-item.ts';
import type { SourcedItem } from './validate-items.ts';

/** Two places of a rulebook that say different things; the first stands until a person decides. */
export interface Contradiction {
  /** The thing that both places are about, such as `field resources.hp`. */
  readonly about: string;
  /** The member that differs, such as `max_formula`. */
  readonly member: string;
  readonly versions: readonly { readonly says: Json; readonly source: Source }[];
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
]);

export function mergeItems(all: readonly SourcedItem[]): MergedItems {
  const merged = new Map<string, SourcedItem>();
  const contradictions: Contradiction[] = [];
  for (const one of all) {
    const name = nameItem(one.item);
    const known = merged.get(name);
    if (known === undefined) merged.set(name, one);
    else {
      contradictions.push(...compare(name, known, one));
      merged.set(name, join(known, one));
    }
  }
  return { items: [...merged.values()], contradictions };
}

/** A name that is the same for two items about the same thing. */
export function nameItem(item: ExtractedItem): string {
  if (item.kind === 'field') return `field ${item.of === undefined ? '' : `${item.of} `}${item.path}`;
  if ('id' in item) return `${item.kind} ${item.id}`;
  return 'name' in item ? `${item.kind} ${item.name}` : item.kind;
}

function compare(about: string, known: SourcedItem, other: SourcedItem): Contradiction[] {
  const before = readMembers(known.item);
  return Object.entries(readMembers(other.item)).flatMap(([member, says]) => {
    const former = before[member];
    if (wording.has(member) || former === undefined) return [];
    return listShared(member, former, says)
      .filter(([, first, second]) => !isSame(first, second))
      .map(([place, first, second]) => ({
        about,
        member: place,
        versions: [
          { says: first, source: chooseSource(known, member) },
          { says: second, source: chooseSource(other, member) },
        ],
      }));
  });
}

function isSame(one: Json, other: Json): boolean {
  return normalise(one) === normalise(other);
}

/** Blanks say nothing in a formula. */
function normalise(value: Json): string {
  return JSON.stringify(value).replace(/\s+/gu, '').toLowerCase();
}

function chooseSource({ sources }: SourcedItem, member: string): Source {
  const [first, ...rest] = sources;
  const formula = member.endsWith('formula') ? rest.find(({ of }) => of === 'formula') : undefined;
  const found = formula ?? first;
  if (found === undefined) throw new TypeError('An item without a source was merged.');
  return found;
}

/** The first item counts; what only the second says is added to it, with the words it stands on. */
function join(known: SourcedItem, other: SourcedItem): SourcedItem {
  const item = { ...other.item, ...known.item, ...joinRecords(known, other) } as ExtractedItem;
  const procedure =
    known.item.kind === 'procedure' && other.item.kind === 'procedure' && known.item.text !== other.item.text
      ? { text: `${known.item.text}\n${other.item.text}`.slice(0, 4_000) }
      : {};
  return {
    item: { ...item, ...procedure } as ExtractedItem,
    sources: [...known.sources, ...other.sources].slice(0, 20),
  };
}

/** Members that hold several things by name, such as threats and outcomes: those that only the second names are added. */
const records = ['threats', 'outcomes'] as const;

function joinRecords(known: SourcedItem, other: SourcedItem): Partial<Record<string, Json>> {
  const [before, after] = [readMembers(known.item), readMembers(other.item)];
  const joined = records.flatMap((member) => {
    const [one, two] = [before[member] ?? null, after[member] ?? null];
    return isObject(one) && isObject(two) ? [[member, { ...two, ...one }] as const] : [];
  });
  return Object.fromEntries(joined);
}

/** Where both hold several things by name, only those that both name can contradict each other. */
function listShared(member: string, one: Json, other: Json): readonly (readonly [string, Json, Json])[] {
  if (!records.some((name) => name === member) || !isObject(one) || !isObject(other))
    return [[member, one, other]];
  return Object.keys(one)
    .filter((name) => Object.hasOwn(other, name))
    .map((name) => [`${member}.${name}`, one[name] ?? null, other[name] ?? null] as const);
}

function readMembers(item: ExtractedItem): Readonly<Record<string, Json>> {
  return JSON.parse(JSON.stringify(item));
}
