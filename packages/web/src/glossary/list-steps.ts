// Lists the steps of an entry's history: what one change did to one field, or what a merge or its undoing did to all.

import type { Account } from './account.ts';
import { listTelling } from './list-changed.ts';

type Revision = Account['revisions'][number];

export interface Step {
  readonly id: number;
  /**
   * For a merge, one revision for each field that it changed or, if it changed none, the revision of the entry that is
   * gone. For any other step, one revision. A change that holds from several places is written as several revisions,
   * which are joined here.
   */
  readonly revisions: readonly Revision[];
  /** What is said of a merge in place of the names of the fields that it changed. */
  readonly merge?: string;
  /** The entry that came into this one by this merge, if the merge can be undone. */
  readonly merged?: Merged;
}

export type Merged = Account['merged'][number];

/** Steps that tell a person nothing are left out, except merges that can be undone. */
export function listSteps({ revisions, merged }: Pick<Account, 'revisions' | 'merged'>): readonly Step[] {
  const steps = listWritten({ revisions, merged });
  const silent = merged.filter(({ id }) => steps.every((step) => step.merged?.id !== id));
  const added = silent.map(
    (gone): Step => ({ id: gone.merge.id, revisions: [gone.merge], merge: nameMerge(gone), merged: gone }),
  );
  return [...steps, ...added].toSorted((one, other) => other.id - one.id);
}

/** The steps that the revisions of the entry itself tell. */
function listWritten({ revisions, merged }: Pick<Account, 'revisions' | 'merged'>): readonly Step[] {
  return splitChanges(revisions).flatMap((change): readonly Step[] => {
    const told = listTelling(joinFields(change));
    const [first] = told;
    const gone = merged.find(({ revision }) => change.some(({ id }) => id === revision));
    const merge = first && (findMerge(first) ?? (gone && nameMerge(gone)));
    return first === undefined || merge === undefined
      ? told.map((revision) => ({ id: revision.id, revisions: [revision] }))
      : [{ id: first.id, revisions: told, merge, ...(gone === undefined ? {} : { merged: gone }) }];
  });
}

function nameMerge({ term }: Merged): string {
  return `merged with “${term}”`;
}

/** Whether the reason of a change says only that there was a merge, or that it was undone. */
export function isMergeReason(reason: string): boolean {
  return findMerge({ reason }) !== undefined;
}

/** Groups the revisions by the change that wrote them. A merge may write at more than one moment. */
function splitChanges(revisions: Account['revisions']): readonly Account['revisions'][] {
  const changes: Revision[][] = [];
  for (const revision of revisions) {
    const change = changes.at(-1);
    const before = change?.at(-1);
    if (before === undefined || !isSameChange(before, revision)) changes.push([revision]);
    else change?.push(revision);
  }
  return changes;
}

function isSameChange(one: Revision, other: Revision): boolean {
  if (one.author !== other.author || one.reason !== other.reason) return false;
  return one.at === other.at || findMerge(one) !== undefined;
}

/**
 * Joins the revisions of each field into one, from the value before the change to the value after it. The newest
 * revision is the first in the list.
 */
function joinFields(change: Account['revisions']): Account['revisions'] {
  const fields = new Map<string, Revision>();
  for (const revision of change) {
    const later = fields.get(revision.field);
    fields.set(revision.field, later === undefined ? revision : { ...later, old: revision.old });
  }
  return [...fields.values()];
}

/**
 * Reads from the reason of a change that it was a merge or undid one: `merged with “Sola”`. Undefined for any other
 * change.
 */
function findMerge({ reason = '' }: Pick<Revision, 'reason'>): string | undefined {
  const [, said, name] = /^((?:no longer )?merged with) "(.+)"$/u.exec(reason) ?? [];
  return said === undefined ? undefined : `${said} “${name}”`;
}
