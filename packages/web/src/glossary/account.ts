// Account: the type of everything known about an entry at the reader's place, with functions that judge it.

import type { RouteAnswer } from '@terrarium/protocol/routes';

export type Account = RouteAnswer<'GET /api/worlds/{world}/entries/{entry}'>[number];

/** The tag of an entry if nothing that was read says what it is. */
export const unexplained = 'unexplained';

/** Whether the definition only has sentences that name the entry, and its quotes show those already. */
export function isUnsaid({ entry, quotes }: Account): boolean {
  return quotes.length > 0 && entry?.tags.includes(unexplained) === true;
}
