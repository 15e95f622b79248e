// Opens the memory of a world for an MCP client, with everything else that the tools need.

import { join } from 'node:path';
import type { Host, Notice } from '@terrarium/composition/host';
import { listHearers } from '@terrarium/composition/list-hearers';
import {
  explainMemoryFailure,
  openCompanion as openMemory,
  prepareMemoryWorld,
} from '@terrarium/composition/memory-world';
import { openEmbedder } from '@terrarium/composition/open-embedder';
import { type ClockHost, setClock } from '@terrarium/composition/set-clock';
import { listAskedServers } from '@terrarium/kernel/asked-server';
import { buildSystemEnvironment } from '@terrarium/kernel/environment';
import { type StorageError, UsageError } from '@terrarium/kernel/errors';
import { showName } from '@terrarium/kernel/foreign-text';
import type { Migrated } from '@terrarium/kernel/open-database';
import { type Log, openLog } from '@terrarium/kernel/open-log';
import type { HeldRoutes } from '@terrarium/kernel/read-trusted';
import { openFilling } from '@terrarium/memory/open-filling';
import type { Companion } from './companion/companion.ts';
import { describeFailure } from './companion/describe-failure.ts';
import { openExchange } from './companion/open-exchange.ts';

export interface Opening {
  readonly folder: string;
  readonly trustsWorld: boolean;
  /** The voice whose memory is served; by default the voice of the world's companion. */
  readonly of?: string | undefined;
  /** The current time, if the person gives one; the real time by default. */
  readonly now?: string | undefined;
}

/**
 * Opens the memory of the world in `folder`, and creates world and memory if there are none. Throws errors about
 * problems that a person must fix.
 */
export async function openCompanion({ folder, trustsWorld, of, now }: Opening): Promise<Companion> {
  const told: Told = { migrated: undefined, unkept: undefined, log: undefined };
  const host = buildHost(told, trustsWorld);
  const world = await prepareMemoryWorld(host, { world: folder, of });
  await setClock(host, world, now);
  const { configured, settings } = world;
  const { dir, logsDir } = world.world;
  const logPath = join(logsDir, 'mcp.log');
  const log = openLog(logPath, { within: dir, onFailure: () => undefined });
  told.log = log;
  const embedder = await openEmbedder(host, configured);
  const memory = await openMemory(host, world, embedder);
  const filling = openFilling(memory);
  filling.start();
  const { held } = configured;
  const untrusted = held && refuseUntrusted(dir, held);
  return {
    memory,
    filling,
    ...openExchange(world, host.environment.clock),
    voices: settings.voices,
    timeZone: settings.timeZone,
    servers: listAskedServers(configured.settings),
    migrated: told.migrated,
    unkept: told.unkept,
    untrusted,
    log,
    logPath,
    explainFailure: async (error) => await explainMemoryFailure(world.paths, error),
    openWriter: async () => {
      if (held?.concernsModel === true) throw untrusted;
      // Loaded only here, because most clients never use it, and all of them would wait for it at the start.
      const { openModelWriter } = await import('@terrarium/composition/memory-writer');
      return await openModelWriter(host, world);
    },
    listHearers: async (forgotten) => await listHearers(host, world, forgotten),
    async close() {
      await filling.close().catch((error) => log.error('filling', { error: describeFailure(error) }));
      await embedder?.close();
      memory.close();
      log.close();
    },
  };
}

/** What the host was told while the memory was opened. */
interface Told {
  migrated: Migrated | undefined;
  unkept: StorageError | undefined;
  log: Log | undefined;
}

/** Builds a host that only notes what it is told, because there is no person to ask. */
function buildHost(told: Told, trustsWorld: boolean): Host & ClockHost {
  return {
    environment: buildSystemEnvironment(),
    trustsWorld,
    logsDir: undefined,
    notify: (notice) => recordNotice(told, notice),
    askTrust: async ({ dir, routes }) => {
      if (routes !== undefined) throw refuseUntrusted(dir, routes);
      return false;
    },
  };
}

function recordNotice(told: Told, notice: Notice): void {
  if (notice.kind === 'migrated') told.migrated = notice.migrated;
  if (notice.kind === 'routes-not-kept') told.unkept = notice.failure;
  if (notice.kind === 'words-alone')
    told.log?.warn('moments are found by their words alone', { error: describeFailure(notice.failure) });
}

function refuseUntrusted(dir: string, { said }: HeldRoutes): UsageError {
  const names = said.map(({ name }) => name).join(', ');
  return new UsageError({
    code: 'world.untrusted-settings',
    happened: `The terrarium.yaml of the world ${showName(dir)} says where requests go (${names}), and the person has not accepted that on this machine: it does not count, and nothing was sent.`,
    todo: 'The person can look at that file, and then start "terrarium mcp" once with --trust-world.',
  });
}
