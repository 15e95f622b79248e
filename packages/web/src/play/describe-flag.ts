// Describes to the player what may be wrong in a narrative, in words that address the player as "you".

import type { Flag } from './table-types.ts';

/** What the audit says of the player, and how it is said to the player. */
const addressed = [
  ['the player’s character', 'your character'],
  ["the player's character", 'your character'],
  ['the player did not write', 'you did not write'],
  ['from the character.', 'from your character.'],
  ['A wish of the player', 'One of your wishes'],
] as const;

export function describeFlag(says: string): string {
  return addressed.reduce((said, [of, to]) => said.replaceAll(of, to), says);
}

/** Describes a flag with the words that it is about. A quote that begins with a quotation mark needs no other. */
export function describeFlagged({ quote, says }: Flag): string {
  const said = describeFlag(says);
  return /^["“„«]/u.test(quote) ? `${quote}: ${said}` : `“${quote}”: ${said}`;
}
