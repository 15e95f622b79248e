// Stores in the database how far each user has read in a world, as the text of the world's place.json.

import type { Query } from '../database/fleet-database-store.ts';

/** Empty if the user has given up their place; undefined if they never moved. */
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

/** Deletes the user's stored place, as if they had never moved: the place that came with the world is valid again. */
export async function deletePlace(query: Query, worldId: string): Promise<void> {
  await query('DELETE FROM fleet.place WHERE world_id = $1 AND reader = current_user', [worldId]);
}
