// Hook for a field of a new game: has the browser keep what was typed into it until that is saved.

import { useEffect } from 'react';
import { useDraft } from '../../client/use-draft.ts';
import { readUnsaved, writeUnsaved } from './unsaved.ts';

export interface Unsaved {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly forget: () => void;
}

/** What was typed counts as long as what is saved stays the same. */
export function useUnsaved(name: string, saved: string): Unsaved {
  const [draft, setDraft] = useDraft(name);
  const typed = readUnsaved(draft, saved);
  const isOld = draft !== '' && typed === undefined;
  useEffect(() => {
    if (isOld) setDraft('');
  }, [isOld, setDraft]);
  return {
    text: typed ?? saved,
    setText: (text) => setDraft(writeUnsaved(text, saved)),
    forget: () => setDraft(''),
  };
}
