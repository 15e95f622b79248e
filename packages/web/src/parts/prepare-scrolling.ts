// Lets a person scroll a part of a page with the keyboard too; used as a ref.

/** If nothing inside it can take the focus, the part itself can. */
export function prepareScrolling(part: HTMLElement | null): void {
  if (part === null || part.scrollHeight <= part.clientHeight) return;
  if (part.querySelector('a, button, input, select, summary, textarea') === null) part.tabIndex = 0;
}
