// Account: the type of everything known about an entry at the reader's place, with functions that judge it.

import type { RouteAnswer } from '@terrarium/protocol/routes';

export type Account = RouteAnswer<'GET /api/worlds/{world}/entries/{entry}'>[number];

/** Whether a person wrote the definition. The newest revision is the first in the list. */
export function isOwnWords({ revisions }: Account): boolean {
  return revisions.find(({ field }) => field === 'definition')?.author === 'human';
}

/** What became of an entry that is gone; undefined if its history does not tell. */
export function findEnd({
  revisions,
}: Account): { readonly name: string; readonly into?: number } | undefined {
  const name = revisions.find(({ field }) => field === 'term')?.new;
  const end = revisions.find(({ field }) => field === 'merged_into' || field === 'deleted');
  if (typeof name !== 'string' || typeof end?.new !== 'string') return undefined;
  const into: unknown = end.field === 'merged_into' ? JSON.parse(end.new) : undefined;
  return { name: String(JSON.parse(name)), ...(typeof into === 'number' ? { into } : {}) };
}

/** The tag of an entry if nothing that was read says what it is. */
export const unexplained = 'unexplained';

/** Whether the definition only has sentences that name the entry, and its quotes show those already. */
export function isUnsaid({ entry, quotes }: Account): boolean {
  return quotes.length > 0 && entry?.tags.includes(unexplained) === true;
}
