// Hook that moves the focus to another element when the one that a person has just used is gone.

import { useEffect } from 'react';

interface Used {
  readonly element: Element;
  /** The button that opened the form in which the element is, if there is one. */
  readonly opener: Element | undefined;
  /** All elements that could take the focus, in the order of the page, at the time when this element had it. */
  readonly all: readonly HTMLElement[];
}

const focusable = 'a[href], button, input, select, textarea, summary';
const typed = 'input, select, textarea';

/**
 * If the element with the focus is gone, moves the focus to the button that opened its form, or else to the next
 * element, or else to the one before. Otherwise, the keyboard would start again at the top of the page. A note about
 * what was done takes the focus itself (`ActNote`).
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let used: Used | undefined;
    let opener: Element | undefined;
    const handleUse = ({ target }: Event) => {
      const element = target instanceof Element ? target.closest(focusable) : null;
      used = element === null ? undefined : { element, opener, all: listFocusable() };
      if (element?.hasAttribute('aria-expanded') === true) opener = element;
    };
    const handleKey = (event: KeyboardEvent) => {
      if (event.key === 'Enter' || event.key === 'Escape') handleUse(event);
    };
    const watcher = new MutationObserver(() => {
      if (used === undefined || used.element.isConnected) return;
      const isLost = document.activeElement === document.body;
      const element = isLost ? moveFocus(used) : undefined;
      // What has the focus now may be gone in a moment, too.
      used = element && { ...used, element, opener: undefined };
    });
    watcher.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('click', handleUse, true);
    document.addEventListener('keydown', handleKey, true);
    return () => {
      watcher.disconnect();
      document.removeEventListener('click', handleUse, true);
      document.removeEventListener('keydown', handleKey, true);
    };
  }, []);
}

function listFocusable(): readonly HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(focusable)];
}

/** Moves the focus, and returns the element that took it; undefined if none did. */
function moveFocus({ element, opener, all }: Used): HTMLElement | undefined {
  const at = all.findIndex((one) => one.isSameNode(element));
  const isClosed = opener?.getAttribute('aria-expanded') === 'false';
  const next = [
    ...all.filter((one) => isClosed && one === opener),
    ...all.slice(at + 1),
    ...all.slice(0, Math.max(at, 0)).toReversed(),
  ];
  // On a phone, a field that takes the focus would call up the keyboard, which covers half of the page.
  const hasKeys = window.matchMedia('(pointer: fine)').matches;
  return next.find((one) => {
    if (hasKeys || !one.matches(typed)) one.focus({ preventScroll: true });
    // What is gone, hidden or disabled by now does not take the focus.
    return document.activeElement === one;
  });
}
