// Turn run: what the steps of a turn hand to each other.

import type { Environment } from '@terrarium/kernel/environment';
import type { LanguageModel, Message, ModelRequest, ToolDeclaration } from '@terrarium/kernel/language-model';
import type { Acted, Game, TurnDraft } from '../state/game.ts';
import type { Action, FrozenLore, Teller } from '../state/session.ts';
import type { Journal } from './journal.ts';
import type { NarrativeStream } from './loop/narrative-stream.ts';
import type { Recollection } from './recollector.ts';
import type { TurnHappening } from './turn-event.ts';
import type { TurnSettings } from './turn-settings.ts';

export interface TurnRun {
  readonly game: Game;
  readonly draft: TurnDraft;
  readonly model: LanguageModel;
  readonly settings: TurnSettings;
  readonly environment: Pick<Environment, 'clock' | 'chance'>;
  readonly signal: AbortSignal;
  /** What was noted before the turn broke off; empty for a turn that is played for the first time. */
  readonly journal: Journal;
  /** What was done before it broke off, in order: not done again. */
  readonly doneBefore: (Action & Acted)[];
  /** Who replied in it so far. */
  readonly toldBy: Teller[];
  readonly tools: readonly ToolDeclaration[];
  readonly stream: NarrativeStream;
  /** The prompt of the turn; each reply and each answer is appended. */
  readonly messages: Message[];
  readonly laid: LaidPrompt;
  readonly report: (happening: TurnHappening) => void;
}

/** The prompt as it stands before the replies of the turn, once it is built. */
export interface LaidPrompt {
  /** Tokens it was allowed, and what it is estimated to have. */
  allowedTokens: number;
  promptTokens: number;
  /** How many of the turn's messages are the prompt. */
  messages: number;
  recalled: readonly Recollection[];
  /** What of the recalled stands in it. */
  lore: readonly FrozenLore[];
  shortenings: number;
}

export function buildLaidPrompt(): LaidPrompt {
  return { allowedTokens: 0, promptTokens: 0, messages: 0, recalled: [], lore: [], shortenings: 0 };
}

/** The next request: the prompt so far. Tools stay declared where none may be called: a prompt begins with them. */
export function buildRequest(run: TurnRun, toolChoice: ModelRequest['toolChoice']): ModelRequest {
  const { temperature, maxOutputTokens, extraBody } = run.settings;
  return {
    messages: [...run.messages],
    tools: run.tools,
    toolChoice,
    maxOutputTokens,
    temperature,
    ...(extraBody === undefined ? {} : { extraBody }),
  };
}
