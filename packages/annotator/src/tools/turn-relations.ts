// Turns relations round if the story clearly states them from their other end, to record them with the right entry.

import type { GlossaryEntry, Relation } from '../glossary/entry.ts';
import { isSameRelation } from '../glossary/relation-gate.ts';
import { parseRelationKind } from '../reader/relation-kinds.ts';
import { checkSaid, isTurned, maxRelations, type RelatingCall } from './plan-relations.ts';
import { resolveEntry } from './resolve-entry.ts';
import type { ToolContext } from './tool-context.ts';

export interface PlannedTurns {
  readonly turned: readonly TurnedRelation[];
  /** Why others were not accepted. */
  readonly notes: readonly string[];
}

interface TurnedRelation {
  readonly of: GlossaryEntry;
  readonly relation: Relation;
}

/** The relations of a call about an existing entry. */
export function planTurns(call: RelatingCall, entry: GlossaryEntry, context: ToolContext): PlannedTurns {
  const turned: TurnedRelation[] = [];
  const notes: string[] = [];
  for (const { kind: words, to, quotes } of call.relations ?? []) {
    const said = parseRelationKind(words);
    const target = resolveEntry(context, to);
    if (said === undefined || !target.ok || !isTurned(said, entry, target.entry)) continue;
    const cited = quotes.length > 0 ? quotes : (call.evidence ?? []);
    const checked = checkSaid({ from: target.entry, kind: said.kind, to: entry, quotes: cited }, context);
    if (checked.ok) turned.push({ of: target.entry, relation: checked.relation });
    else notes.push(`Relation not taken: ${checked.say}`);
  }
  return { turned, notes };
}

/** Returns what the model is told. */
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
