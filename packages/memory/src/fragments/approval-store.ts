// Stores which fragments a person wrote or approved: a writer may add to these, but must ask before it replaces text.

import type { Connection } from '@terrarium/kernel/open-database';

/** The writer's name in a run by which a person wrote something. */
export const personWriter = 'person';

export interface ApprovalStore {
  /** Lists the keys of fragments that a person wrote or agreed to, unless the person took the agreement back. */
  listKeys(): string[];
  /** Returns false if there is no such fragment. */
  mark(key: string, approval: { readonly isApproved: boolean; readonly atMs: number }): boolean;
}

export function openApprovalStore(connection: Connection): ApprovalStore {
  const keys = connection
    .prepare<[string], string>(
      `SELECT key FROM fragment LEFT JOIN approved_fragment ON fragment_id = fragment.id
       WHERE coalesce(is_approved, key IN (SELECT name FROM maintenance_change
         JOIN maintenance_run ON maintenance_run.id = run_id
         WHERE thing = 'fragment' AND status = 'completed' AND writer = ?))
       ORDER BY key`,
    )
    .pluck();
  const mark = connection.prepare(
    `INSERT INTO approved_fragment (fragment_id, is_approved, at_ms)
     SELECT id, :isApproved, :atMs FROM fragment WHERE key = :key
     ON CONFLICT DO UPDATE SET is_approved = excluded.is_approved, at_ms = excluded.at_ms`,
  );
  return {
    listKeys: () => keys.all(personWriter),
    mark: (key, { isApproved, atMs }) => mark.run({ key, isApproved: isApproved ? 1 : 0, atMs }).changes > 0,
  };
}
