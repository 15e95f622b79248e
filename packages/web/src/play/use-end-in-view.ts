// Keeps the end of the newest turn in view when the answer to a command takes room below the story.

import { type RefObject, useLayoutEffect } from 'react';

/** `answers` counts the answers that were shown. The end is moved up only if it would be hidden. */
export function useEndInView(scroll: RefObject<HTMLElement | null>, newest: string, answers: number): void {
  useLayoutEffect(() => {
    const box = scroll.current;
    const end = box?.querySelector(`.${newest}`)?.lastElementChild;
    if (answers === 0 || box === null || !end) return;
    const hidden = end.getBoundingClientRect().bottom - box.getBoundingClientRect().bottom;
    if (hidden > 0) box.scrollTop += hidden;
  }, [scroll, newest, answers]);
}
