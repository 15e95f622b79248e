// Lists what a model wants to change in an entry: its newest proposal for each field, unless the entry already says so.

import type { Account } from './account.ts';

export interface Proposed {
  readonly field: 'definition' | 'term' | 'deleted' | 'merged_into';
  /** The words that the model would use, or the name of the entry with which it would merge this one. */
  readonly words: string;
  readonly reason: string | undefined;
}

const shown: readonly string[] = [
  'definition',
  'term',
  'deleted',
  'merged_into',
] satisfies Proposed['field'][];

export function listProposed({
  entry,
  proposals,
  named,
}: Pick<Account, 'entry' | 'proposals' | 'named'>): readonly Proposed[] {
  if (entry === undefined) return [];
  const newest = new Map(proposals.map((one) => [one.field, one]));
  return [...newest.values()].flatMap(({ field, value, reason }) => {
    if (!shown.includes(field)) return [];
    const said: unknown = JSON.parse(value);
    const words = field === 'merged_into' ? named.find(({ id }) => id === said)?.term : String(said);
    const isSame = words === entry.definition || words === entry.term;
    return words === undefined || isSame ? [] : [{ field: field as Proposed['field'], words, reason }];
  });
}
