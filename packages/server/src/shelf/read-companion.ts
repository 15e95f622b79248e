// Reads what the first page of a world says about its companion.

import { join } from 'node:path';
import { buildPlans } from '@terrarium/composition/build-memory';
import { isMadeUp, type MemoryWorld, prepareTrialMemoryWorld } from '@terrarium/composition/memory-world';
import { UsageError } from '@terrarium/kernel/errors';
import { isThere } from '@terrarium/kernel/is-there';
import { openPageStore } from '@terrarium/memory/page';
import { type Plan, plans } from '@terrarium/memory/plans';
import { readTalkPage, type TalkPage } from '@terrarium/memory/read-talk-page';
import type { RouteAnswer } from '@terrarium/protocol/routes';
import type { Desk } from './desk.ts';
import type { ServerHost } from './server-host.ts';

interface Remembering {
  readonly dir: string;
  readonly of: string | undefined;
}

type Looked = Pick<Desk, 'host' | 'memories'>;

type Home = RouteAnswer<'GET /api/worlds/{world}'>;
type Companion = Home['companion'];

const isDue: Readonly<Record<Plan['phase'], boolean>> = {
  active: false,
  submerged: false,
  'open-ended': false,
  approaching: true,
  due: true,
  grace: true,
  overdue: true,
};

const dateFaults: readonly string[] = ['memory.bad-time-zone', 'memory.bad-language'];

/**
 * If the settings for dates are invalid, the page shows everything but the companion, and says what to correct and
 * where.
 */
export async function readRemembering(
  { host, memories }: Looked,
  remembering: Remembering,
): Promise<Pick<Home, 'companion' | 'told'>> {
  try {
    const companion = await readCompanion({ host, memories }, remembering);
    return { companion, told: [...host.listTold(remembering.dir)] };
  } catch (error) {
    if (!isDateFault(error)) throw error;
    return { companion: null, told: [...host.listTold(remembering.dir), `${error.happened} ${error.todo}`] };
  }
}

interface Others extends Remembering {
  /** The companion of the world comes first. */
  readonly minds: Home['minds'];
}

/** Reads the companions besides the one that is named; empty if the settings for dates are invalid. */
export async function readOthers(looked: Looked, { dir, of, minds }: Others): Promise<Home['others']> {
  const [first] = minds;
  const others = minds.filter(({ id }) => id !== (of ?? first?.id));
  const found: Home['others'][number][] = [];
  try {
    for (const { id } of others) {
      const companion = await readCompanion(looked, { dir, of: id === first?.id ? undefined : id });
      if (companion !== null) found.push({ id, ...companion });
    }
  } catch (error) {
    if (!isDateFault(error)) throw error;
  }
  return found;
}

/**
 * Counts the proposals of maintenance about which nobody has decided; 0 if the world has no memory or its settings for
 * dates are invalid.
 */
export async function countProposals({ host, memories }: Looked, remembering: Remembering): Promise<number> {
  try {
    const memory = await findMemory(host, remembering);
    if (memory === undefined) return 0;
    return await memories.read(memory, (connection) => openPageStore(connection).countProposals());
  } catch (error) {
    if (isDateFault(error)) return 0;
    throw error;
  }
}

function isDateFault(error: unknown): error is UsageError {
  return error instanceof UsageError && dateFaults.includes(error.code);
}

/** Undefined if the world has no memory. */
async function findMemory(host: ServerHost, { dir, of }: Remembering): Promise<MemoryWorld | undefined> {
  if (of === undefined && !isThere(join(dir, 'memory.sqlite'))) return undefined;
  const memory = await prepareTrialMemoryWorld(host, { world: dir, of });
  return isMadeUp(memory) ? undefined : memory;
}

/** Null if the world has no memory. */
async function readCompanion({ host, memories }: Looked, remembering: Remembering): Promise<Companion> {
  const memory = await findMemory(host, remembering);
  if (memory === undefined) return null;
  const { timeZone, decay: profile, voices } = memory.settings;
  const nowMs = host.environment.clock.now();
  return await memories.read(memory, (connection) => {
    const { messages, lastAtMs, proposals } = openPageStore(connection).countAll(nowMs);
    const due = plans(connection, { nowMs, timeZone, profile }).filter(({ phase }) => isDue[phase]);
    return {
      name: memory.mind.name,
      messages,
      lastAtMs,
      timeZone,
      proposals,
      isUnanswered: isWaiting(readTalkPage(connection, { nowMs, limit: 1, voices })),
      due: buildPlans(due).plans,
    };
  });
}

/** A plan that was only written down waits for no answer. */
function isWaiting({ isUnanswered, messages }: TalkPage): boolean {
  const newest = messages.at(-1);
  const isSaid = newest === undefined || newest.shown !== '' || newest.imagePath !== undefined;
  return isUnanswered && isSaid;
}
