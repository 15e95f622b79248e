// Opens a reading: a world, the model that reads it, and the settings, ready for a run.

import { chooseCorpus, openWorld } from '@terrarium/annotator/open-world';
import { defaultRunSettings, type RunSettings } from '@terrarium/annotator/run-settings';
import type { World } from '@terrarium/annotator/world';
import type { LanguageModel } from '@terrarium/kernel/language-model';
import type { Host } from '../host/host.ts';
import { type Configured, readBare, readConfigured } from '../settings/read-configured.ts';
import { readForSending } from '../settings/read-for-sending.ts';
import { resolveLinks } from '../settings/resolve-links.ts';
import { openConfiguredModel, refuseUnnamedModel } from './choose-model.ts';
import { isBuiltIn } from './is-built-in.ts';
import { type ContextBudget, resolveBudget } from './resolve-budget.ts';
import { resolveNotes } from './resolve-notes.ts';

/** Curators may take at most this share of the tokens of a reading that the server has not cached. */
const curationShare = 0.2;

export interface Reading {
  readonly world: World;
  readonly model: LanguageModel;
  readonly settings: RunSettings;
  readonly durability: 'normal' | 'full';
  readonly budget: ContextBudget;
}

export interface ReadingRequest {
  readonly worldDir: string;
  /** Settings given for this one time, by their names. */
  readonly flags: Readonly<Record<string, unknown>>;
  readonly limit?: number | undefined;
  /** Whether to go on even if scene after scene is skipped for the same reason. */
  readonly keepsGoing?: boolean | undefined;
  /** Corpora that the world must have. The caller decides which of them are read. */
  readonly corpusNames?: readonly string[];
  /** Whether only the flags count. If so, the environment and the settings files of person and world are ignored. */
  readonly isBare?: boolean;
  /**
   * Whether this is a talk with the reader of an earlier moment: no story is read, and the notes of that moment are
   * used.
   */
  readonly isTalk?: boolean;
}

/** Opens the world, reads the settings and asks the model's server how large its loaded window is. */
export async function openReading(host: Host, request: ReadingRequest): Promise<Reading> {
  const world = openWorld(request.worldDir);
  host.logsDir = world.logsDir;
  const { flags, isBare = false, isTalk = false, corpusNames = [] } = request;
  for (const name of corpusNames) chooseCorpus(world, name);
  if (world.corpora.length === 0) chooseCorpus(world);
  const configured = isBare
    ? readBare(flags)
    : await readForSending(host, { flags, dir: world.dir, uses: ['model'] });
  await resolveLinks(host, world);
  refuseUnnamedModel(host, configured, world);
  const model = await openConfiguredModel(host, configured);
  const notes = isBare || isTalk ? undefined : await resolveNotes(host, world, model);
  return { world, ...(await buildReader(host, { configured, model, notes, request })) };
}

/** Everything that a reading needs except the world. */
export type Reader = Omit<Reading, 'world'>;

/** Opens a reader for worlds in other folders, from flags, environment and the person's own settings. */
export async function openReader(
  host: Host,
  flags: Readonly<Record<string, unknown>>,
  dir: string,
): Promise<Reader> {
  const configured = readConfigured(host, flags, dir);
  const model = await openConfiguredModel(host, configured);
  return await buildReader(host, { configured, model, notes: undefined, request: {} });
}

interface ReaderParts {
  readonly configured: Configured;
  readonly model: LanguageModel;
  readonly notes: string | undefined;
  readonly request: Pick<ReadingRequest, 'limit' | 'keepsGoing'>;
}

async function buildReader(host: Host, { configured, model, notes, request }: ReaderParts): Promise<Reader> {
  const { contextBudget, maxOutputTokens, durability } = configured.settings;
  const tools = configured.settings.tools ?? (isWithoutCalls(model) ? 'none' : undefined);
  const budget = resolveBudget({
    configured: contextBudget,
    loaded: await askForWindow(host, model),
    maxOutputTokens,
    fallback: defaultRunSettings.contextBudget,
    tools,
    notes,
  });
  const isAble = !isBuiltIn(model.id);
  const abilities = {
    asksForMore: isAble,
    pointsAtQuotes: isAble,
    curationShare: isAble ? curationShare : 1,
  };
  const settings = { ...buildRunSettings(configured, budget, request), notes, ...abilities };
  return { model, settings, durability, budget };
}

/**
 * Whether the model was found to make no calls, such as by `doctor`. This is stored for each model with its
 * server.
 */
function isWithoutCalls(model: LanguageModel): boolean {
  return model.readHabits?.().callsNothing === true;
}

function buildRunSettings(
  { settings }: Configured,
  { tokens: contextBudget, tools }: ContextBudget,
  { limit, keepsGoing = false }: Pick<ReadingRequest, 'limit' | 'keepsGoing'>,
): Omit<RunSettings, 'notes' | 'asksForMore' | 'pointsAtQuotes' | 'curationShare'> {
  const { temperature, maxOutputTokens, ratios, checkpointEvery, maxToolRounds, maxAttempts } = settings;
  const { sceneWords, retries, summaryToolChoice, curates, extraBody } = settings;
  return {
    contextBudget,
    maxOutputTokens,
    temperature,
    ratios,
    sceneWords,
    checkpointEvery,
    maxToolRounds,
    maxAttempts,
    retries,
    summaryToolChoice,
    tools,
    changesTools: settings.tools !== undefined,
    curates,
    keepsGoing,
    limit,
    extraBody,
  };
}

/** How long to wait for the window. If the server is down, no answer comes, and the first request will show why. */
const windowAnswerMs = 20_000;

async function askForWindow(host: Host, model: LanguageModel): Promise<number | undefined> {
  const { findContextTokens } = model;
  if (findContextTokens === undefined) return undefined;
  const ask = async () => {
    const limit = AbortSignal.timeout(windowAnswerMs);
    try {
      return await findContextTokens(limit);
    } catch (error) {
      if (limit.aborted) return undefined;
      throw error;
    }
  };
  return await (host.waitForWindow?.(ask) ?? ask());
}
