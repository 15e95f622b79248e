// Name histories: kept for each world until something is written in its glossary, for they take long to make.

import { type NameHistory, openNameHistory } from '@terrarium/annotator/name-history';
import type { Annotator } from '@terrarium/annotator/open-annotator';

export interface NameHistories {
  read(annotator: Annotator): NameHistory;
}

export function openNameHistories(): NameHistories {
  const kept = new Map<string, NameHistory>();
  return {
    read(annotator) {
      const { dir } = annotator.world;
      const known = kept.get(dir);
      if (known !== undefined && known.newest === annotator.stores.glossary.readNewestRevision())
        return known;
      const history = openNameHistory(annotator);
      kept.set(dir, history);
      return history;
    },
  };
}
