// Hides fragments, and lines of fragments, that come only from events later than the time of a wake.
import type { Connection } from '@terrarium/kernel/open-database';
import { openOnce } from '@terrarium/kernel/open-once';
import type { Fragment } from './fragment.ts';
import type { FragmentStore } from './fragment-store.ts';
import { listSourcesOfLine } from './list-sources-of-line.ts';

export interface FragmentsToCome {
  /** Lists the fragments of which all sources were said after a moment. */
  listKeys(untilMs: number): ReadonlySet<string>;
  /** Whether any source of a fragment was said after a moment. */
  hasAny(untilMs: number): boolean;
  /** Returns the ids of those events that were said after a moment. */
  filterLater(events: readonly number[], untilMs: number): ReadonlySet<number>;
}

export const openFragmentsToCome = openOnce(buildFragmentsToCome);

function buildFragmentsToCome(connection: Connection): FragmentsToCome {
  const any = connection
    .prepare<[number], number>(
      `SELECT 1 FROM event JOIN fragment_source ON fragment_source.event_id = event.id WHERE event.at_ms > ? LIMIT 1`,
    )
    .pluck();
  const keys = connection
    .prepare<[{ untilMs: number }], string>(
      `SELECT key FROM fragment WHERE EXISTS (SELECT 1 FROM fragment_source WHERE fragment_id = fragment.id)
         AND NOT EXISTS (SELECT 1 FROM fragment_source AS source JOIN event ON event.id = source.event_id
           WHERE source.fragment_id = fragment.id AND event.at_ms <= :untilMs)`,
    )
    .pluck();
  const later = connection
    .prepare<[string, number], number>(
      'SELECT id FROM event WHERE id IN (SELECT value FROM json_each(?)) AND at_ms > ?',
    )
    .pluck();
  return {
    hasAny: (untilMs) => any.get(untilMs) !== undefined,
    listKeys: (untilMs) => new Set(keys.all({ untilMs })),
    filterLater: (events, untilMs) => new Set(later.all(JSON.stringify(events), untilMs)),
  };
}

interface FragmentsAt {
  readonly fragments: FragmentStore;
  readonly untilMs: number;
}

export function openFragmentsUntil(
  connection: Connection,
  { fragments, untilMs }: FragmentsAt,
): FragmentStore {
  const toCome = openFragmentsToCome(connection);
  if (!toCome.hasAny(untilMs)) return fragments;
  const hidden = toCome.listKeys(untilMs);
  const isShown = (key: string) => !hidden.has(key);
  return {
    ...fragments,
    findByKey(key) {
      const fragment = isShown(key) ? fragments.findByKey(key) : undefined;
      return fragment && removeLater(fragment, (events) => toCome.filterLater(events, untilMs));
    },
    findSuccessor(key) {
      const successor = fragments.findSuccessor(key);
      return successor !== undefined && isShown(successor) ? successor : undefined;
    },
    listKeys: () => fragments.listKeys().filter(isShown),
    readNeighbours: (key) => fragments.readNeighbours(key).filter((one) => isShown(one.key)),
  };
}

/** Leaves out a line of an inventory if every event that it names was said later. */
function removeLater(
  fragment: Fragment,
  filterLater: (events: readonly number[]) => ReadonlySet<number>,
): Fragment {
  const later = filterLater(fragment.inventory.split('\n').flatMap(listSourcesOfLine));
  if (later.size === 0) return fragment;
  const lines = fragment.inventory.split('\n').filter((line) => {
    const named = listSourcesOfLine(line);
    return named.length === 0 || named.some((event) => !later.has(event));
  });
  return { ...fragment, inventory: lines.join('\n') };
}
