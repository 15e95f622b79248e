// Compose: the only place of the command line that opens a world and picks a model.

import { existsSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { explainFailure } from '@terrarium/annotator/explain-failure';
import { hasLostReading } from '@terrarium/annotator/find-running-process';
import { type Annotator, openAnnotator } from '@terrarium/annotator/open-annotator';
import { openAnnotatorToLook } from '@terrarium/annotator/open-annotator-to-look';
import { openRunLock } from '@terrarium/annotator/open-run-lock';
import { chooseCorpus, openWorld } from '@terrarium/annotator/open-world';
import { defaultRunSettings, type RunSettings } from '@terrarium/annotator/run-settings';
import type { World } from '@terrarium/annotator/world';
import { readConfigurationSources } from '@terrarium/kernel/configuration-source';
import { StorageError, UsageError } from '@terrarium/kernel/errors';
import type { LanguageModel } from '@terrarium/kernel/language-model';
import type { Migrated } from '@terrarium/kernel/open-database';
import { listSaidSettings, readConfiguration, type SaidSetting } from '@terrarium/kernel/read-configuration';
import { type Settings, settingsSchema } from '@terrarium/kernel/settings';
import { memorySettingsSchema } from '@terrarium/memory/memory-settings';
import { refuseSilentSwitch } from './refuse-silent-switch.ts';
import { renderCommand } from './screen/render-command.ts';
import { type ContextBudget, settleBudget } from './settle-budget.ts';
import { exitCodes, type Shell } from './shell.ts';
import { renderMigrated } from './views/render-migrated.ts';

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
  /** Must be there; all of the world's when empty. */
  readonly corpusNames?: readonly string[];
  /** Only what is said here counts, not the process environment and not a person's or a world's file. */
  readonly isBare?: boolean;
}

/** As the settings, but telling whether any source names a model at all, and with the memory's. */
const saidSchema = settingsSchema.extend({
  model: settingsSchema.shape.model.removeDefault().optional(),
  memory: memorySettingsSchema.prefault({}),
});

/** Opens the world, reads the settings and asks the model's server what window it has loaded. */
export async function openReading(shell: Shell, request: ReadingRequest): Promise<Reading> {
  const world = openWorld(request.worldDir);
  shell.logsDir = world.logsDir;
  const { flags, isBare = false, corpusNames = [] } = request;
  for (const name of corpusNames) chooseCorpus(world, name);
  if (world.corpora.length === 0) chooseCorpus(world);
  const places = isBare
    ? { environment: {}, userFolder: world.logsDir, worldFolder: world.logsDir }
    : { worldFolder: world.dir };
  const sources = readConfigurationSources({ flags, ...places });
  const configured = readConfiguration(saidSchema, sources);
  refuseSilentSwitch({
    said: configured.model,
    baseUrl: configured.baseUrl,
    last: findLastModel(shell, world),
    worldDir: world.dir,
  });
  const model = await pickModel({ ...configured, model: configured.model ?? builtin });
  const budget = settleBudget({
    configured: configured.contextBudget,
    loaded: await askForWindow(shell, model),
    maxOutputTokens: configured.maxOutputTokens,
    fallback: defaultRunSettings.contextBudget,
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
    limit: request.limit,
    extraBody,
  };
  return { world, model, settings, durability, budget };
}

type Work = (annotator: Annotator) => void | Promise<void>;

/** Gives `look` the annotator of a world that was read; a run beside it does no harm. Throws `UsageError` before. */
export async function lookAtWorld(shell: Shell, worldDir: string, look: Work): Promise<void> {
  const world = openReadWorld(shell, worldDir);
  const annotator = openToLook(shell, world);
  await workOn(annotator, look);
}

/** Gives `change` the annotator of a world that was read, to write in it; a run beside it goes on. */
export async function changeReadWorld(shell: Shell, worldDir: string, change: Work): Promise<void> {
  const world = openReadWorld(shell, worldDir);
  const onMigrated = (migrated: Migrated) => shell.printer.warn(renderMigrated(migrated));
  const annotator = openAnnotator(world, { clock: shell.environment.clock, mustExist: true, onMigrated });
  await workOn(annotator, change);
}

/** A world of an older version is brought up to date by whoever opens it first, and says so. */
function openToLook({ environment, printer }: Shell, world: World): Annotator {
  const onMigrated = (migrated: Migrated) => printer.warn(renderMigrated(migrated));
  return openAnnotatorToLook(world, { clock: environment.clock, onMigrated });
}

/** Gives `change` the annotator of a world, made where nothing was read yet, while no run goes on. */
export async function changeWorld(shell: Shell, worldDir: string, change: Work): Promise<void> {
  const world = openWorld(worldDir);
  shell.logsDir = world.logsDir;
  const lock = openRunLock(world);
  try {
    const annotator = openAnnotator(world, { clock: shell.environment.clock });
    try {
      await change(annotator);
    } finally {
      annotator.close();
    }
  } finally {
    lock.close();
  }
}

function openReadWorld(shell: Shell, worldDir: string): World {
  const world = openWorld(worldDir);
  shell.logsDir = world.logsDir;
  if (!existsSync(world.annotatorPath)) throw refuseUnread(world);
  return world;
}

/** Does the work and closes the annotator; what a damaged file brought about is said to be that. */
async function workOn(annotator: Annotator, work: Work): Promise<void> {
  try {
    await work(annotator);
  } catch (error) {
    throw explainFailure(annotator, error);
  } finally {
    annotator.close();
  }
}

/** What there is to say where nothing that was read is found. */
export function refuseUnread(world: World): UsageError | StorageError {
  if (hasLostReading(world)) {
    return new StorageError({
      code: 'world.reading-gone',
      happened: `${world.annotatorPath} is not there, though a run was begun in this world.`,
      todo: `Put it back from a backup, with the file ending in -wal if there is one. "${renderCommand('annotate run', world.dir)}" would read from the beginning.`,
    });
  }
  return new UsageError({
    code: 'world.unread',
    happened: `Nothing has been read in the world ${world.dir} yet.`,
    todo: `Read it with "${renderCommand('annotate run', world.dir)}".`,
  });
}

/** What is configured, as far as somebody said it. */
export type Configured = ReturnType<typeof readSaid>;

/** What is configured for a folder, whether it is a world or not. Throws `UsageError` for what is not valid. */
export function readConfigured(flags: Readonly<Record<string, unknown>>, worldFolder: string): Configured {
  return readSaid(readConfigurationSources({ flags, worldFolder }));
}

function readSaid(sources: ReturnType<typeof readConfigurationSources>) {
  const said: readonly SaidSetting[] = listSaidSettings(saidSchema, sources);
  return { settings: readConfiguration(saidSchema, sources), said };
}

/** The model that would be asked; undefined for the built-in reader. Throws `UsageError` as a run would. */
export async function pickConfiguredModel(
  shell: Shell,
  { settings }: Configured,
  world: World | undefined,
): Promise<LanguageModel | undefined> {
  const { model, baseUrl } = settings;
  const last = world === undefined || model !== undefined ? undefined : findLastModel(shell, world);
  refuseSilentSwitch({ said: model, baseUrl, last, worldDir: world?.dir ?? '.' });
  if (model === undefined || model === builtin) return undefined;
  return await pickModel({ ...settings, model });
}

/** Who gave the newest reply: a model that could not be reached read nothing. */
function findLastModel(shell: Shell, world: World): string | undefined {
  if (!existsSync(world.annotatorPath)) return undefined;
  const annotator = openToLook(shell, world);
  try {
    return annotator.stores.journal.findAnsweringModel();
  } finally {
    annotator.close();
  }
}

async function pickModel(settings: Settings): Promise<LanguageModel> {
  if (settings.model === builtin) return await openBuiltIn();
  const { buildAiSdkModel } = await import('@terrarium/kernel/ai-sdk-model');
  const { model, baseUrl, apiKey, patienceMinutes } = settings;
  return await buildAiSdkModel({ model, baseUrl, apiKey, patienceMs: patienceMinutes * 60_000 });
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
  const leave = () => {
    printer.live();
    printer.say('Stopped.');
    process.exit(exitCodes.interrupted);
  };
  if (model.findContextTokens !== undefined) printer.live('Asking the server which window it has loaded …');
  process.once('SIGINT', leave);
  try {
    return await findWindow(model);
  } finally {
    process.off('SIGINT', leave);
    printer.live();
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

/** Throws `UsageError` for what is no list of `key=value`; values are JSON where they are, else text. */
export function parseModelOptions(pairs: readonly string[]): Record<string, unknown> | undefined {
  if (pairs.length === 0) return undefined;
  return Object.fromEntries(pairs.map(parsePair));
}

function parsePair(pair: string): [string, unknown] {
  const at = pair.indexOf('=');
  if (at <= 0) {
    throw new UsageError({
      code: 'cli.bad-model-option',
      happened: `--model-option needs key=value, and "${pair}" is not that.`,
      todo: 'Write it like --model-option min_p=0.05.',
    });
  }
  return [pair.slice(0, at), parseValue(pair.slice(at + 1))];
}

function parseValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
