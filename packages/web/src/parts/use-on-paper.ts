// Hook that tells whether the page is being printed.

import { useSyncExternalStore } from 'react';

const paper = window.matchMedia('print');

export function useOnPaper(): boolean {
  return useSyncExternalStore(watchPaper, () => paper.matches);
}

function watchPaper(onChange: () => void): () => void {
  paper.addEventListener('change', onChange);
  return () => paper.removeEventListener('change', onChange);
}
