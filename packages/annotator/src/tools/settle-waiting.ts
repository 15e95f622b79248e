// Adds relations of earlier calls of the same reply that had to wait until their other entry was created.

import type { ToolAnswer } from '@terrarium/kernel/tool';
import type { GlossaryEntry } from '../glossary/entry.ts';
import { renderElement } from '../prompts/render-element.ts';
import { planRelations } from './plan-relations.ts';
import { renderNotes } from './render-answer.ts';
import { listWaiting, type NewNames, type WaitingRelation } from './reply-calls.ts';
import { resolveEntry } from './resolve-entry.ts';
import type { ToolContext } from './tool-context.ts';
import { applyTurns, planTurns } from './turn-relations.ts';

/**
 * Calls `create`, then adds the relations that were waiting for the new entry. Returns the answer of `create`, with
 * notes about these relations.
 */
export function answerAndSettle(names: NewNames, context: ToolContext, create: () => ToolAnswer): ToolAnswer {
  const waiting = listWaiting(names, context).filter(({ to }) => !resolveEntry(context, to).ok);
  const answer = create();
  const notes = waiting.flatMap((relation) => settleRelation(relation, context));
  if (notes.length === 0) return answer;
  return { ...answer, say: `${answer.say}\n${renderElement('relations', {}, renderNotes(notes))}` };
}

/**
 * After a call that may have added names to the entry, adds the relations that were waiting for one of them. Returns
 * the answer, with notes about these relations.
 */
export function settleNamed(
  entry: Pick<GlossaryEntry, 'id'>,
  context: ToolContext,
  answer: ToolAnswer,
): ToolAnswer {
  const named = answer.ok ? context.glossary.find(entry.id) : undefined;
  if (named === undefined) return answer;
  const names = { term: named.term, aliases: [...named.aliases, String(named.id)] };
  const notes = listWaiting(names, context)
    .filter((relation) => isTakenNow(relation, context))
    .flatMap((relation) => settleRelation(relation, context));
  if (notes.length === 0) return answer;
  return { ...answer, say: `${answer.say}\n${renderElement('relations', {}, renderNotes(notes))}` };
}

function isTakenNow(waiting: WaitingRelation, context: ToolContext): boolean {
  const entry = findSaidOf(waiting, context);
  return (
    entry !== undefined && planRelations({ relations: [waiting] }, entry, context).relations !== undefined
  );
}

/** Adds a relation that was waiting, if it is accepted now; returns what the model is told about it. */
function settleRelation(waiting: WaitingRelation, context: ToolContext): readonly string[] {
  const entry = findSaidOf(waiting, context);
  if (entry === undefined) return [];
  const call = { relations: [waiting] };
  const { relations, notes } = planRelations(call, entry, context);
  const turns = planTurns(call, entry, context);
  if (relations !== undefined) context.glossary.update(entry.id, { relations }, context.source);
  const turned = applyTurns(turns, entry, context);
  if (turned.length > 0) return turned;
  return relations === undefined
    ? [...notes, ...turns.notes].map((note) => `For entry ${entry.id}, "${entry.term}": ${note}`)
    : [`Taken now: "${entry.term}" ${waiting.kind} "${waiting.to}".`];
}

/**
 * Finds the entry for which the relation was stated. Tries a name before an id, because a name may look like a number
 * (`K-2`).
 */
function findSaidOf({ of }: WaitingRelation, context: ToolContext): GlossaryEntry | undefined {
  const found = resolveEntry(context, of);
  return context.glossary.findByTerm(of) ?? (found.ok ? found.entry : undefined);
}
