// Run settings: what a person may set for a run, with default values.

import type { Retries } from '@terrarium/kernel/ask-model';
import { assumedWindow } from '@terrarium/kernel/find-window';
import type { FoldRatios } from '../context/fold-limits.ts';

export interface RunSettings {
  /**
   * The maximum number of tokens in a prompt: the loaded window without the part reserved for the reply, or the number
   * that the person gives.
   */
  readonly contextBudget: number;
  readonly maxOutputTokens: number;
  readonly temperature: number;
  readonly ratios: FoldRatios;
  /** The maximum number of words of a scene, even if the budget is large: one reply must be able to record the scene. */
  readonly sceneWords: number;
  readonly checkpointEvery: number;
  readonly maxToolRounds: number;
  readonly maxAttempts: number;
  readonly retries: Retries;
  /**
   * The tool choice of summary requests. Use `none` only with a server that keeps its prefix cache even then; `auto`
   * is always safe.
   */
  readonly summaryToolChoice: 'auto' | 'none';
  /**
   * Which tools a new reading offers its model: those that a scene needs, all, or none. With none, the model writes
   * tagged updates.
   */
  readonly tools: 'basic' | 'all' | 'none';
  /** Whether a person chose these tools. If so, a reading that began with other tools switches to them. */
  readonly changesTools: boolean;
  readonly notes: string | undefined;
  /** Whether a curator decides about entries at the ends of threads. */
  readonly curates: boolean;
  /** The largest share of a reading's fresh tokens that curation may take; 1 if nobody pays for the tokens. */
  readonly curationShare: number;
  /**
   * Whether the model is asked, once in a scene, about names that it left out, words on hold, and refused parts of
   * calls.
   */
  readonly asksForMore: boolean;
  /** Whether the question to a curator points to quotes that are shown above it, instead of repeating them. */
  readonly pointsAtQuotes: boolean;
  /** Whether the run continues if scene after scene is skipped for the same reason. */
  readonly keepsGoing: boolean;
  /** The maximum number of scenes to be read; undefined for no limit. */
  readonly limit: number | undefined;
  readonly extraBody: Readonly<Record<string, unknown>>;
}

/** `contextBudget` is used if the server does not say how large a window it has loaded. */
export const defaultRunSettings: RunSettings = {
  contextBudget: assumedWindow,
  maxOutputTokens: 2_048,
  temperature: 0.4,
  ratios: { soft: 0.6, compact: 0.8, emergency: 0.9, foldTarget: 0.4 },
  sceneWords: 2_500,
  checkpointEvery: 25,
  maxToolRounds: 10,
  maxAttempts: 3,
  retries: { attempts: 3, baseDelayMs: 1_000, awayMinutes: 5 },
  summaryToolChoice: 'auto',
  tools: 'basic',
  changesTools: false,
  notes: undefined,
  curates: true,
  curationShare: 1,
  asksForMore: false,
  pointsAtQuotes: false,
  keepsGoing: false,
  limit: undefined,
  extraBody: {},
};

/** The largest share of the budget that a scene's posts may take; longer sequences of posts are split. */
const sceneShare = 0.25;
/** The largest share of the budget that the entries sent with a scene may take. */
export const entriesShare = 0.15;
/**
 * How many characters a token is assumed to have when a corpus is planned and nothing has been counted yet. Prose has
 * more, so scenes tend to be too short.
 */
const plannedCharactersPerToken = 3.5;

/**
 * Characters of an English word, including the space or mark after it. In scripts that need more tokens, a character
 * counts as several.
 */
const charactersPerWord = 6;

/** The maximum number of characters of a scene that is planned with these settings. */
export function computeSceneLimit({
  contextBudget,
  sceneWords,
}: Pick<RunSettings, 'contextBudget' | 'sceneWords'>): number {
  const fitting = contextBudget * sceneShare * plannedCharactersPerToken;
  return Math.floor(Math.min(fitting, sceneWords * charactersPerWord));
}
