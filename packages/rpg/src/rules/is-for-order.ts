// Tells whether a roll only decides the order of turns in a fight.

import type { RolledCheck } from './rolled-check.ts';

/** The reason of rolls that only decide the order of turns. */
export const orderReason = 'order of turns';

export function isForOrder({ reason }: Pick<RolledCheck, 'reason'>): boolean {
  return reason === orderReason;
}
