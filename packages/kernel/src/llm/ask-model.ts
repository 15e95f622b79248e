// Asks a model, the one way of all products: with what a person says of it, under a cap, and again where time may mend a failure.
import type { Chance, Environment } from '../base/environment.ts';
import { ProviderError } from '../base/errors.ts';
import type { LanguageModel, ModelReply, ModelRequest, ReplyOptions } from './language-model.ts';
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

export interface Retries {
  /** How often a request is sent that fails in a way which time may mend. */
  readonly attempts: number;
  readonly baseDelayMs: number;
  /** How long a server that is not ready, or that answered before and is gone, is waited for, whatever the attempts. */
  readonly awayMinutes: number;
}

/** What the waiting so far has shown of the server; it outlasts a request. */
interface ServerWatch {
  /** Whether it answered since the program started. */
  hasAnswered: boolean;
  /** Since when it is gone, by the monotonic clock; undefined while it is there. */
  awaySinceMs: number | undefined;
}

interface FailedRequest {
  readonly error: ProviderError;
  /** 1 for the first. */
  readonly attempt: number;
}

interface PlannedRetry {
  readonly delayMs: number;
  /** Of the request that is sent next. */
  readonly attempt: number;
}

/** It is asked at a steady pace, up to sixteen base delays: it may be back at any moment. */
const awayAttempt = 5;

/** Undefined where it is not to be sent again. */
export function planRetry(
  { error, attempt }: FailedRequest,
  watch: ServerWatch,
  { retries, clock, chance }: Pick<Environment, 'clock' | 'chance'> & { readonly retries: Retries },
): PlannedRetry | undefined {
  if (!error.retryable) return undefined;
  const isAway = isWaitedFor(error, watch, { nowMs: clock.monotonic(), retries });
  if (attempt >= retries.attempts && !isAway) return undefined;
  const { retryAfterMs } = error;
  const { baseDelayMs } = retries;
  const delayMs = computeBackoffMs(
    { attempt: isAway ? awayAttempt : attempt, baseDelayMs, retryAfterMs },
    chance,
  );
  return { delayMs, attempt: attempt + (isAway ? 0 : 1) };
}

/** A server that says it is not ready, and one that answered before and is gone: one that never did may have another address. */
function isWaitedFor(
  { code }: ProviderError,
  watch: ServerWatch,
  { nowMs, retries }: { readonly nowMs: number; readonly retries: Retries },
): boolean {
  const isGone = code === 'model.unreachable' && watch.hasAnswered;
  if (!isGone && code !== 'model.unavailable') return false;
  watch.awaySinceMs ??= nowMs;
  return nowMs - watch.awaySinceMs < retries.awayMinutes * 60_000;
}

interface FailedAttempt {
  /** 1 for the first attempt that failed. */
  readonly attempt: number;
  /** The longest wait after the first failure, in milliseconds; it doubles with each further one. */
  readonly baseDelayMs: number;
  /** What the server asked for; a shorter wait would only be refused again. */
  readonly retryAfterMs?: number | undefined;
}

/** Two minutes: long enough for a restart or a model being loaded, short enough to be noticed by whoever waits. */
const longestBackoffMs = 120_000;
/** A server may ask for more, but not for the night. */
const longestRetryAfterMs = 600_000;

/** Milliseconds to wait: exponential with full jitter, and never less than the server asked for (ten minutes at most). */
function computeBackoffMs(failed: FailedAttempt, chance: Chance): number {
  const ceiling = Math.min(longestBackoffMs, failed.baseDelayMs * 2 ** (failed.attempt - 1));
  const jittered = Math.round(ceiling * chance.next());
  return Math.max(jittered, Math.min(longestRetryAfterMs, failed.retryAfterMs ?? 0));
}
