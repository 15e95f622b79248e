// Hook for a draft: keeps typed words in the browser until they are sent.

import { useCallback, useEffect, useState } from 'react';

export function useDraft(name: string): readonly [string, (text: string) => void] {
  const key = `terrarium draft ${name}`;
  const [text, setText] = useState(() => readStored(key));
  const keep = useCallback(
    (next: string) => {
      setText(next);
      writeStored(key, next);
    },
    [key],
  );
  // If the other window had the same words, this one shows what they became there; other words stay.
  useEffect(() => {
    const handleStorage = (event: StorageEvent) => {
      if (event.key !== key) return;
      setText((own) => (own === (event.oldValue ?? '') ? (event.newValue ?? '') : own));
    };
    window.addEventListener('storage', handleStorage);
    return () => window.removeEventListener('storage', handleStorage);
  }, [key]);
  return [text, keep];
}

/**
 * Has the browser load its stored data early: otherwise it loads them when a page first reads them, and the page waits.
 */
export function loadDrafts(): void {
  readStored('');
}

/** Empty if nothing is stored, or if the browser refuses to store anything: a draft then lasts as long as its page. */
function readStored(key: string): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function writeStored(key: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Nothing was stored, so the draft lasts as long as its page.
  }
}
