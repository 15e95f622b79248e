// Hook for a draft: has the browser keep words that were typed but not sent, so that a reload does not lose them.

import { useState } from 'react';

export function useDraft(name: string): readonly [string, (text: string) => void] {
  const key = `draft ${name}`;
  const [text, setText] = useState(() => readKept(key));
  return [
    text,
    (next) => {
      setText(next);
      writeKept(key, next);
    },
  ];
}

/** If a browser refuses to store anything, a draft lasts as long as its page. */
function readKept(key: string): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function writeKept(key: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Nothing was stored, so the draft lasts as long as its page.
  }
}
