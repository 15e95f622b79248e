// Brings what has just opened, or was just chosen, into view: a ref for it.

export function showWhole(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
