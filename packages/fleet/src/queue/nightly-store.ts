// Nightly tasks: adds maintenance for each world with a memory, and removes tasks that finished long ago.

import type { Query } from '../database/fleet-database-store.ts';

const keptDays = 30;

/**
 * Adds a maintenance task for each world that has a memory and no such task that is waiting, resting or being done;
 * returns the number of new tasks. A task that was set aside does not count: the next night makes a new attempt, which
 * takes its place. Also deletes old finished tasks, except those for reading.
 */
export async function addNightlyTasks(query: Query): Promise<number> {
  await query(
    `DELETE FROM fleet.task WHERE kind <> 'read' AND state = 'finished' AND finished_at < now() - interval '${keptDays} days'`,
  );
  const added = await query(
    `INSERT INTO fleet.task (world_id, owner, kind)
     SELECT w.id, w.owner, 'maintain' FROM fleet.world AS w
     WHERE w.has_memory AND NOT EXISTS (
       SELECT 1 FROM fleet.task AS t
       WHERE t.world_id = w.id AND t.kind = 'maintain' AND t.state IN ('waiting', 'resting', 'leased'))
     RETURNING 1`,
  );
  await query(
    `DELETE FROM fleet.task AS former WHERE kind = 'maintain' AND state = 'poisoned' AND EXISTS (
       SELECT 1 FROM fleet.task AS t
       WHERE t.world_id = former.world_id AND t.kind = 'maintain' AND t.id > former.id)`,
  );
  return added.length;
}
