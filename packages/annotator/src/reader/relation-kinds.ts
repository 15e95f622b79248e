// Relation kinds: for each, its name as seen from either entry, and which kinds of entries it joins.

import { entryKinds } from './entry-kinds.ts';

const living = ['character', 'creature'];
const acting = [...living, 'faction', 'title'];
const realms = ['location', 'faction'];

/**
 * Each kind of relation as it is stored, its wording from the side of the other entry, and the kinds of entries that
 * it joins. An empty list means any kind of entry.
 */
const table = [
  { kind: 'parent of', inverse: 'child of', from: living, to: living },
  { kind: 'child of', inverse: 'parent of', from: living, to: living },
  { kind: 'sibling of', inverse: 'sibling of', from: living, to: living },
  { kind: 'spouse of', inverse: 'spouse of', from: living, to: living },
  { kind: 'kin of', inverse: 'kin of', from: living, to: living },
  { kind: 'serves', inverse: 'served by', from: acting, to: [...acting, 'location'] },
  { kind: 'member of', inverse: 'has as a member', from: acting, to: ['faction', 'location', 'item'] },
  { kind: 'allied with', inverse: 'allied with', from: [...acting, ...realms], to: [...acting, ...realms] },
  { kind: 'opposes', inverse: 'opposed by', from: [...acting, ...realms], to: [...acting, ...realms] },
  { kind: 'rules', inverse: 'ruled by', from: acting, to: [...realms, ...living] },
  {
    kind: 'holds',
    inverse: 'held by',
    from: [...acting, 'location'],
    to: ['item', 'creature', 'location', 'title'],
  },
  { kind: 'is in', inverse: 'has in it', from: [], to: ['location', 'item'] },
] as const;

export type RelationKind = (typeof table)[number]['kind'];

export const relationKinds: readonly RelationKind[] = table.map(({ kind }) => kind);

const byKind: ReadonlyMap<string, (typeof table)[number]> = new Map(table.map((row) => [row.kind, row]));

/** Other words for a kind, as people and models write them. */
const otherWords: Readonly<Record<string, RelationKind>> = {
  parent: 'parent of',
  father: 'parent of',
  mother: 'parent of',
  child: 'child of',
  son: 'child of',
  daughter: 'child of',
  sibling: 'sibling of',
  brother: 'sibling of',
  sister: 'sibling of',
  spouse: 'spouse of',
  husband: 'spouse of',
  wife: 'spouse of',
  'married to': 'spouse of',
  kin: 'kin of',
  relative: 'kin of',
  'related to': 'kin of',
  'servant of': 'serves',
  'works for': 'serves',
  ally: 'allied with',
  enemy: 'opposes',
  'ruler of': 'rules',
  'leader of': 'rules',
  leads: 'rules',
  owns: 'holds',
  carries: 'holds',
  has: 'holds',
  'owner of': 'holds',
  'belongs to': 'member of',
  member: 'member of',
  in: 'is in',
  'located in': 'is in',
  'lives in': 'is in',
  'part of': 'is in',
};

export interface SaidKind {
  readonly kind: RelationKind;
  /** Whether the relation is worded from the side of the other entry: "ruled by" for `rules`. */
  readonly isInverse: boolean;
}

/** The kind that is meant by words such as "parent_of", "Brother of" or "ruled by"; undefined if they mean none. */
export function parseRelationKind(words: string): SaidKind | undefined {
  const said = words
    .toLowerCase()
    .replace(/[\s_-]+/gu, ' ')
    .trim();
  const bare = said.replace(/^(?:(?:is|was) )?(?:(?:the|an?) )?/u, '');
  const forms = [said, bare, bare.replace(/ (?:of|with)$/u, '')];
  for (const form of forms) {
    const known = byKind.get(form)?.kind ?? (Object.hasOwn(otherWords, form) ? otherWords[form] : undefined);
    if (known !== undefined) return { kind: known, isInverse: false };
    const turned = table.find(({ inverse }) => inverse === form);
    if (turned !== undefined) return { kind: turned.kind, isInverse: true };
  }
  return undefined;
}

/** The wording of a relation from the side of the other entry. */
export function renderInverse(kind: RelationKind): string {
  return byKind.get(kind)?.inverse ?? kind;
}

/** Two entries can have only one of these relations to each other. */
const family: ReadonlySet<string> = new Set(['parent of', 'child of', 'sibling of', 'spouse of']);

/**
 * Whether the same two entries cannot have both relations. They may oppose each other, but nobody rules his own ruler.
 */
export function isContrary(one: string, other: string): boolean {
  if (one === other) return false;
  if (family.has(one) && family.has(other)) return true;
  return table.some(
    ({ kind, inverse }) =>
      kind !== 'opposes' && ((kind === one && inverse === other) || (kind === other && inverse === one)),
  );
}

/**
 * Splits "brother of Soma" into a kind and a name. If the text does not begin with a known kind, all of it becomes the
 * kind.
 */
export function splitRelation(text: string): { readonly kind: string; readonly to: string } {
  const words = text.split(' ');
  for (let count = Math.min(words.length - 1, longestKind); count > 0; count -= 1) {
    const kind = words.slice(0, count).join(' ');
    if (parseRelationKind(kind) !== undefined) return { kind, to: words.slice(count).join(' ') };
  }
  return { kind: text, to: '' };
}

/** The number of words in the longest wording of a kind: "is a member of". */
const longestKind = 4;

export interface JoinedTags {
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/**
 * Finds which of the two entries has a kind that the relation does not allow there, and which kinds are allowed.
 * Undefined if both fit.
 */
export function findMisfit(
  kind: RelationKind,
  tags: JoinedTags,
): { readonly end: 'from' | 'to'; readonly wanted: readonly string[] } | undefined {
  const row = byKind.get(kind);
  for (const end of ['from', 'to'] as const) {
    const wanted: readonly string[] = row?.[end] ?? [];
    const own = tags[end].filter((tag) => everyKind.has(tag));
    const isFit = wanted.length === 0 || own.length === 0 || own.some((tag) => wanted.includes(tag));
    if (!isFit) return { end, wanted };
  }
  return undefined;
}

/** Kinds that say for certain what an entry is about; an entry with the kind `term` may be anything. */
const everyKind: ReadonlySet<string> = new Set(entryKinds.filter((kind) => kind !== 'term'));
