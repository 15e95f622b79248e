// Hook that scrolls to the message that the address names, once it is drawn.

import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Reads the number from an address such as `#message-12`. */
export function useNamedMessage(): number | undefined {
  const match = /^#message-(\d{1,15})$/u.exec(useLocation().hash);
  return match === null ? undefined : Number(match[1]);
}

/**
 * Scrolls to the message each time that somebody follows a link to it. Scrolls again two frames later, because messages
 * above it get their true height only when they come near the window.
 */
export function useShownMessage(named: number | undefined, isThere: boolean): void {
  const { key } = useLocation();
  const shown = useRef<string>(undefined);
  useEffect(() => {
    if (named === undefined || !isThere || shown.current === key) return;
    shown.current = key;
    const show = () => document.getElementById(`message-${named}`)?.scrollIntoView({ block: 'center' });
    show();
    requestAnimationFrame(() => requestAnimationFrame(show));
  }, [named, isThere, key]);
}
