// Step changes: which entries one journal step created, changed or deleted, read from its revisions.

import type { Connection } from '@terrarium/kernel/open-database';
import type { EntryId, RevisionId } from './entry.ts';

export interface StepChange {
  readonly entryId: EntryId;
  /** The newest revision the step wrote of it. */
  readonly revision: RevisionId;
  readonly isNew: boolean;
  readonly isDeleted: boolean;
}

/** A reader of what a step changed, by entry. */
export function openStepChanges(connection: Connection): (stepId: number) => readonly StepChange[] {
  const select = connection.prepare<[number], ChangeRow>(
    `SELECT entry_id entryId, max(id) revision, max(field = 'term' AND old IS NULL) isNew, max(field = 'deleted') isDeleted
     FROM revision WHERE step_id = ? GROUP BY entry_id ORDER BY entry_id`,
  );
  return (stepId) =>
    select.all(stepId).map(({ entryId, revision, isNew, isDeleted }) => ({
      entryId,
      revision,
      isNew: isNew === 1,
      isDeleted: isDeleted === 1,
    }));
}

interface ChangeRow {
  readonly entryId: EntryId;
  readonly revision: RevisionId;
  readonly isNew: number;
  readonly isDeleted: number;
}
