// Name histories: keeps the name history of each world, and updates it when its glossary has changed.

import { type NameHistory, openNameHistory } from '@terrarium/annotator/name-history';
import type { Annotator } from '@terrarium/annotator/open-annotator';

export interface NameHistories {
  read(annotator: Annotator): NameHistory;
  /** Removes the history of a folder that is about to be removed. */
  forget(dir: string): void;
}

export function openNameHistories(): NameHistories {
  const kept = new Map<string, NameHistory>();
  return {
    read(annotator) {
      const { dir, createdAt } = annotator.world;
      const key = `${createdAt} ${dir}`;
      const history = kept.get(key) ?? openNameHistory(annotator);
      history.update(annotator);
      kept.set(key, history);
      return history;
    },
    forget(dir) {
      for (const key of [...kept.keys()]) if (key.endsWith(` ${dir}`)) kept.delete(key);
    },
  };
}
