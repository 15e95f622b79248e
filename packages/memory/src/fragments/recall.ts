// Recall: finds a fragment by its exact key, with the text of the requested tier, and the fragments linked to it.

import { findNearest } from '@terrarium/kernel/find-nearest';
import type { RecallRequest } from '../tags/parse-recall-requests.ts';
import type { Fragment, Tier } from './fragment.ts';
import type { FragmentStore } from './fragment-store.ts';

export interface RecalledNeighbour {
  readonly key: string;
  /** The neighbour's text of the tier `ambient`. */
  readonly text: string;
  /** Why the two fragments belong together; may be empty. */
  readonly label: string;
}

export interface Recalled {
  /** The key that the fragment has now. */
  readonly key: string;
  /** The key that was asked for, if its fragment was merged or renamed since; otherwise undefined. */
  readonly formerKey?: string | undefined;
  /** The key that was probably meant, if there is no fragment with the given key. */
  readonly nearestKey?: string | undefined;
  /**
   * Whether there is such a fragment, but all messages from which it was compiled have a later time. A person is told
   * so; a companion is not.
   */
  readonly isToCome?: boolean;
  /** The tier of the text; undefined if there is no such fragment. */
  readonly tier: Tier | undefined;
  /** Empty if there is no such fragment, or if it has no text. */
  readonly text: string;
  /** Each neighbour is listed once, and only if it is not recalled itself. */
  readonly neighbours: readonly RecalledNeighbour[];
}

type Reading = Pick<FragmentStore, 'findByKey' | 'readNeighbours' | 'findSuccessor' | 'listKeys'>;

/** Tiers to try in order, the deepest first: if a tier has no text, the next is tried. */
const depths: Readonly<Record<'deep' | 'plain', readonly Tier[]>> = {
  deep: ['inventory', 'recognition', 'ambient'],
  plain: ['recognition', 'ambient'],
};

/**
 * Returns the fragments in the order of the requests, each key once. Finds a fragment only by its key, a former key, or
 * the key of a fragment that was merged into it, in capitals or with blanks too; `search` is for everything else.
 */
export function recallAll(requests: readonly RecallRequest[], fragments: Reading): readonly Recalled[] {
  const asked = new Map<string, NamedRequest>();
  for (const request of requests) {
    const named = resolveKey(request, fragments);
    const former = asked.get(named.key);
    asked.set(named.key, { ...named, ...former, isDeep: request.isDeep || former?.isDeep === true });
  }
  const shown = new Set(asked.keys());
  return [...asked.values()].map(({ key, isDeep, formerKey }) => {
    const fragment = fragments.findByKey(key);
    if (fragment === undefined) return buildUnknown(key, fragments);
    const found = { key, ...chooseText(fragment, isDeep), neighbours: readNew(key, { fragments, shown }) };
    return formerKey === undefined ? found : { ...found, formerKey };
  });
}

interface NamedRequest extends RecallRequest {
  readonly formerKey?: string | undefined;
}

function resolveKey(request: RecallRequest, fragments: Reading): NamedRequest {
  // A model writes "Mrs Okafor" for "mrs-okafor".
  const written = request.key
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/gu, '-');
  for (const key of [request.key, written]) {
    if (fragments.findByKey(key) !== undefined) return { ...request, key };
    const successor = fragments.findSuccessor(key);
    if (successor !== undefined) return { ...request, key: successor, formerKey: key };
  }
  return request;
}

function buildUnknown(key: string, fragments: Reading): Recalled {
  const keys = fragments.listKeys();
  const nearestKey = findNearest(key, keys) ?? keys.find((one) => one.split('-').includes(key));
  const unknown = { key, tier: undefined, text: '', neighbours: [] };
  return nearestKey === undefined ? unknown : { ...unknown, nearestKey };
}

function chooseText(fragment: Fragment, isDeep: boolean): { readonly tier: Tier; readonly text: string } {
  const tier = depths[isDeep ? 'deep' : 'plain'].find((depth) => fragment[depth].trim() !== '') ?? 'ambient';
  return { tier, text: fragment[tier] };
}

function readNew(
  key: string,
  { fragments, shown }: { readonly fragments: Reading; readonly shown: Set<string> },
): readonly RecalledNeighbour[] {
  const fresh = fragments.readNeighbours(key).filter((neighbour) => !shown.has(neighbour.key));
  for (const neighbour of fresh) shown.add(neighbour.key);
  return fresh.map(({ key: other, ambient, label }) => ({ key: other, text: ambient, label }));
}
