// Plans which relations of an entry a model removes, because they ended or never existed.

import type { EntryId, GlossaryEntry, Relation } from '../glossary/entry.ts';
import { parseRelationKind, relationKinds, renderInverse } from '../reader/relation-kinds.ts';
import { listBetween } from './find-contradiction.ts';
import { renderUnresolved } from './plan-relations.ts';
import { resolveEntry } from './resolve-entry.ts';
import type { SaidRemoval } from './tolerant-input.ts';
import type { ToolContext } from './tool-context.ts';

/** A relation that is to be removed, and the entry that has it. */
export interface Removal {
  readonly from: EntryId;
  readonly relation: Relation;
  readonly reason: string;
}

export interface PlannedRemovals {
  readonly removals: readonly Removal[];
  /** Why other relations stay, and what would remove them. */
  readonly notes: readonly string[];
}

/** Finds the relations that are to be removed, whichever of the two entries has them. */
export function planRemovals(
  said: readonly SaidRemoval[],
  entry: GlossaryEntry,
  context: ToolContext,
): PlannedRemovals {
  const outcomes = said.map((one) => planRemoval(one, entry, context));
  return {
    removals: outcomes.flatMap((outcome) => (typeof outcome === 'string' ? [] : outcome)),
    notes: outcomes.flatMap((outcome) =>
      typeof outcome === 'string' ? [`Relation not taken out: ${outcome}`] : [],
    ),
  };
}

function planRemoval(
  { kind: words, to, reason }: SaidRemoval,
  entry: GlossaryEntry,
  context: ToolContext,
): readonly Removal[] | string {
  const kind = parseRelationKind(words);
  if (kind === undefined) return `"${words}" is not a kind of relation. Kinds: ${relationKinds.join(', ')}.`;
  const target = resolveEntry(context, to);
  if (!target.ok) return renderUnresolved(to, target);
  if (reason === '')
    return `Say in "reason" why the relation "${words}" to "${target.entry.term}" no longer holds.`;
  const wording = kind.isInverse ? renderInverse(kind.kind) : kind.kind;
  const isTo = (relation: Relation, id: EntryId) => context.glossary.resolve(relation.to) === id;
  const own = (entry.relations ?? []).filter((one) => one.kind === wording && isTo(one, target.entry.id));
  const others = (target.entry.relations ?? []).filter(
    (one) => renderInverse(one.kind) === wording && isTo(one, entry.id),
  );
  const found = [
    ...own.map((relation) => ({ from: entry.id, relation, reason })),
    ...others.map((relation) => ({ from: target.entry.id, relation, reason })),
  ];
  if (found.length > 0) return found;
  const standing = listBetween(entry, target.entry, context);
  const say = `"${entry.term}" has no relation "${wording}" to "${target.entry.term}"`;
  return standing.length === 0
    ? `${say}, nor any other.`
    : `${say}. What it has: ${standing.map((kind) => `"${kind}"`).join(', ')}.`;
}

/**
 * Removes the relations, except those of the entry `id`, which its own change has removed already. Returns what the
 * model is told about all of them.
 */
export function removeRelations(
  removals: readonly Removal[],
  { glossary, source }: Pick<ToolContext, 'glossary' | 'source'>,
  id?: EntryId,
): readonly string[] {
  return [...Map.groupBy(removals, (one) => one.from)].flatMap(([from, own]) => {
    const entry = glossary.find(from);
    if (entry === undefined) return [];
    const relations = filterRemoved(entry.relations ?? [], own);
    if (from !== id) glossary.update(from, { relations }, { ...source, reason: joinReasons(own) });
    const standing = glossary.find(from)?.relations ?? [];
    if (from !== id && standing.length > relations.length)
      return [`A person set the relations of "${entry.term}", which stand; yours are kept as a proposal.`];
    return own
      .filter(({ relation }) => !standing.some((one) => isEqual(one, relation)))
      .map(({ relation }) => `No longer: "${entry.term}" ${relation.kind} ${renderEnd(relation, glossary)}.`);
  });
}

function renderEnd({ to }: Relation, { find, resolve }: ToolContext['glossary']): string {
  const id = resolve(to);
  const term = id === undefined ? undefined : find(id)?.term;
  return term === undefined ? `entry ${to}` : `"${term}"`;
}

export function filterRemoved(
  relations: readonly Relation[],
  removals: readonly Removal[],
): readonly Relation[] {
  return relations.filter(
    (one) => !removals.some(({ relation }) => relation === one || isEqual(relation, one)),
  );
}

function isEqual(one: Relation, other: Relation): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function joinReasons(removals: readonly Removal[]): string {
  return [...new Set(removals.map(({ reason }) => reason))].join(' ');
}
