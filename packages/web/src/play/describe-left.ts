// Describes a turn that has no answer yet and waits until the player goes on with it or gives it up.

import type { GameTable } from './table-types.ts';

export function describeLeft({ words, retells }: NonNullable<GameTable['left']>): string {
  if (retells !== undefined)
    return `A new telling of turn ${retells} is not finished. The text of the turn is the same as before.`;
  const end = /[.!?…]$/u.test(words) ? '' : '.';
  return `A turn is not finished: “${words}”${end} Go on with it or give it up before you say anything else.`;
}
