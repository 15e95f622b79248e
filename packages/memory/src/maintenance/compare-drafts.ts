// Compares two drafts of maintenance (what it would store) line by line, and lists for a person or a screen what differs.

import { type FragmentText, type Tier, tiers } from '../fragments/fragment.ts';
import { readProse } from './ambient-page.ts';
import type { Draft } from './draft.ts';

/** A thing before and after: the lines that are removed and the lines that are added. */
export interface ComparedThing {
  readonly thing: 'fragment' | 'edge' | 'item' | 'page' | 'flag';
  /** A fragment's key, an edge's two keys, or an item's number; empty for the page, for flags and for added facts. */
  readonly name: string;
  /** For a fragment, the tier that changes. */
  readonly tier?: Tier | undefined;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

export function compareDrafts(before: Draft, after: Draft): readonly ComparedThing[] {
  return [
    ...compareFragments(before, after),
    ...compareMaps(before.edges, after.edges, (label) => label || 'belong together').map(
      (one): ComparedThing => ({ thing: 'edge', ...one }),
    ),
    ...compareMaps(before.items, after.items, ({ status, content }) => `${status}: ${content}`).map(
      (one): ComparedThing => ({ thing: 'item', ...one, name: String(one.name) }),
    ),
    ...after.facts
      .slice(before.facts.length)
      .map(({ says }): ComparedThing => ({ thing: 'item', name: '', removed: [], added: [`fact: ${says}`] })),
    ...compareTexts(
      { thing: 'page', name: '' },
      readProse(before.ambient ?? ''),
      readProse(after.ambient ?? ''),
    ),
    ...after.flags
      .slice(before.flags.length)
      .map(({ text }): ComparedThing => ({ thing: 'flag', name: '', removed: [], added: [text] })),
  ];
}

function compareFragments(before: Draft, after: Draft): readonly ComparedThing[] {
  const renamed = [...after.renamed].filter(([key, origin]) => before.renamed.get(key) !== origin);
  const origins = new Map(renamed);
  const gone = new Set(renamed.map(([, origin]) => origin));
  const keys = new Set([...before.fragments.keys(), ...after.fragments.keys()]);
  return [...keys].flatMap((key): readonly ComparedThing[] => {
    const one = before.fragments.get(origins.get(key) ?? key);
    const other = after.fragments.get(key);
    if (one === other || gone.has(key)) return [];
    const origin = origins.get(key);
    const names: readonly ComparedThing[] =
      origin === undefined
        ? []
        : [{ thing: 'fragment', name: key, removed: [`[${origin}]`], added: [`[${key}]`] }];
    return [...names, ...tiers.flatMap((tier) => compareTier(key, tier, { one, other }))];
  });
}

function compareTier(
  name: string,
  tier: Tier,
  { one, other }: { one: FragmentText | undefined; other: FragmentText | undefined },
): readonly ComparedThing[] {
  return compareTexts({ thing: 'fragment', name, tier }, one?.[tier] ?? '', other?.[tier] ?? '');
}

function compareTexts(
  named: Omit<ComparedThing, 'removed' | 'added'>,
  before: string,
  after: string,
): readonly ComparedThing[] {
  const [removed, added] = [listMissing(before, after), listMissing(after, before)];
  return removed.length + added.length === 0 ? [] : [{ ...named, removed, added }];
}

/** The lines of the first text that the second does not have, in their order. */
function listMissing(text: string, other: string): readonly string[] {
  const there = new Set(other.split('\n'));
  return text.split('\n').filter((line) => line.trim() !== '' && !there.has(line));
}

function compareMaps<Key, Value>(
  before: ReadonlyMap<Key, Value>,
  after: ReadonlyMap<Key, Value>,
  render: (value: Value) => string,
) {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [one, other] = [before.get(key), after.get(key)];
    if (one === other) return [];
    const renderLines = (value: Value | undefined) => (value === undefined ? [] : [render(value)]);
    return [{ name: String(key), removed: renderLines(one), added: renderLines(other) }];
  });
}
