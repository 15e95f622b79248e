// Hook that undoes a merge, so that the merged entry is a separate entry again.

import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { buildEntryQuestion } from '../client/first-questions.ts';
import { useChange } from '../client/use-route.ts';

/** The entry that was merged into another one. */
interface Merged {
  readonly id: number;
  readonly term: string;
}

export function useUndoMerge(world: string, onUndone: (merged: Merged) => void) {
  const cache = useQueryClient();
  const wanted = useRef<Merged>(undefined);
  const restore = useChange('POST /api/worlds/{world}/entries/{entry}/restore', () => {
    if (wanted.current === undefined) return;
    // The stored answer about the merged entry leads to the page of the other one, and would do so again.
    cache.removeQueries({ queryKey: buildEntryQuestion(world, String(wanted.current.id)) });
    onUndone(wanted.current);
  });
  const undo = (merged: Merged) => {
    wanted.current = merged;
    restore.mutate({ params: { world, entry: merged.id }, body: {} });
  };
  return { undo, failure: restore.error };
}
