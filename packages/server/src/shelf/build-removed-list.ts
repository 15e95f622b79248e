// Builds the rows of the entries that were removed, as far as they are known at the reader's place.

import { hasRemoved, listRemoved } from '@terrarium/annotator/list-removed';
import type { WorldView } from '@terrarium/annotator/open-world-view';
import { buildEntryRow, type EntryList, openTitles } from './build-entry-list.ts';

export interface RemovedList {
  /** Each entry as it was before it was removed. Entries that a person removed come first, the newest of them first. */
  read(): EntryList;
  hasAny(): boolean;
}

/** The list is made when it is first asked for. */
export function openRemovedList(view: WorldView): RemovedList {
  let rows: EntryList | undefined;
  let isAny: boolean | undefined;
  return {
    read() {
      const findTitle = openTitles(view);
      rows ??= listRemoved(view).map(({ former, by }) => ({
        ...buildEntryRow({ head: former, mentions: 0 }, findTitle),
        removedBy: by,
      }));
      return rows;
    },
    hasAny() {
      isAny ??= rows === undefined ? hasRemoved(view) : rows.length > 0;
      return isAny;
    },
  };
}
