// Brings what has just opened, or was just chosen, into view: a ref for it.

export function showWhole(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

/** For a form: also puts the cursor into its first field, except where a keyboard would come up over it. */
export function showForm(form: HTMLFormElement | null): void {
  const hasKeys = window.matchMedia('(pointer: fine)').matches;
  if (hasKeys) form?.querySelector<HTMLElement>('input, select, textarea')?.focus({ preventScroll: true });
  showWhole(form);
}
