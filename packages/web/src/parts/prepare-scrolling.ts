// Prepares what may be longer than its room to be scrolled by keys: a ref for it.

/** Where the focus can go to nothing within, it can go to the whole. */
export function prepareScrolling(part: HTMLElement | null): void {
  if (part === null || part.scrollHeight <= part.clientHeight) return;
  if (part.querySelector('a, button, input, select, summary, textarea') === null) part.tabIndex = 0;
}
