// Tells whether what a replaced fact said is still true, because another known fact says it.
import { parseFactSubject } from '../working-memory/fact-subject.ts';
import { findFactValue } from '../working-memory/find-fact-value.ts';
import type { WorkingItem } from '../working-memory/item.ts';
import { hasFullerPet } from './find-same-pet.ts';
import { isWithin } from './is-within.ts';

/** `facts`: the facts that are true now. */
export function isStillSo(former: WorkingItem, facts: readonly WorkingItem[]): boolean {
  const { subject, normalForm } = former;
  const isSame = facts.some((fact) => fact.subject === subject && fact.normalForm === normalForm);
  return isSame || isSameWorkplace(former, facts) || hasFullerPet(former, facts);
}

/**
 * Whether a present workplace names the former one in part: somebody who works at "Hartley's" still works, or works
 * again, at "Hartley's bakery".
 */
function isSameWorkplace(former: WorkingItem, facts: readonly WorkingItem[]): boolean {
  if (parseFactSubject(former.subject ?? '').relation !== 'workplace') return false;
  return facts.some(
    (fact) => fact.subject === former.subject && isWithin(findFactValue(fact), findFactValue(former)),
  );
}
