// Turn run: the data that all steps of playing a turn share.

import type { Environment } from '@terrarium/kernel/environment';
import type { LanguageModel, Message, ModelRequest, ToolDeclaration } from '@terrarium/kernel/language-model';
import type { Acted, Game, TurnDraft } from '../state/game.ts';
import type { Action, FrozenLore, Teller } from '../state/session.ts';
import type { Patch } from '../values/entity.ts';
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
  /** Whether a turn that is cancelled can be gone on with later. */
  readonly isLeft: () => boolean;
  /** What was stored before the turn was interrupted; empty for a turn that is played for the first time. */
  readonly journal: Journal;
  /** The actions done before the turn was interrupted, in order; they are not done again. */
  readonly doneBefore: (Action & Acted)[];
  /** The models that have replied so far. */
  readonly toldBy: Teller[];
  readonly tools: readonly ToolDeclaration[];
  readonly stream: NarrativeStream;
  /** The messages of the turn: the prompt, to which each reply and each answer is appended. */
  readonly messages: Message[];
  readonly laid: LaidPrompt;
  /** Changes of the notebook, such as what was revealed: screens are told of them after the telling. */
  readonly revealed: Patch[];
  readonly report: (happening: TurnHappening) => void;
  /** Shows a narrative that was held back until it was checked; does nothing if it was shown as it came. */
  readonly showWithheld: (narrative: string) => void;
}

/** The built prompt, without the replies of the turn. */
export interface LaidPrompt {
  /** How many tokens the prompt may have, and how many it is estimated to have. */
  allowedTokens: number;
  promptTokens: number;
  /** How many of the turn's messages belong to the prompt. */
  messages: number;
  recalled: readonly Recollection[];
  /** The recollections for which there was room in the prompt. */
  lore: readonly FrozenLore[];
  shortenings: number;
}

export function buildLaidPrompt(): LaidPrompt {
  return { allowedTokens: 0, promptTokens: 0, messages: 0, recalled: [], lore: [], shortenings: 0 };
}

/**
 * The next request, with all messages so far. Tools are declared even if none may be called, since a prompt begins with
 * them.
 */
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
