// When something is forgotten in one memory, lists the other memories of the world that heard much the same.

import { findWorld } from '@terrarium/annotator/world-file';
import type { Forgotten } from '@terrarium/memory/forget';
import type { Host } from '../host/host.ts';
import { listOtherMinds, type MemoryWorld, readFromMemory } from './memory-world.ts';

export interface Hearer {
  /** Whose memory it is, as `--of` names it; undefined for the world's own memory. */
  readonly of: string | undefined;
  /** Moments in this memory whose words are much the same as the given texts. */
  readonly moments: readonly number[];
}

/** The world's other memories that also heard the texts that are forgotten here. */
export async function listHearers(
  host: Host,
  { home, mind }: Pick<MemoryWorld, 'home' | 'mind'>,
  { moments: whole, items }: Pick<Forgotten, 'moments' | 'items'>,
): Promise<readonly Hearer[]> {
  const texts = [
    ...whole.filter(({ isWhole }) => isWhole).map(({ event }) => event.text),
    ...items.map(({ content }) => content),
  ];
  const world = findWorld(home);
  if (world === undefined) return [];
  const { listAlike } = await import('@terrarium/memory/list-alike');
  const all = [{ id: undefined, world }, ...listOtherMinds(world)];
  const others = all.filter(({ id }) => (id === undefined ? !mind.isWorlds : id !== mind.id));
  const hearers: Hearer[] = [];
  for (const { id, world: place } of others) {
    const moments = await readFromMemory(host, place, (connection) => listAlike(connection, texts));
    if (moments !== undefined && moments.length > 0) hearers.push({ of: id, moments });
  }
  return hearers;
}
