// Hooks that give the browser tab the title of what the page shows, such as an entry, so that tabs can be told apart.

import { useEffect, useSyncExternalStore } from 'react';

let shown: string | undefined;
const watchers = new Set<() => void>();

/** Gives the browser's tab this title for as long as the page is open. */
export function useShownTitle(title: string | undefined): void {
  useEffect(() => {
    setShown(title);
    return () => setShown(undefined);
  }, [title]);
}

/** The title that the open page gave; undefined if it shows nothing of its own. */
export function useTitleOfPage(): string | undefined {
  return useSyncExternalStore(watchTitle, () => shown);
}

function setShown(title: string | undefined): void {
  shown = title;
  for (const tell of watchers) tell();
}

function watchTitle(onChange: () => void): () => void {
  watchers.add(onChange);
  return () => watchers.delete(onChange);
}
