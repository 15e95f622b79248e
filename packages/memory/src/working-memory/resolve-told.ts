// Ends secrets that were said aloud, because they are no longer secret.
import { collectDistinctTerms } from '@terrarium/kernel/split-terms';
import type { Effect } from './applied.ts';
import type { Telling } from './apply-span.ts';
import { normalise } from './normal-form.ts';
import type { WorkingMemoryStore } from './working-memory-store.ts';

/** Why a secret ended, as the record of its change says. */
export const saidAloud = 'it was said aloud';

/** A secret with fewer words can be said by chance. */
const leastTerms = 3;

/**
 * Must be called within the message's transaction. A secret counts as said if one shown sentence has all of its words,
 * in any form, and these are at least `leastTerms`. What the same message tells as a secret stays a secret.
 */
export function resolveTold(
  store: WorkingMemoryStore,
  shownText: string,
  telling: Telling,
): readonly Effect[] {
  const secrets = store
    .readActiveOf('secret')
    .filter(({ createdAtMs, eventId }) => createdAtMs <= telling.atMs && eventId !== telling.eventId)
    .map((item) => ({ item, terms: collectDistinctTerms(item.content) }))
    .filter(({ terms }) => terms.size >= leastTerms);
  if (secrets.length === 0 || normalise(shownText) === '') return [];
  const sentences = shownText.split(/[\n.!?…]+/u).map((one) => collectDistinctTerms(one));
  const { eventId, saidAtMs: atMs, turn } = telling;
  const cause = { because: saidAloud, eventId, atMs, turn };
  return secrets
    .filter(({ terms }) => sentences.some((said) => [...terms].every((term) => said.has(term))))
    .map(({ item }) => ({
      effect: 'resolved',
      item: store.updateState(item, { change: 'status', to: { status: 'resolved' }, cause }),
    }));
}
