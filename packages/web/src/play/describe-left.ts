// Describes a turn that was cut off and waits until the player goes on with it or gives it up.

import type { GameTable } from './table-types.ts';

export function describeLeft({ words, retells }: NonNullable<GameTable['left']>): string {
  if (retells !== undefined)
    return `A new telling of turn ${retells} was cut off. The text of the turn is the same as before.`;
  const end = /[.!?…]$/u.test(words) ? '' : '.';
  return `A turn was cut off: “${words}”${end} Go on with it or give it up before you say anything else.`;
}
