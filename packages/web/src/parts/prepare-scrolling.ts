// Lets a person scroll a part of a page with the keyboard too; used as a ref.

/** Lets the part take the focus if it is higher than its room and nothing inside it can take the focus. */
export function prepareScrolling(part: HTMLElement | null): void {
  if (part === null || part.scrollHeight <= part.clientHeight) return;
  if (part.querySelector('a, button, input, select, summary, textarea') === null) part.tabIndex = 0;
}
