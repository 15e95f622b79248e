// Scrolls into view an element that was just opened or chosen; used as a ref.

export function showWhole(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

/**
 * For a form: also puts the cursor into its first field, except on touch screens, where a keyboard would cover the
 * form.
 */
export function showForm(form: HTMLFormElement | null): void {
  const hasKeys = window.matchMedia('(pointer: fine)').matches;
  if (hasKeys) form?.querySelector<HTMLElement>('input, select, textarea')?.focus({ preventScroll: true });
  showWhole(form);
}
