// Draft: words that were typed and not sent; they stay in this browser until they are.

import { useCallback, useState } from 'react';

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
  return [text, keep];
}

/** Has the browser load what it has stored: it does so at the first question, and a page waits for it. */
export function loadDrafts(): void {
  readStored('');
}

/** If a browser refuses to store anything, a draft lasts as long as its page. */
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
