// Joins what a player typed as a limit with the limits that were found in their wish.

/** Leaves out the limits whose words were already typed, in whatever case. */
export function joinLimits(typed: string, found: readonly string[]): string {
  const plain = typed.toLowerCase();
  const fresh = found.filter((one) => !plain.includes(one.toLowerCase()));
  return [typed.trim(), ...fresh].filter((part) => part !== '').join('; ');
}
