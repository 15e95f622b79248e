// Tells whether what a replaced fact said is still true, because another known fact says it.
import type { WorkingItem } from '../working-memory/item.ts';
import { hasFullerPet } from './find-same-pet.ts';

/** `facts`: the facts that are true now. */
export function isStillSo(former: WorkingItem, facts: readonly WorkingItem[]): boolean {
  const { subject, normalForm } = former;
  const isSame = facts.some((fact) => fact.subject === subject && fact.normalForm === normalForm);
  return isSame || hasFullerPet(former, facts);
}
