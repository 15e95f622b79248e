// Finds the name that somebody meant by a word with a single typing error.

/**
 * A slip is one letter too many, missing or wrong, or two letters swapped. Two slips do not count: "listen"
 * and "explore" are things to do, not a mistyped "list" and "export".
 */
export function findSlip(typed: string, names: readonly string[]): string | undefined {
  return names.find((name) => isSlip(typed.toLowerCase(), name));
}

function isSlip(typed: string, name: string): boolean {
  const same = [...name].findIndex((letter, at) => letter !== typed[at]);
  const [is, meant] = same < 0 ? [typed.slice(name.length), ''] : [typed.slice(same), name.slice(same)];
  if (is === meant) return false;
  const isSwapped = is[0] === meant[1] && is[1] === meant[0] && is.slice(2) === meant.slice(2);
  return isSwapped || is.slice(1) === meant || is === meant.slice(1) || is.slice(1) === meant.slice(1);
}
