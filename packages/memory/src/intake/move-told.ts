// Moves plans to another day, as a person says in plain words.
import { readMovings } from '../facts/read-movings.ts';
import type { Applied } from '../working-memory/applied.ts';
import { moveChosen, refuseTied, type Telling } from '../working-memory/apply-span.ts';
import { chooseMovable, findMovedDue } from '../working-memory/move-plan.ts';
import type { WorkingMemoryStore } from '../working-memory/working-memory-store.ts';
import { chooseMovedPlan } from './choose-told-plan.ts';

export interface Moved extends Applied {
  /** The sentences that moved something, or meant several plans. */
  readonly sentences: readonly string[];
}

/**
 * Must be called within the message's transaction. What is moved need not be a plan, so nothing is reported if no
 * plan fits, or if no time that is to come is named.
 */
export function moveTold(store: WorkingMemoryStore, said: string, telling: Telling): Moved {
  const none: Applied = { effects: [], reports: [] };
  const all = readMovings(said).map(({ thing, from, to, sentence }) => {
    const match = chooseMovedPlan(store, { named: thing, day: from }, telling);
    if (match.outcome === 'missed') return { sentence, ...none };
    if (match.outcome === 'found')
      return { sentence, ...(moveChosen(store, { item: match.item, to }, telling) ?? none) };
    const only = chooseMovable(match.items, to, telling.writing);
    if (only !== undefined) return { sentence, ...(moveChosen(store, { item: only, to }, telling) ?? none) };
    const isMovable = match.items.some((item) => findMovedDue(to, item, telling.writing) !== undefined);
    return {
      sentence,
      ...(isMovable ? refuseTied(store, { tag: 'plan', items: match.items }, telling) : none),
    };
  });
  return {
    effects: all.flatMap(({ effects }) => effects),
    reports: all.flatMap(({ reports }) => reports),
    sentences: all.flatMap(({ effects, reports, sentence }) =>
      effects.length + reports.length > 0 ? [sentence] : [],
    ),
  };
}
