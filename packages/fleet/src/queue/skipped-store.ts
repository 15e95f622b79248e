// Skipped scenes: finds worlds whose reading finished with skipped scenes, and adds tasks that read these scenes again.

import type { Query, Row } from '../database/fleet-database-store.ts';

export interface SkippedScenes {
  readonly name: string;
  readonly owner: string;
  readonly scenes: number;
}

/** The option of a task that reads skipped scenes again instead of reading on. */
export const skippedOption = 'skipped';

/** A condition in SQL: the reading task finished with skipped scenes, and its world has no later reading task. */
const endedWithout = `t.kind = 'read' AND t.state = 'finished' AND (t.result->>'skipped')::integer > 0 AND NOT EXISTS (
  SELECT 1 FROM fleet.task AS later WHERE later.world_id = t.world_id AND later.kind = 'read' AND later.id > t.id)`;

const listed = 50;

/** Lists at most 50 of these worlds; those with the newest tasks come first. */
export async function listSkipped(query: Query): Promise<readonly SkippedScenes[]> {
  return await query<SkippedScenes & Row>(
    `SELECT w.name, w.owner, (t.result->>'skipped')::integer AS scenes
     FROM fleet.task AS t JOIN fleet.world AS w ON w.id = t.world_id WHERE ${endedWithout}
     ORDER BY t.id DESC LIMIT ${listed}`,
  );
}

/**
 * Adds a task for each world with skipped scenes and without a newer reading task, or only for the given world.
 * Returns the names of the worlds that got a task.
 */
export async function addSkippedTasks(query: Query, worldId: string | undefined): Promise<readonly string[]> {
  const rows = await query<{ name: string }>(
    `WITH added AS (
       INSERT INTO fleet.task (world_id, owner, kind, priority, model, budget, options)
       SELECT t.world_id, t.owner, 'read', t.priority, t.model, t.budget, $2 FROM fleet.task AS t
       WHERE ${endedWithout} AND ($1::bigint IS NULL OR t.world_id = $1) RETURNING world_id
     ) SELECT w.name FROM fleet.world AS w JOIN added ON added.world_id = w.id`,
    [worldId ?? null, JSON.stringify({ [skippedOption]: true })],
  );
  return rows.map(({ name }) => name).sort();
}
