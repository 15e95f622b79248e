// Reverses relations that a call states from the wrong entry, and adds them to the other entry.

import type { EvidenceClaim } from '../glossary/citable-text.ts';
import type { GlossaryEntry, Relation } from '../glossary/entry.ts';
import { isSameRelation } from '../glossary/relation-gate.ts';
import { parseRelationKind, type RelationKind, renderInverse } from '../reader/relation-kinds.ts';
import { findContradiction } from './find-contradiction.ts';
import { checkSaid, isTurned, maxRelations, type RelatingCall } from './plan-relations.ts';
import { resolveEntry } from './resolve-entry.ts';
import type { SaidRemoval } from './tolerant-input.ts';
import type { ToolContext } from './tool-context.ts';

export interface PlannedTurns {
  readonly turned: readonly TurnedRelation[];
  /** Why other relations were not accepted. */
  readonly notes: readonly string[];
}

interface TurnedRelation {
  readonly of: GlossaryEntry;
  readonly relation: Relation;
}

/**
 * Plans those relations of a call that are stated the wrong way round, and so are recorded with the other entry. The
 * entry of the call must exist.
 */
export function planTurns(call: RelatingCall, entry: GlossaryEntry, context: ToolContext): PlannedTurns {
  const outcomes = (call.relations ?? []).flatMap((one) => {
    const said = parseRelationKind(one.kind);
    const target = resolveEntry(context, one.to);
    if (said === undefined || !target.ok || !isTurned(said, entry, target.entry)) return [];
    const cited = one.quotes.length > 0 ? one.quotes : (call.evidence ?? []);
    const turn = { of: target.entry, kind: said.kind, to: entry, quotes: cited };
    return planTurn(turn, call.remove_relations, context) ?? [];
  });
  return {
    turned: outcomes.filter((outcome) => typeof outcome === 'object'),
    notes: outcomes.flatMap((outcome) =>
      typeof outcome === 'string' ? [`Relation not taken: ${outcome}`] : [],
    ),
  };
}

interface Turn {
  readonly of: GlossaryEntry;
  readonly kind: RelationKind;
  readonly to: GlossaryEntry;
  readonly quotes: readonly EvidenceClaim[];
}

/**
 * Returns the relation, or why it is not accepted. Undefined if it is already recorded, because it then needs no
 * quote.
 */
function planTurn(
  { of, kind, to, quotes }: Turn,
  removed: readonly SaidRemoval[] | undefined,
  context: ToolContext,
): TurnedRelation | string | undefined {
  const isKnown = of.relations?.some(
    (one) => one.kind === kind && context.glossary.resolve(one.to) === to.id,
  );
  if (isKnown === true) return undefined;
  const between = { entry: to, other: of, wording: renderInverse(kind), removed };
  const contradiction = findContradiction(between, context);
  if (contradiction !== undefined) return contradiction;
  const checked = checkSaid({ from: of, kind, to, quotes }, context);
  return checked.ok ? { of, relation: checked.relation } : checked.say;
}

/** Records the planned relations with their entries; returns what the model is told about them. */
export function applyTurns(
  { turned }: PlannedTurns,
  { term }: GlossaryEntry,
  context: ToolContext,
): readonly string[] {
  return turned.flatMap(({ of, relation }) => {
    const standing = context.glossary.find(of.id)?.relations ?? [];
    if (standing.some((known) => isSameRelation(known, relation))) return [];
    if (standing.length >= maxRelations) return [`An entry has at most ${maxRelations} relations.`];
    context.glossary.update(of.id, { relations: [...standing, relation] }, context.source);
    return [`Stored with the other entry: ${of.id}, "${of.term}", ${relation.kind} "${term}".`];
  });
}
