// Finds out whether a pin or note is outdated: whether it says the value of a fact that was replaced or has ended since.
import { splitTerms } from '@terrarium/kernel/split-terms';
import { isSingleFact, parseFactSubject } from '../working-memory/fact-subject.ts';
import { findFactValue } from '../working-memory/find-fact-value.ts';
import type { WorkingItem } from '../working-memory/item.ts';
import { isAskedFor } from './choose-facts.ts';
import { isStillSo } from './is-still-so.ts';
import { type FactGround, listFacts, listFormerFacts, renderFactName } from './known-fact.ts';
import { listAsked } from './read-tellings.ts';

export interface Outdated {
  /** The fact's name, such as "home" or "sister's job". */
  readonly name: string;
  /** The value that is true now; undefined if it is not known. */
  readonly value: string | undefined;
  readonly sinceMs: number;
}

interface Former extends Outdated {
  readonly owner: string;
  readonly relation: string;
  readonly terms: readonly string[];
}

/** The maximum number of former facts that are looked at. */
const mostFormer = 100;
/** The kinds of items that may say the former value of a fact. */
export const notingKinds = ['pin', 'desc', 'pattern', 'thought'] as const;
const noting: ReadonlySet<string> = new Set(notingKinds);

/**
 * Returns a function that finds what is outdated in an item; undefined if nothing is, or if the item was told or
 * taken up again since the change.
 */
export function openOutdated(ground: FactGround): (item: WorkingItem) => Outdated | undefined {
  const former = listFormer(ground);
  if (former.length === 0) return () => undefined;
  return (item) => {
    if (!noting.has(item.kind)) return undefined;
    const { counts } = splitTerms(item.content);
    const asked = new Set(listAsked(item.content));
    return former.find(
      ({ terms, owner, relation, sinceMs }) =>
        sinceMs > item.refreshedAtMs &&
        terms.every((term) => counts.has(term)) &&
        isAskedFor({ owner, relation }, asked),
    );
  };
}

function listFormer(ground: FactGround): readonly Former[] {
  const former = listFormerFacts(ground, mostFormer);
  const facts = former.length === 0 ? [] : listFacts(ground);
  return former.flatMap((item): readonly Former[] => {
    const { subject = '' } = item;
    const { owner, relation } = parseFactSubject(subject);
    const terms = [...splitTerms(findFactValue(item)).counts.keys()];
    // If somebody can have several things of this kind, no other fact is the value that is true now.
    const present = isSingleFact(subject) ? facts.find((fact) => fact.subject === subject) : undefined;
    const sinceMs = present?.createdAtMs ?? ground.items.readChanges(item.id).at(-1)?.atMs ?? 0;
    if (terms.length === 0 || isStillSo(item, facts) || sinceMs < item.createdAtMs) return [];
    const value = present && findFactValue(present);
    return [{ name: renderFactName({ owner, relation }), value, sinceMs, owner, relation, terms }];
  });
}
