// Prepares what may be longer than its room to be scrolled by keys: a ref for it.

/** If nothing inside can take the focus, the whole can. */
export function prepareScrolling(part: HTMLElement | null): void {
  if (part === null || part.scrollHeight <= part.clientHeight) return;
  if (part.querySelector('a, button, input, select, summary, textarea') === null) part.tabIndex = 0;
}
