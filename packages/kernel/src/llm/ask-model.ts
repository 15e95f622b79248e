// Asks a model, the one way of all products: with what a person says of it, under a cap, and again where time may mend a failure.

import type { Environment } from '../base/environment.ts';
import { ProviderError } from '../base/errors.ts';
import type { LanguageModel, ModelReply, ModelRequest, ReplyOptions } from './language-model.ts';
import { planRetry, type Retries, type ServerWatch } from './plan-retry.ts';
import { refuseThoughtOut } from './refuse-thought-out.ts';

/** A model, and how it is asked. */
export interface AskedModel {
  readonly model: LanguageModel;
  /** What a person says of its operation: it counts above what the place that asks takes by itself. */
  readonly said?: SaidOptions | undefined;
  /** Without it a request is sent once: whoever asks waits by itself, or wants to see it fail. */
  readonly patience?: Patience | undefined;
}

interface SaidOptions {
  readonly temperature?: number | undefined;
  readonly maxOutputTokens?: number | undefined;
  readonly extraBody?: ModelRequest['extraBody'] | undefined;
}

export interface Patience extends Pick<Environment, 'clock' | 'chance'> {
  readonly retries: Retries;
  /** Told before each wait. */
  readonly onWait?: ((wait: Wait) => void) | undefined;
}

interface Wait {
  /** The attempt that failed; 1 for the first. */
  readonly attempt: number;
  readonly delayMs: number;
  readonly reason: string;
}

/** A request with what its place takes where nobody says more; without tools unless it names them. */
export interface Question
  extends Pick<ModelRequest, 'messages' | 'maxOutputTokens' | 'temperature'>,
    Partial<Pick<ModelRequest, 'tools' | 'toolChoice' | 'extraBody'>> {
  /** What the window leaves for the reply, where that was measured: no more is asked for, whatever was said. */
  readonly mostOutputTokens?: number | undefined;
}

interface AskOptions extends ReplyOptions {
  /** Whether somebody has read a part of the reply: told twice it would be another. By default, whether `onText` was told of any. */
  readonly isShown?: (() => boolean) | undefined;
  /** Whether the question was mended after a failure: then it is asked at once, which counts as an attempt. */
  readonly mend?: ((error: unknown) => boolean) | undefined;
  /** Hands on a reply that is all thinking: whoever asks judges it. */
  readonly acceptsSilence?: boolean | undefined;
}

/**
 * Throws what the model does, once nothing is left to wait for; `ModelError` `model.thought-out` where thinking took the
 * whole reply; after abort, the signal's reason. A function is called before each attempt.
 */
export async function askModel(
  asked: AskedModel,
  question: Question | (() => Question),
  options: AskOptions = {},
): Promise<ModelReply> {
  const watch = resolveWatch(asked.model);
  for (let attempt = 1; ; ) {
    const { isShown, mend, acceptsSilence, ...shown } = watchText(options);
    const request = buildRequest(asked, typeof question === 'function' ? question() : question);
    try {
      const reply = await asked.model.reply(request, shown);
      Object.assign(watch, { hasAnswered: true, awaySinceMs: undefined });
      if (acceptsSilence !== true) await refuseThoughtOut(asked.model, { request, reply }, options.signal);
      return reply;
    } catch (error) {
      options.signal?.throwIfAborted();
      if (mend?.(error) === true) attempt += 1;
      else
        attempt = await waitToAskAgain(asked, { error, attempt, watch, isShown: isShown() }, options.signal);
    }
  }
}

/** Tokens its reply may have. */
export function computeReplyCap(
  { said }: AskedModel,
  question: Pick<Question, 'maxOutputTokens' | 'mostOutputTokens'>,
): number {
  const { maxOutputTokens, mostOutputTokens = Number.POSITIVE_INFINITY } = question;
  return Math.min(said?.maxOutputTokens ?? maxOutputTokens, mostOutputTokens);
}

function buildRequest(asked: AskedModel, question: Question): ModelRequest {
  const { messages, tools = [], toolChoice = 'none', temperature } = question;
  const extraBody = { ...question.extraBody, ...asked.said?.extraBody };
  return {
    messages,
    tools,
    toolChoice,
    maxOutputTokens: computeReplyCap(asked, question),
    temperature: asked.said?.temperature ?? temperature,
    ...(Object.keys(extraBody).length > 0 && { extraBody }),
  };
}

const watches = new WeakMap<LanguageModel, ServerWatch>();

/** What is known of a model's server outlasts a question. */
function resolveWatch(model: LanguageModel): ServerWatch {
  const known = watches.get(model);
  if (known !== undefined) return known;
  const watch: ServerWatch = { hasAnswered: false, awaySinceMs: undefined };
  watches.set(model, watch);
  return watch;
}

interface Failed {
  readonly error: unknown;
  readonly attempt: number;
  readonly watch: ServerWatch;
  readonly isShown: boolean;
}

/** The number of the next attempt; rethrows what is not to be tried again. */
async function waitToAskAgain(
  { patience }: AskedModel,
  { error, attempt, watch, isShown }: Failed,
  signal: AbortSignal | undefined,
): Promise<number> {
  if (isShown || patience === undefined || !(error instanceof ProviderError)) throw error;
  const planned = planRetry({ error, attempt }, watch, patience);
  if (planned === undefined) throw error;
  patience.onWait?.({ attempt, delayMs: planned.delayMs, reason: error.happened });
  await patience.clock.sleep(planned.delayMs, signal);
  return planned.attempt;
}

/** The options, watched for whether a text was shown of the reply, where somebody looks and does not say so. */
function watchText(options: AskOptions): AskOptions & { readonly isShown: () => boolean } {
  const { onText, onRetract, isShown } = options;
  if (isShown !== undefined) return { ...options, isShown };
  const state = { isShown: false };
  if (onText === undefined) return { ...options, isShown: () => state.isShown };
  return {
    ...options,
    isShown: () => state.isShown,
    onText: (piece) => {
      state.isShown = true;
      onText(piece);
    },
    onRetract: () => {
      state.isShown = false;
      onRetract?.();
    },
  };
}
