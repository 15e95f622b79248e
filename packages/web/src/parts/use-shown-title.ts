// Hooks that give the browser tab the title of what the page shows, such as an entry, so that tabs can be told apart.

import { useEffect } from 'react';
import { buildShown } from './build-shown.ts';

const { useValue, setValue } = buildShown<string>();

/** Gives the browser's tab this title for as long as the page is open. */
export function useShownTitle(title: string | undefined): void {
  useEffect(() => {
    setValue(title);
    return () => setValue(undefined);
  }, [title]);
}

/** The title that the open page gave; undefined if it shows nothing of its own. */
export function useTitleOfPage(): string | undefined {
  return useValue();
}
