// Places in the database: where the user of a connection is in a world, as the world's place.json says it.

import type { Query } from '../database/fleet-database-store.ts';

/** Empty where they gave their place up; undefined where they never moved. */
export async function readPlace(query: Query, worldId: string): Promise<string | undefined> {
  const [row] = await query<{ text: string }>(
    'SELECT text FROM fleet.place WHERE world_id = $1 AND reader = current_user',
    [worldId],
  );
  return row?.text;
}

export async function storePlace(query: Query, worldId: string, text: string): Promise<void> {
  await query(
    `INSERT INTO fleet.place (world_id, text) VALUES ($1, $2)
     ON CONFLICT (world_id, reader) DO UPDATE SET text = excluded.text`,
    [worldId, text],
  );
}

/** Gives the reader's place up: from then on, the place that came with the world counts. */
export async function deletePlace(query: Query, worldId: string): Promise<void> {
  await query('DELETE FROM fleet.place WHERE world_id = $1 AND reader = current_user', [worldId]);
}
