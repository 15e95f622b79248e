// Lists an owner's worlds in the fleet so that they can be opened, with the worker that holds each of them now.

import type { Query, Row } from '../database/fleet-database-store.ts';

export interface ShelvedWorld {
  readonly id: string;
  readonly owner: string;
  readonly name: string;
  readonly title: string;
  readonly scenesDone: number;
  /** How many scenes there are; 0 if nothing was read in the fleet. */
  readonly scenesAll: number;
  readonly publishedAtMs: number;
  /** Different for each published state. */
  readonly version: string;
  /** The worker that holds the lease of the world now; undefined if there is none. */
  readonly worker: string | undefined;
  readonly place: string | undefined;
}

interface ShelvedRow extends Row {
  readonly id: string;
  readonly owner: string;
  readonly name: string;
  readonly title: string;
  readonly scenes_done: number;
  readonly scenes_all: number;
  readonly published_ms: number;
  readonly version: string;
  readonly worker: string | null;
  readonly place: string | null;
}

/** The worlds that this user may see, by name; if `worldId` is given, only this world. */
export async function listShelved(query: Query, worldId?: string): Promise<readonly ShelvedWorld[]> {
  const rows = await query<ShelvedRow>(
    `SELECT w.id, w.owner, w.name, w.title, w.scenes_done, w.scenes_all, t.worker,
       (extract(epoch FROM w.published_at) * 1000)::double precision AS published_ms,
       extract(epoch FROM w.published_at)::text AS version,
       (SELECT p.text FROM fleet.place AS p WHERE p.world_id = w.id AND w.id = $1 AND p.reader = current_user) AS place
     FROM fleet.world AS w LEFT JOIN fleet.task AS t ON t.world_id = w.id AND t.state = 'leased'
     WHERE $1::bigint IS NULL OR w.id = $1 ORDER BY w.name, w.owner`,
    [worldId ?? null],
  );
  return rows.map(({ scenes_done, scenes_all, published_ms, worker, place, ...row }) => ({
    ...row,
    scenesDone: scenes_done,
    scenesAll: scenes_all,
    publishedAtMs: Math.round(published_ms),
    worker: worker ?? undefined,
    place: place ?? undefined,
  }));
}
