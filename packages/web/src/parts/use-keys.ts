// Hook that calls a function for a key while nobody is typing; two keys in a row are written `g r`.

import { useLayoutEffect, useRef } from 'react';

export type Keys = Readonly<Record<string, () => void>>;

/** How long the first key of two is remembered. */
const rememberedMs = 1_200;

interface Pressed {
  readonly key: string;
  readonly at: number;
}

export function useKeys(keys: Keys): void {
  const newest = useRef(keys);
  newest.current = keys;
  // This is a layout effect, so that a key counts even if it is pressed before the page is painted.
  useLayoutEffect(() => {
    let before: Pressed | undefined;
    const handleKey = (event: KeyboardEvent) => {
      const key = nameKey(event);
      if (event.altKey || (isForField(event.target, key) && !key.includes('+'))) return;
      const act = findAct(newest.current, { key, at: event.timeStamp }, before);
      before = { key, at: event.timeStamp };
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', handleKey);
    return () => window.removeEventListener('keydown', handleKey);
  }, []);
}

/** The meaning of two keys in a row takes precedence over that of the second alone. */
function findAct(keys: Keys, { key, at }: Pressed, before: Pressed | undefined): (() => void) | undefined {
  const isPair = before !== undefined && at - before.at < rememberedMs;
  return (isPair ? keys[`${before.key} ${key}`] : undefined) ?? keys[key];
}

function nameKey({ key, ctrlKey, metaKey }: KeyboardEvent): string {
  if (ctrlKey) return `Control+${key.toLowerCase()}`;
  if (metaKey) return `Meta+${key.toLowerCase()}`;
  return key;
}

/** Whether a key belongs to a field, or to a small window over the page. */
function isForField(target: EventTarget | null, key: string): boolean {
  if (document.querySelector('dialog[open]') !== null) return true;
  if (!(target instanceof HTMLElement)) return false;
  // Nothing can be typed into a slider, so it has only the keys that move it.
  if (target.matches('input[type="range"]')) return movesSlider.test(key);
  return target.closest('input, textarea, select, [contenteditable]') !== null;
}

const movesSlider = /^(?:Arrow|Page|Home|End)/u;
