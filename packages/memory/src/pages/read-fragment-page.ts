// Reads fragments for pages: the list of all, or one with its sources, neighbours and the items that name it.
import type { Connection } from '@terrarium/kernel/open-database';
import { openMemoryStores } from '../assembly/waking.ts';
import type { EventId } from '../events/event.ts';
import { openApprovalStore } from '../fragments/approval-store.ts';
import { nameKey } from '../fragments/collect-fragment-terms.ts';
import type { Fragment, Neighbour } from '../fragments/fragment.ts';
import { type FragmentWriting, findWriting } from '../maintenance/revert-run.ts';
import type { WorkingItem } from '../working-memory/item.ts';
import { readTold, type TalkMessage } from './read-told.ts';

export interface ListedFragment extends Pick<Fragment, 'key' | 'ambient' | 'version' | 'updatedAtMs'> {
  readonly sources: number;
  readonly isApproved: boolean;
}

/**
 * Lists the fragments whose key, name or ambient text contains these words, or all if there are none. The
 * most recently changed come first. A summary also has its day or month as a name, such as "9 November 2026".
 */
export function listFragments(connection: Connection, words = ''): readonly ListedFragment[] {
  const wanted = words.trim().toLowerCase();
  const approved = new Set(openApprovalStore(connection).listKeys());
  return openMemoryStores(connection)
    .fragments.list()
    .filter(({ key, ambient }) => `${key} ${nameKey(key)} ${ambient}`.toLowerCase().includes(wanted))
    .map(({ key, ambient, version, updatedAtMs, sources }) => ({
      key,
      ambient,
      version,
      updatedAtMs,
      sources: sources.length,
      isApproved: approved.has(key),
    }))
    .toSorted((one, other) => other.updatedAtMs - one.updatedAtMs || (one.key < other.key ? -1 : 1));
}

export interface FragmentPage {
  readonly fragment: Fragment;
  readonly isApproved: boolean;
  readonly writing: FragmentWriting | undefined;
  /** The moments from which the fragment was compiled, oldest first, at most `mostSources` of them. */
  readonly sources: readonly TalkMessage[];
  readonly neighbours: readonly Neighbour[];
  /** Items held in mind that name the fragment; never a secret. */
  readonly items: readonly WorkingItem[];
}

const mostSources = 200;

/** Finds a fragment also by its former keys; undefined if there is none. */
export function readFragmentPage(connection: Connection, key: string): FragmentPage | undefined {
  const { fragments, items } = openMemoryStores(connection);
  const fragment = fragments.findByKey(key) ?? fragments.findByKey(fragments.findSuccessor(key) ?? '');
  if (fragment === undefined) return undefined;
  const linked = items.readContents(fragments.readLinkedItems(fragment.key));
  const sources: readonly EventId[] = fragment.sources.slice(0, mostSources);
  return {
    fragment,
    isApproved: openApprovalStore(connection).listKeys().includes(fragment.key),
    writing: findWriting(connection, fragment.key),
    sources: readTold(connection, sources).filter(({ shown }) => shown !== ''),
    neighbours: fragments.readNeighbours(fragment.key),
    items: [...linked.values()].filter(({ kind, status }) => kind !== 'secret' && status === 'active'),
  };
}
