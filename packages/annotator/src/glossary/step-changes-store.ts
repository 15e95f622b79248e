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

/** Reads what steps changed. */
export interface StepChanges {
  /** What one step changed, by entry. */
  read(stepId: number): readonly StepChange[];
  /** The scene whose reading changed an entry last; undefined when only people did. */
  findNewestScene(entryId: EntryId): number | undefined;
}

export function openStepChanges(connection: Connection): StepChanges {
  const select = connection.prepare<[number], ChangeRow>(
    `SELECT entry_id entryId, max(id) revision, max(field = 'term' AND old IS NULL) isNew, max(field = 'deleted') isDeleted
     FROM revision WHERE step_id = ? GROUP BY entry_id ORDER BY entry_id`,
  );
  const selectNewestScene = connection.prepare<[number], { sceneId: number | null }>(
    `SELECT max(step.scene_id) sceneId FROM revision JOIN step ON step.id = revision.step_id WHERE entry_id = ?`,
  );
  return {
    read: (stepId) =>
      select.all(stepId).map(({ entryId, revision, isNew, isDeleted }) => ({
        entryId,
        revision,
        isNew: isNew === 1,
        isDeleted: isDeleted === 1,
      })),
    findNewestScene: (entryId) => selectNewestScene.get(entryId)?.sceneId ?? undefined,
  };
}

interface ChangeRow {
  readonly entryId: EntryId;
  readonly revision: RevisionId;
  readonly isNew: number;
  readonly isDeleted: number;
}
