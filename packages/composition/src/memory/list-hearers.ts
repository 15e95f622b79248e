// Lists the other memories of the world that heard what one memory heard.

import { findWorld } from '@terrarium/annotator/world-file';
import type { Connection } from '@terrarium/kernel/open-database';
import type { Forgotten } from '@terrarium/memory/forget';
import type { SaidMessage } from '@terrarium/memory/has-heard';
import type { Host } from '../host/host.ts';
import { listOtherMinds, type MemoryWorld, readFromMemory } from './memory-world.ts';

export interface Hearer {
  /** Whose memory it is, as `--of` names it; undefined for the world's own memory. */
  readonly of: string | undefined;
  /** Moments in this memory whose words are much the same as the given texts. */
  readonly moments: readonly number[];
}

type Listening = Pick<MemoryWorld, 'home' | 'mind'>;

/** The world's other memories that also heard the texts that are forgotten here, or much the same. */
export async function listHearers(
  host: Host,
  memory: Listening,
  { moments, items }: Pick<Forgotten, 'moments' | 'items'>,
): Promise<readonly Hearer[]> {
  const texts = [
    ...moments.map(({ isWhole, event, sentences }) => (isWhole ? event.text : sentences)),
    ...items.map(({ content }) => content),
  ];
  const { listAlike } = await import('@terrarium/memory/list-alike');
  const found = await readOthers(host, memory, (connection) => listAlike(connection, texts));
  return found.flatMap(({ of, read }) => (read.length > 0 ? [{ of, moments: read }] : []));
}

/**
 * The voices whose memories heard one of these messages of a talk, except this memory; undefined stands for
 * the world's own memory.
 */
export async function listCompany(
  host: Host,
  memory: Listening,
  messages: readonly SaidMessage[],
): Promise<readonly Hearer['of'][]> {
  if (messages.length === 0) return [];
  const { hasHeard } = await import('@terrarium/memory/has-heard');
  const found = await readOthers(host, memory, (connection) => hasHeard(connection, messages));
  return found.flatMap(({ of, read }) => (read ? [of] : []));
}

interface ReadMemory<Result> extends Pick<Hearer, 'of'> {
  readonly read: Result;
}

async function readOthers<Result>(
  host: Host,
  { home, mind }: Listening,
  look: (connection: Connection) => Result,
): Promise<readonly ReadMemory<Result>[]> {
  const world = findWorld(home);
  if (world === undefined) return [];
  const all = [{ id: undefined, world }, ...listOtherMinds(world)];
  const others = all.filter(({ id }) => (id === undefined ? !mind.isWorlds : id !== mind.id));
  const results: ReadMemory<Result>[] = [];
  for (const { id, world: place } of others) {
    const read = await readFromMemory(host, place, look);
    if (read !== undefined) results.push({ of: id, read });
  }
  return results;
}
