// Joins short facts in one line, with dots between them.

/** A line may break after a dot, and never before it. */
const dot = '\u00a0· ';

/** Facts that are empty are left out. */
export function joinFacts(facts: readonly string[]): string {
  return facts.filter((fact) => fact !== '').join(dot);
}
