// Opens everybody who takes part in a talk: the person who speaks, and the companions that hear it and answer.

import { UsageError } from '@terrarium/kernel/errors';
import type { Company, Listener } from '@terrarium/memory/hear-together';
import type { Memory } from '@terrarium/memory/memory';
import { findMind, listMinds } from '@terrarium/memory/minds';
import { parseVoices, type Voices } from '@terrarium/memory/voices';
import type { Host } from '../host/host.ts';
import {
  type MemoryWorld,
  type MemoryWorldOptions,
  prepareMemoryWorld,
  withCompanion,
  withPlainCompanion,
} from './memory-world.ts';

export interface Invited {
  /** The voice of the person; by default the first voice on their side. */
  readonly as: string | undefined;
  /** Voices of the companions; by default the world's own companion. */
  readonly with: readonly string[] | undefined;
}

/** The memories of everybody in a talk, before they are opened. */
export interface PreparedCompany {
  readonly voice: string;
  /** The memory of the person who speaks; undefined if they have none of their own. */
  readonly own: MemoryWorld | undefined;
  readonly companions: readonly [MemoryWorld, ...MemoryWorld[]];
}

/** Throws `UsageError` for a voice that does not exist, or that is on the other side. */
export async function prepareCompany(
  host: Host,
  options: MemoryWorldOptions,
  invited: Invited,
): Promise<PreparedCompany> {
  const worlds = await prepareMemoryWorld(host, options);
  const { settings, said } = worlds.configured;
  const voices = parseVoices(settings.memory.voices, said);
  const voice = resolveSpeaker(voices, invited.as);
  const own = findMind(voices, voice);
  const ids = listCompanions(voices, invited.with);
  const prepare = async (id: string) =>
    id === worlds.mind.id ? worlds : await prepareMemoryWorld(host, { ...options, of: id });
  const [first = worlds.mind.id, ...others] = ids;
  const companions: [MemoryWorld, ...MemoryWorld[]] = [await prepare(first)];
  for (const id of others) companions.push(await prepare(id));
  return { voice, own: own && (await prepare(own.id)), companions };
}

function resolveSpeaker({ user }: Voices, as: string | undefined): string {
  if (as === undefined) return user[0].id;
  if (user.some(({ id }) => id === as)) return as;
  throw new UsageError({
    code: 'memory.unknown-voice',
    happened: `You cannot speak as "${as}".`,
    todo: `Choose from these: ${user.map(({ id }) => id).join(', ')}. Or add another to memory.voices.user in the terrarium.yaml of the world.`,
  });
}

/** Lists each companion once, even if several of its voices are named. */
function listCompanions(voices: Voices, ids: readonly string[] = []): readonly string[] {
  const minds = ids.map((id) => {
    const mind = findMind(voices, id);
    if (mind?.side === 'companion') return mind.id;
    throw new UsageError({
      code: 'memory.no-such-companion',
      happened: `There is no companion "${id}" to talk with.`,
      todo: `Choose from these: ${listMinds(voices)
        .filter(({ side }) => side === 'companion')
        .map((one) => one.id)
        .join(
          ', ',
        )}. Or add one to memory.voices.companion in the terrarium.yaml of the world, with ownMemory: true.`,
    });
  });
  return [...new Set(minds)];
}

interface PlainChoice {
  /**
   * Whether the work does not search. If so, no embedder is asked, and the person is not told that one is
   * missing.
   */
  readonly isPlain?: boolean;
}

/** Gives `work` the memory of everybody in the talk, and closes all of them whatever happens. */
export async function withCompany(
  host: Host,
  { voice, own, companions, isPlain = false }: PreparedCompany & PlainChoice,
  work: (company: Company, memories: readonly Memory[]) => void | Promise<void>,
): Promise<void> {
  const withOne = isPlain ? withPlainCompanion : withCompanion;
  const worlds = own === undefined ? companions : [...companions, own];
  const open = async (left: readonly MemoryWorld[], opened: readonly Memory[]): Promise<void> => {
    const [next, ...rest] = left;
    if (next !== undefined) return await withOne(host, next, (memory) => open(rest, [...opened, memory]));
    const listeners = opened.flatMap((memory, at): readonly Listener[] => {
      const mind = worlds[at]?.mind;
      return mind === undefined ? [] : [{ mind, memory }];
    });
    const [first, ...others] = listeners.slice(0, companions.length);
    if (first === undefined) return;
    await work({ voice, own: listeners[companions.length], companions: [first, ...others] }, opened);
  };
  await open(worlds, []);
}

interface Gathering {
  readonly own: unknown;
  readonly companions: readonly unknown[];
}

/**
 * Throws `UsageError` if several minds remember the talk: messages taken back in one memory would stay in the
 * others.
 */
export function refuseCompany({ own, companions }: Gathering): void {
  if (own === undefined && companions.length === 1) return;
  throw new UsageError({
    code: 'memory.in-company',
    happened:
      'Several people take part in this conversation, and each has a memory of their own. Nothing can be taken back for all of them at once.',
    todo: 'Correct or forget the message in each memory separately, with --of: terrarium memory forget "moment 12" --of WHO.',
  });
}
