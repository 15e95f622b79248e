// Account: the type of everything known about an entry at the reader's place, with functions that judge it.

import type { RouteAnswer } from '@terrarium/protocol/routes';

export type Account = RouteAnswer<'GET /api/worlds/{world}/entries/{entry}'>[number];

/** Whether the words of the definition come only from a person, and so are not based on a quote from the story. */
export function isOwnWords({ entry, revisions }: Account): boolean {
  const present = JSON.stringify(entry?.definition);
  const given = revisions.filter((one) => one.field === 'definition' && one.new === present);
  return given.length > 0 && given.every(({ author }) => author === 'human');
}

/**
 * The last name of an entry that is gone and, if it was merged, the entry into which it was merged; undefined if its
 * history does not say how it ended.
 */
export function findEnd({
  revisions,
}: Account): { readonly name: string; readonly into?: number } | undefined {
  const name = revisions.find(({ field }) => field === 'term')?.new;
  const end = revisions.find(({ field }) => field === 'merged_into' || field === 'deleted');
  if (typeof name !== 'string' || typeof end?.new !== 'string') return undefined;
  const into: unknown = end.field === 'merged_into' ? JSON.parse(end.new) : undefined;
  return { name: String(JSON.parse(name)), ...(typeof into === 'number' ? { into } : {}) };
}

/** The tag of an entry that nothing read so far explains. */
export const unexplained = 'unexplained';

/** Whether the definition need not be shown: its sentences only name the entry, and the quotes show them already. */
export function isUnsaid({ entry, quotes }: Account): boolean {
  return quotes.length > 0 && entry?.tags.includes(unexplained) === true;
}

/** Whether this revision wrote a definition whose sentences only name the entry. */
export function isUnsaidThen({ revisions }: Account, { id, at }: Account['revisions'][number]): boolean {
  // One change may write the tags after the definition, so tags that were written at the same time count too.
  const tags = revisions.find((one) => one.field === 'tags' && (one.id < id || one.at === at))?.new;
  const then: unknown = JSON.parse(tags ?? '[]');
  return Array.isArray(then) && then.includes(unexplained);
}

/** What is known of an entry before it is merged with another one. */
export interface Candidate {
  readonly isUnexplained: boolean;
  readonly mentions: number;
}

/**
 * Whether a merge proposes to keep the name and the definition of this entry, not of the other. It is kept if a person
 * named it. Otherwise the only one of the two that is explained is kept, or else the one that is named more often.
 */
export function isProposedToStay(account: Account, other: Candidate): boolean {
  if (isNamedByReader(account)) return true;
  if (isUnsaid(account) !== other.isUnexplained) return other.isUnexplained;
  return account.spread.mentions > other.mentions;
}

/** Whether a person was the first to give the entry its present name. The newest revision is the first in the list. */
function isNamedByReader({ entry, revisions }: Account): boolean {
  const named = revisions.filter(
    ({ field, new: now }) => field === 'term' && now === JSON.stringify(entry?.term),
  );
  return named.at(-1)?.author === 'human';
}
