// Ends plans that a person calls off in plain words.

import { isCancelledForGood, readCancellations } from '../facts/read-cancellations.ts';
import type { Applied } from '../working-memory/applied.ts';
import { finishChosen, refuseTied, type Telling } from '../working-memory/apply-span.ts';
import type { WorkingMemoryStore } from '../working-memory/working-memory-store.ts';
import { chooseToldPlan, isCancelling } from './choose-told-plan.ts';

/**
 * Must be called within the message's transaction. What is called off need not be a plan, so nothing is
 * reported if no plan fits. A plan to call something off counts as done. A recurring plan is skipped once,
 * unless it is called off for good.
 */
export function cancelTold(store: WorkingMemoryStore, said: string, telling: Telling): Applied {
  const applied = readCancellations(said).map((named) => {
    const deed = isCancelledForGood(said, named) ? 'cancel' : 'skip';
    return cancelNamed(store, { named, deed }, telling);
  });
  return {
    effects: applied.flatMap(({ effects }) => effects),
    reports: applied.flatMap(({ reports }) => reports),
  };
}

function cancelNamed(
  store: WorkingMemoryStore,
  { named, deed }: { readonly named: string; readonly deed: 'cancel' | 'skip' },
  telling: Telling,
): Applied {
  const match = chooseToldPlan(store, { named }, telling);
  if (match.outcome === 'missed') return { effects: [], reports: [] };
  if (match.outcome === 'tied') return refuseTied(store, { tag: 'plan', items: match.items }, telling);
  const { item } = match;
  return finishChosen(store, { item, deed: isCancelling(item) ? 'resolve' : deed }, telling);
}
