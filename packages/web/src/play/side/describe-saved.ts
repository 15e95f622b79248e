// Describes when saved wishes count: from the next turn on, or only with a model.

/** `teller` is null for the built-in narrator. */
export function describeSaved(teller: string | null): string {
  return teller === null
    ? 'Saved. A model will get your wishes; the built-in narrator does not follow them.'
    : 'Saved. Your wishes apply from the next turn on.';
}
