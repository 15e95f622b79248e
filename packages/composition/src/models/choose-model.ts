// Chooses the model that is configured, and how it is asked.

import { setImmediate } from 'node:timers/promises';
import type { World } from '@terrarium/annotator/world';
import type { AskedModel, Patience, Retries } from '@terrarium/kernel/ask-model';
import { nameModelServer } from '@terrarium/kernel/asked-server';
import { assumedWindow } from '@terrarium/kernel/find-window';
import { isThere } from '@terrarium/kernel/is-there';
import type { LanguageModel } from '@terrarium/kernel/language-model';
import { extractSaidOptions } from '@terrarium/kernel/settings';
import { openToLook } from '../annotator/annotator-world.ts';
import type { Host } from '../host/host.ts';
import type { Configured } from '../settings/read-configured.ts';
import { refuseSilentSwitch } from './refuse-silent-switch.ts';

const builtin = 'builtin';

/**
 * The model that would be asked; undefined for the built-in reader. Throws `UsageError` in the same cases as
 * a run.
 */
export async function chooseConfiguredModel(
  host: Host,
  configured: Configured,
  world: World | undefined,
): Promise<LanguageModel | undefined> {
  const { model } = configured.settings;
  refuseUnnamedModel(host, configured, world);
  if (model === undefined || model === builtin) return undefined;
  return await openConfiguredModel(host, configured);
}

/**
 * Throws `UsageError` if no model is named, but an address is, or if the built-in reader would go on from what a model
 * has read so far.
 */
export function refuseUnnamedModel(host: Host, { settings }: Configured, world: World | undefined): void {
  const { model: said, baseUrl } = settings;
  const last = world === undefined || said !== undefined ? undefined : findLastModel(host, world);
  refuseSilentSwitch({ said, baseUrl, last, worldDir: world?.dir ?? '.' });
}

/** The model with all options set for requests to it; undefined if no model is named, or the built-in reader. */
export async function chooseAskedModel(host: Host, configured: Configured): Promise<AskedModel | undefined> {
  const model = await chooseConfiguredModel(host, configured, undefined);
  if (model === undefined) return undefined;
  const patience = buildPatience(host, configured.settings.retries);
  return { model, said: extractSaidOptions(configured), patience };
}

/** How long to wait after a temporary failure; each wait is announced. */
export function buildPatience(host: Host, retries: Retries): Patience {
  const { clock, chance } = host.environment;
  const onWait: Patience['onWait'] = ({ delayMs, reason }) =>
    host.notify({ kind: 'waiting', reason, delayMs });
  return { clock, chance, retries, onWait };
}

/** The model that gave the newest reply. A model that could not be reached has read nothing, so it does not count. */
function findLastModel(host: Host, world: World): string | undefined {
  if (!isThere(world.annotatorPath)) return undefined;
  const annotator = openToLook(host, world);
  try {
    return annotator.stores.journal.findAnsweringModel();
  } finally {
    annotator.close();
  }
}

/**
 * Opens the configured model, or the built-in reader if no model is named. Announces which server the model
 * will ask.
 */
export async function openConfiguredModel(
  host: Host,
  { settings, keyring }: Configured,
): Promise<LanguageModel> {
  const { model = builtin, baseUrl, patienceMinutes, opensThinking, contextBudget } = settings;
  if (model === builtin) return await openBuiltIn();
  const { openServerModel } = await import('@terrarium/kernel/open-server-model');
  const { key: apiKey, isWithheld: isKeyWithheld } = keyring.chooseForModel({ model, baseUrl });
  const patienceMs = patienceMinutes * 60_000;
  const windowTokens = (contextBudget ?? assumedWindow) + settings.maxOutputTokens;
  const opened = await openServerModel({ model, baseUrl, apiKey, patienceMs, opensThinking, windowTokens });
  host.notify({ kind: 'server-asked', server: nameModelServer(model, baseUrl), isKeyWithheld });
  return opened;
}

/**
 * The built-in reader never waits for anything, so each reply first lets the event loop run. Otherwise
 * signals and the screen would not be handled between scenes.
 */
async function openBuiltIn(): Promise<LanguageModel> {
  const { openBuiltInReader } = await import('@terrarium/annotator/built-in-reader');
  const reader = openBuiltInReader();
  return {
    ...reader,
    reply: async (request, options) => {
      await setImmediate();
      return await reader.reply(request, options);
    },
  };
}
