// Compose: the only place of this shell that opens a world and picks a model.

import { join, resolve } from 'node:path';
import { createWorld } from '@terrarium/annotator/open-world';
import { recordStore, refuseGoneStore } from '@terrarium/annotator/stores-file';
import type { World } from '@terrarium/annotator/world';
import { findWorld } from '@terrarium/annotator/world-file';
import { listAskedServers } from '@terrarium/kernel/asked-server';
import type { Embedder } from '@terrarium/kernel/embedder';
import { buildSystemEnvironment, type Environment } from '@terrarium/kernel/environment';
import { ModelError, ProviderError } from '@terrarium/kernel/errors';
import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import { assumedWindow } from '@terrarium/kernel/find-window';
import type { Migrated } from '@terrarium/kernel/open-database';
import { type Log, openLog } from '@terrarium/kernel/open-log';
import { extractSaidOptions } from '@terrarium/kernel/said-options';
import type { MaintenanceWriter } from '@terrarium/memory/maintenance-writer';
import { openFilling } from '@terrarium/memory/open-filling';
import { openMemory } from '@terrarium/memory/open-memory';
import { type ResolvedSettings, resolveSettings } from '@terrarium/memory/resolve-settings';
import type { Companion } from './companion/companion.ts';
import { describeFailure } from './companion/describe-failure.ts';
import { openExchange } from './companion/open-exchange.ts';
import { type Configured, readConfigured, refuseUntrusted } from './read-configured.ts';

/** The memory of the world in a folder, made where there is none. Throws what a person must mend. */
export async function openCompanion(folder: string, trustsWorld: boolean): Promise<Companion> {
  const environment = buildSystemEnvironment();
  const world = prepareWorld(resolve(folder), environment);
  refuseGoneStore(world, 'memory.sqlite');
  const configured = readConfigured(world.dir, trustsWorld);
  const settings = resolveSettings(configured.settings.memory);
  const logPath = join(world.logsDir, 'mcp.log');
  const log = openLog(logPath, { within: world.dir, onFailure: () => undefined });
  const embedder = await openEmbedder(configured, settings, log);
  const imagesDir = join(world.dir, 'images');
  const database = join(world.dir, 'memory.sqlite');
  let migrated: Migrated | undefined;
  const memory = openMemory({
    database,
    wakeContextPath: join(world.dir, 'wake-context.md'),
    wakeContextImagePath: join(world.dir, 'wake-context-image.md'),
    ambientPath: join(world.dir, 'ambient.md'),
    imagesDir,
    voices: settings.voices,
    profile: settings.decay,
    budgets: settings.budgets,
    timeZone: settings.timeZone,
    untaggedReplies: settings.untaggedReplies,
    languages: settings.languages,
    durability: configured.settings.durability,
    clock: environment.clock,
    embedder,
    onMigrated: (found) => {
      migrated = found;
    },
  });
  recordStore(world, 'memory.sqlite');
  const filling = openFilling(memory);
  filling.start();
  return {
    memory,
    filling,
    ...openExchange({
      world,
      database,
      settings,
      durability: configured.settings.durability,
      clock: environment.clock,
    }),
    voices: settings.voices,
    timeZone: settings.timeZone,
    servers: listAskedServers(configured.settings),
    migrated,
    untrusted: configured.held && refuseUntrusted(world.dir, configured.held),
    log,
    logPath,
    openWriter: () => openWriter(world.dir, configured, settings.seesImages ? imagesDir : undefined),
    async close() {
      await filling.close().catch((error) => log.error('filling', { error: describeFailure(error) }));
      await embedder?.close();
      memory.close();
      log.close();
    },
  };
}

/** A client may start several of us at once on a folder that is not there yet: whoever comes second takes what is. */
function prepareWorld(dir: string, { clock }: Environment): World {
  const world = findWorld(dir);
  if (world !== undefined) return world;
  try {
    return createWorld({ dir, clock });
  } catch (error) {
    const made = findWorld(dir);
    if (made === undefined) throw error;
    return made;
  }
}

/** Undefined where none is named and where it fails: words alone find most. */
async function openEmbedder(
  { settings, keyring }: Configured,
  { embedder }: ResolvedSettings,
  log: Log,
): Promise<Embedder | undefined> {
  if (embedder === undefined) return undefined;
  const { openServerEmbedder } = await import('@terrarium/kernel/server-embedder');
  const key = keyring.chooseForEmbeddings({ ...settings, embeddings: embedder.baseUrl });
  try {
    return await openServerEmbedder({ ...embedder, apiKey: key?.reveal() });
  } catch (error) {
    if (!(error instanceof ProviderError || error instanceof ModelError)) throw error;
    log.warn('moments are found by their words alone', { error: describeFailure(error) });
    return undefined;
  }
}

/** Undefined where none is named. Throws `UsageError` where only the world names it and nobody accepted that. */
async function openWriter(
  dir: string,
  configured: Configured,
  imagesDir: string | undefined,
): Promise<MaintenanceWriter | undefined> {
  const { settings, keyring, held } = configured;
  if (held?.concernsModel === true) throw refuseUntrusted(dir, held);
  const { model, baseUrl, patienceMinutes, opensThinking, retries } = settings;
  if (model === 'builtin') return undefined;
  const { key: apiKey } = keyring.chooseForModel({ model, baseUrl });
  const { openServerModel } = await import('@terrarium/kernel/open-server-model');
  const { buildModelWriter } = await import('@terrarium/memory/model-writer');
  const patienceMs = patienceMinutes * 60_000;
  const windowTokens = (settings.contextBudget ?? assumedWindow) + settings.maxOutputTokens;
  const wanted = { model, baseUrl, apiKey, patienceMs, opensThinking, windowTokens };
  const { clock, chance } = buildSystemEnvironment();
  return buildModelWriter({
    model: await openServerModel(wanted),
    said: extractSaidOptions(configured),
    patience: { clock, chance, retries },
    tokens: { count: estimateTokens },
    imagesDir,
    promptTokens: settings.contextBudget,
  });
}
