// Splits operations into those that are carried out at once and those that wait until a person accepts them.

import { type FragmentText, type Tier, tiers } from '../fragments/fragment.ts';
import type { Draft } from './draft.ts';
import type { Operation } from './operation.ts';

export interface SplitOperations {
  readonly atOnce: readonly Operation[];
  readonly waiting: readonly Operation[];
}

/**
 * If a run only proposes, all operations wait, except flags, which ask the person anyway. Otherwise, an operation waits
 * only if it would rename, merge or delete a fragment that the person wrote or approved, or replace words in it. Adding
 * lines to such a fragment needs no consent. An operation that names a fragment's new key waits if the renaming waits.
 */
export function splitWaiting(
  operations: readonly Operation[],
  draft: Pick<Draft, 'approved' | 'fragments'>,
  isProposing: boolean,
): SplitOperations {
  const isWaiting = (operation: Operation) =>
    isProposing ? operation.do !== 'flag' : isReplacing(operation, draft);
  const [atOnce, waiting]: [Operation[], Operation[]] = [[], []];
  const coming = new Set<string>();
  for (const operation of operations) {
    const isWaitingToo = listKeys(operation).some((key) => coming.has(key));
    if (!isWaitingToo && !isWaiting(operation)) {
      atOnce.push(operation);
      continue;
    }
    waiting.push(operation);
    if (operation.do === 'rename-fragment') coming.add(operation.to);
  }
  return { atOnce, waiting };
}

function listKeys(operation: Operation): readonly string[] {
  if ('key' in operation) return [operation.key];
  return 'from' in operation ? [operation.from, operation.to] : [];
}

function isReplacing(operation: Operation, { approved, fragments }: Pick<Draft, 'approved' | 'fragments'>) {
  switch (operation.do) {
    case 'delete-fragment':
      return approved.has(operation.key);
    case 'rename-fragment':
      return approved.has(operation.from);
    case 'merge-fragments':
      return approved.has(operation.from) || approved.has(operation.to);
    case 'update-fragment': {
      const former = approved.has(operation.key) ? fragments.get(operation.key) : undefined;
      return former !== undefined && tiers.some((tier) => isLost(tier, former, operation[tier]));
    }
    default:
      return false;
  }
}

/**
 * Whether words are lost. An inventory that only grew lost nothing; any other changed text replaces the
 * former one.
 */
function isLost(tier: Tier, former: FragmentText, text: string | undefined): boolean {
  if (text === undefined || text === former[tier]) return false;
  if (tier !== 'inventory') return true;
  const there = new Set(text.split('\n'));
  return former.inventory.split('\n').some((line) => line !== '' && !there.has(line));
}
