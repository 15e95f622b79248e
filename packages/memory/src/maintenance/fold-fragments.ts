// Folds operations on fragments: makes, changes, joins, renames and deletes them in a draft, or says why not.

import { findNearest } from '@terrarium/kernel/find-nearest';
import type { EventId } from '../events/event.ts';
import { type FragmentText, tiers } from '../fragments/fragment.ts';
import { countKeptWords } from './count-kept-words.ts';
import { type Draft, nameEdge, splitEdgeName } from './draft.ts';
import { appendLines, mergeInventories } from './inventory-lines.ts';
import { type OperationOf, sizes } from './operation.ts';

/** The part of the store that is needed to judge operations. */
export interface JudgedFacts {
  /** Whether there is such an event, and something may be learnt from the event. */
  isSource(id: number): boolean;
}

/** The share of a text that must be kept unless a reason is given. */
export const leastKept = 0.5;
const shownIds = 5;

export function createFragment(
  draft: Draft,
  operation: OperationOf<'create-fragment'>,
  facts: JudgedFacts,
): string | undefined {
  const { key, ambient, recognition, inventory, sources } = operation;
  const fault = checkFreeKey(draft, key) ?? checkSources(sources, facts);
  if (fault !== undefined) return fault;
  draft.fragments.set(key, { key, ambient, recognition, inventory, sources: joinIds([], sources) });
  return undefined;
}

export function updateFragment(
  draft: Draft,
  operation: OperationOf<'update-fragment'>,
  facts: JudgedFacts,
): string | undefined {
  const former = draft.fragments.get(operation.key);
  if (former === undefined) return describeMissingFragment(draft, operation.key);
  const fault = checkSources(operation.sources, facts) ?? checkShrunk(former, operation);
  if (fault !== undefined) return fault;
  draft.fragments.set(operation.key, {
    key: former.key,
    ambient: operation.ambient ?? former.ambient,
    recognition: operation.recognition ?? former.recognition,
    inventory: operation.inventory ?? former.inventory,
    sources: joinIds(former.sources, operation.sources),
  });
  return undefined;
}

export function appendInventory(
  draft: Draft,
  { key, inventory: added, sources }: OperationOf<'append-inventory'>,
  facts: JudgedFacts,
): string | undefined {
  const former = draft.fragments.get(key);
  if (former === undefined) return describeMissingFragment(draft, key);
  const fault = checkSources(sources, facts);
  if (fault !== undefined) return fault;
  const inventory = appendLines(former.inventory, added);
  if (inventory === undefined) return `The inventory of ${key} has these lines already.`;
  draft.fragments.set(key, { ...former, inventory, sources: joinIds(former.sources, sources) });
  return undefined;
}

/** Deletes the fragment together with its edges. */
export function deleteFragment(draft: Draft, { key }: OperationOf<'delete-fragment'>): string | undefined {
  if (!draft.fragments.has(key)) return describeMissingFragment(draft, key);
  removeFragment(draft, key);
  return undefined;
}

/**
 * Moves what the first fragment knows to the second, with its edges. Texts that named the first then name the
 * second.
 */
export function mergeFragments(draft: Draft, operation: OperationOf<'merge-fragments'>): string | undefined {
  const { from, to } = operation;
  if (from === to) return 'Only two different fragments can be merged.';
  const [one, other] = [draft.fragments.get(from), draft.fragments.get(to)];
  if (one === undefined) return describeMissingFragment(draft, from);
  if (other === undefined) return describeMissingFragment(draft, to);
  const recognition = operation.recognition ?? joinTexts(other.recognition, one.recognition);
  if (recognition.length > sizes.recognition)
    return 'Their recognition texts are too long together: give one in `recognition`.';
  draft.fragments.set(to, {
    key: to,
    ambient: operation.ambient ?? other.ambient,
    recognition,
    inventory: mergeInventories(other.inventory, one.inventory),
    sources: joinIds(other.sources, one.sources),
  });
  moveEdges(draft, from, to);
  draft.merged.set(draft.renamed.get(from) ?? from, to);
  removeFragment(draft, from);
  replaceKey(draft, from, to);
  return undefined;
}

export function renameFragment(
  draft: Draft,
  { from, to }: OperationOf<'rename-fragment'>,
): string | undefined {
  const former = draft.fragments.get(from);
  if (former === undefined) return describeMissingFragment(draft, from);
  const fault = checkFreeKey(draft, to);
  if (fault !== undefined) return fault;
  const origin = draft.renamed.get(from) ?? (draft.formerKeys.has(from) ? from : undefined);
  draft.renamed.delete(from);
  if (origin !== undefined) draft.renamed.set(to, origin);
  draft.fragments.delete(from);
  draft.fragments.set(to, { ...former, key: to });
  moveEdges(draft, from, to);
  replaceKey(draft, from, to);
  return undefined;
}

function checkFreeKey(draft: Draft, key: string): string | undefined {
  if (draft.fragments.has(key))
    return `There is a fragment ${key} already: update it, append to it, or take another key.`;
  return draft.formerKeys.has(key)
    ? `The key ${key} was given up in this run: take another, or use it in a later run.`
    : undefined;
}

function checkShrunk(former: FragmentText, operation: OperationOf<'update-fragment'>): string | undefined {
  if (operation.because !== undefined) return undefined;
  const shrunk = tiers.find((tier) => {
    const text = operation[tier];
    return text !== undefined && countKeptWords(former[tier], text) < leastKept;
  });
  return shrunk === undefined
    ? undefined
    : `The ${shrunk} would lose more than half of its words: keep them, or say why in \`because\`.`;
}

function removeFragment(draft: Draft, key: string): void {
  draft.fragments.delete(key);
  draft.renamed.delete(key);
  for (const name of [...draft.edges.keys()]) {
    if (splitEdgeName(name).includes(key)) draft.edges.delete(name);
  }
}

/**
 * Moves the edges of `from` to `to`. An edge that `to` already has keeps its label. An edge between `from` and `to` is
 * deleted.
 */
function moveEdges(draft: Draft, from: string, to: string): void {
  for (const [name, label] of [...draft.edges]) {
    const ends = splitEdgeName(name);
    if (!ends.includes(from)) continue;
    draft.edges.delete(name);
    const other = ends[0] === from ? ends[1] : ends[0];
    if (other !== to && !draft.edges.has(nameEdge(other, to))) draft.edges.set(nameEdge(other, to), label);
  }
}

/** Replaces the key in all texts that name the fragment in brackets, including the page. */
function replaceKey(draft: Draft, from: string, to: string): void {
  const replace = (text: string) => text.replaceAll(`[${from}]`, `[${to}]`);
  for (const [key, fragment] of [...draft.fragments]) {
    const texts = tiers.map((tier) => [tier, replace(fragment[tier])] as const);
    if (texts.every(([tier, text]) => text === fragment[tier])) continue;
    draft.fragments.set(key, { ...fragment, ...Object.fromEntries(texts) });
  }
  for (const [key, target] of draft.merged) if (target === from) draft.merged.set(key, to);
  if (draft.ambient !== undefined) draft.ambient = replace(draft.ambient);
}

export function describeMissingFragment(draft: Draft, key: string): string {
  const nearest = findNearest(key, draft.fragments.keys());
  return `There is no fragment ${key}${nearest === undefined ? '.' : `; did you mean ${nearest}?`}`;
}

export function checkSources(ids: readonly number[], facts: JudgedFacts): string | undefined {
  const missing = ids.filter((id) => !facts.isSource(id));
  if (missing.length === 0) return undefined;
  return `No event that may be a source has the id ${missing.slice(0, shownIds).join(', ')}.`;
}

export function joinIds(former: readonly EventId[], added: readonly number[]): readonly EventId[] {
  return [...new Set<number>([...former, ...added])].sort((one, other) => one - other) as EventId[];
}

function joinTexts(one: string, other: string): string {
  return one.includes(other) ? one : `${one}\n${other}`.trim();
}
