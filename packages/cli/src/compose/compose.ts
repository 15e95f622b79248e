// Compose: the only place of the command line that picks a model and says how it reads.

import { setImmediate } from 'node:timers/promises';
import { chooseCorpus, openWorld } from '@terrarium/annotator/open-world';
import { defaultRunSettings, type RunSettings } from '@terrarium/annotator/run-settings';
import type { World } from '@terrarium/annotator/world';
import type { AskedModel, Patience } from '@terrarium/kernel/ask-model';
import { nameModelServer } from '@terrarium/kernel/asked-server';
import { assumedWindow } from '@terrarium/kernel/find-window';
import { isThere } from '@terrarium/kernel/is-there';
import type { LanguageModel } from '@terrarium/kernel/language-model';
import type { Retries } from '@terrarium/kernel/plan-retry';
import { extractSaidOptions } from '@terrarium/kernel/said-options';
import { renderDuration } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';
import { refuseSilentSwitch } from '../shell/refuse-silent-switch.ts';
import { type ContextBudget, resolveBudget } from '../shell/resolve-budget.ts';
import { exitCodes, type Shell } from '../shell/shell.ts';
import { announceServer } from '../trust/announce-server.ts';
import { type Configured, readBare } from '../trust/read-configured.ts';
import { readForSending } from '../trust/read-for-sending.ts';
import { resolveLinks } from '../trust/resolve-links.ts';
import { openToLook } from './build-memory-world.ts';

const builtin = 'builtin';

/** A world, a model and how to read, ready for a run. */
export interface Reading {
  readonly world: World;
  readonly model: LanguageModel;
  readonly settings: RunSettings;
  readonly durability: 'normal' | 'full';
  readonly budget: ContextBudget;
}

export interface ReadingRequest {
  readonly worldDir: string;
  /** What was said on the command line, by the names of the settings. */
  readonly flags: Readonly<Record<string, unknown>>;
  readonly limit?: number | undefined;
  /** Goes on where scene after scene is skipped for one reason. */
  readonly keepsGoing?: boolean | undefined;
  /** Must be there; all of the world's when empty. */
  readonly corpusNames?: readonly string[];
  /** Only what is said here counts, not the process environment and not a person's or a world's file. */
  readonly isBare?: boolean;
}

/** Opens the world, reads the settings and asks the model's server what window it has loaded. */
export async function openReading(shell: Shell, request: ReadingRequest): Promise<Reading> {
  const world = openWorld(request.worldDir);
  shell.logsDir = world.logsDir;
  const { flags, isBare = false, corpusNames = [] } = request;
  for (const name of corpusNames) chooseCorpus(world, name);
  if (world.corpora.length === 0) chooseCorpus(world);
  const trusted = isBare
    ? readBare(flags)
    : await readForSending(shell, { flags, dir: world.dir, uses: ['model'] });
  await resolveLinks(shell, world);
  const { settings: configured } = trusted;
  refuseSilentSwitch({
    said: configured.model,
    baseUrl: configured.baseUrl,
    last: findLastModel(shell, world),
    worldDir: world.dir,
  });
  const model = await chooseModel(shell, trusted);
  const budget = resolveBudget({
    configured: configured.contextBudget,
    loaded: await askForWindow(shell, model),
    maxOutputTokens: configured.maxOutputTokens,
    fallback: defaultRunSettings.contextBudget,
    tools: configured.tools,
  });
  const { temperature, maxOutputTokens, ratios, checkpointEvery, maxToolRounds, maxAttempts } = configured;
  const { retries, summaryToolChoice, tools, curates, extraBody, durability } = configured;
  const settings: RunSettings = {
    contextBudget: budget.tokens,
    maxOutputTokens,
    temperature,
    ratios,
    checkpointEvery,
    maxToolRounds,
    maxAttempts,
    retries,
    summaryToolChoice,
    tools,
    curates,
    keepsGoing: request.keepsGoing === true,
    limit: request.limit,
    extraBody,
  };
  return { world, model, settings, durability, budget };
}

/** The model that would be asked; undefined for the built-in reader. Throws `UsageError` as a run would. */
export async function chooseConfiguredModel(
  shell: Shell,
  configured: Configured,
  world: World | undefined,
): Promise<LanguageModel | undefined> {
  const { model, baseUrl } = configured.settings;
  const last = world === undefined || model !== undefined ? undefined : findLastModel(shell, world);
  refuseSilentSwitch({ said: model, baseUrl, last, worldDir: world?.dir ?? '.' });
  if (model === undefined || model === builtin) return undefined;
  return await chooseModel(shell, configured);
}

/** The model with all that is said of how it is asked; undefined where none is named. */
export async function chooseAskedModel(
  shell: Shell,
  configured: Configured,
): Promise<AskedModel | undefined> {
  const model = await chooseConfiguredModel(shell, configured, undefined);
  if (model === undefined) return undefined;
  const patience = buildPatience(shell, configured.settings.retries);
  return { model, said: extractSaidOptions(configured), patience };
}

/** Waits where time may mend a failure, and says so. */
export function buildPatience({ printer, environment }: Shell, retries: Retries): Patience {
  const { clock, chance } = environment;
  const announceWait: Patience['onWait'] = ({ delayMs, reason }) =>
    printer.showLive(paint(`  ${reason} Asked again in ${renderDuration(delayMs / 1000)} …`, 'dim'));
  return { clock, chance, retries, onWait: announceWait };
}

/** Who gave the newest reply: a model that could not be reached read nothing. */
function findLastModel(shell: Shell, world: World): string | undefined {
  if (!isThere(world.annotatorPath)) return undefined;
  const annotator = openToLook(shell, world);
  try {
    return annotator.stores.journal.findAnsweringModel();
  } finally {
    annotator.close();
  }
}

/** Says whom it will ask. */
async function chooseModel(shell: Shell, { settings, keyring }: Configured): Promise<LanguageModel> {
  const { model = builtin, baseUrl, patienceMinutes, opensThinking } = settings;
  if (model === builtin) return await openBuiltIn();
  const { openServerModel } = await import('@terrarium/kernel/open-server-model');
  const { key: apiKey, isWithheld } = keyring.chooseForModel({ model, baseUrl });
  const patienceMs = patienceMinutes * 60_000;
  const windowTokens = (settings.contextBudget ?? assumedWindow) + settings.maxOutputTokens;
  const asked = { model, baseUrl, apiKey, patienceMs, opensThinking, windowTokens };
  const picked = await openServerModel(asked);
  announceServer(shell, nameModelServer(model, baseUrl), isWithheld);
  return picked;
}

/** The built-in reader answers without ever waiting: between two scenes signals and the screen get their turn. */
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

/** A server that is down says nothing; the first request will tell why. */
const windowAnswerMs = 20_000;

/** Says whom it waits for, and that it was stopped: nothing is open yet that must be closed. */
async function askForWindow({ printer }: Shell, model: LanguageModel): Promise<number | undefined> {
  const stopAtOnce = () => {
    printer.showLive();
    printer.writeLines('Stopped.');
    process.exit(exitCodes.interrupted);
  };
  if (model.findContextTokens !== undefined)
    printer.showLive('Asking the server which window it has loaded …');
  process.once('SIGINT', stopAtOnce);
  try {
    return await findWindow(model);
  } finally {
    process.off('SIGINT', stopAtOnce);
    printer.showLive();
  }
}

async function findWindow(model: LanguageModel): Promise<number | undefined> {
  if (model.findContextTokens === undefined) return undefined;
  const limit = AbortSignal.timeout(windowAnswerMs);
  try {
    return await model.findContextTokens(limit);
  } catch (error) {
    if (limit.aborted) return undefined;
    throw error;
  }
}
