// Asks a model, for glossary, memory and games alike: with a person's options, under a cap, again after temporary failures.
import type { Chance, Environment } from '../base/environment.ts';
import { ProviderError } from '../base/errors.ts';
import type { LanguageModel, ModelReply, ModelRequest, ReplyOptions } from './language-model.ts';
import { refuseThoughtOut } from './refuse-thought-out.ts';

/** A model, with the options and waits that apply to each request. */
export interface AskedModel {
  readonly model: LanguageModel;
  /** Options that a person set for the model; they override the caller's options. */
  readonly said?: SaidOptions | undefined;
  /**
   * How to wait and ask again. If undefined, a request is sent only once: the caller waits on its own, or wants to see
   * the failure.
   */
  readonly patience?: Patience | undefined;
}

interface SaidOptions {
  readonly temperature?: number | undefined;
  readonly maxOutputTokens?: number | undefined;
  readonly extraBody?: ModelRequest['extraBody'] | undefined;
}

export interface Patience extends Pick<Environment, 'clock' | 'chance'> {
  readonly retries: Retries;
  /** Called before each wait. */
  readonly onWait?: ((wait: Wait) => void) | undefined;
}

interface Wait {
  /** The number of the attempt that failed; 1 for the first. */
  readonly attempt: number;
  readonly delayMs: number;
  readonly reason: string;
}

/**
 * A request with the caller's own options, which apply unless a person set others. It has no tools unless the caller
 * adds some.
 */
export interface Question
  extends Pick<ModelRequest, 'messages' | 'maxOutputTokens' | 'temperature'>,
    Partial<Pick<ModelRequest, 'tools' | 'toolChoice' | 'extraBody'>> {
  /**
   * How many tokens the window leaves for the reply, if this was measured. No request asks for more, even if a person
   * set more.
   */
  readonly mostOutputTokens?: number | undefined;
}

interface AskOptions extends ReplyOptions {
  /**
   * Whether a person has already seen part of the reply. If so, the model is not asked again, because a second reply
   * would have other words. By default, a part counts as seen once `onText` was called, until it is retracted.
   */
  readonly isShown?: (() => boolean) | undefined;
  /**
   * Tries to correct the question after a failure, and returns whether it succeeded. If so, the corrected question is
   * asked at once, as a further attempt.
   */
  readonly mend?: ((error: unknown) => boolean) | undefined;
  /** Whether a reply that contains only thinking is returned like any other, so that the caller can judge it. */
  readonly acceptsSilence?: boolean | undefined;
}

/**
 * Throws the model's error if waiting cannot help any more, `ModelError` `model.thought-out` if the reply contains
 * only thinking, and the signal's reason after an abort. If `question` is a function, it is called before each
 * attempt.
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

/** How many tokens the reply to a question may have. */
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

/** What is known about a model's server. It is kept from one question to the next. */
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

/** Waits, and returns the number of the next attempt; rethrows an error after which there is no further attempt. */
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

/**
 * Adds `isShown` to the options. If the caller gives none, the new one tells whether text was passed to `onText` and
 * was not retracted since.
 */
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
  /** A request that fails temporarily is sent at most this many times. */
  readonly attempts: number;
  readonly baseDelayMs: number;
  /**
   * How many minutes to wait, regardless of `attempts`, for a server that is not ready or that answered earlier and is
   * now unreachable.
   */
  readonly awayMinutes: number;
}

/** What is known about a server so far. It is kept from one request to the next. */
interface ServerWatch {
  /** Whether the server has answered since the program started. */
  hasAnswered: boolean;
  /** When the server was first found to be unreachable, by the monotonic clock; undefined while it is reachable. */
  awaySinceMs: number | undefined;
}

interface FailedRequest {
  readonly error: ProviderError;
  /** The number of the attempt that failed, counted from 1. */
  readonly attempt: number;
}

interface PlannedRetry {
  readonly delayMs: number;
  /** The number of the next attempt. */
  readonly attempt: number;
}

/**
 * While the server is unreachable, each wait is computed as if this attempt had failed (up to sixteen base delays).
 * The waits do not grow any further, because the server may be back at any moment.
 */
const awayAttempt = 5;

/** Undefined if the request must not be sent again. */
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

/**
 * Whether to wait for the server, because it says that it is not ready, or because it answered earlier and is now
 * unreachable. The address of a server that never answered may be wrong. Notes in `watch` when the waiting began.
 */
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
  /** The number of the attempt that failed, counted from 1. */
  readonly attempt: number;
  /** The longest wait after the first failure, in milliseconds. It doubles with each further failure. */
  readonly baseDelayMs: number;
  /** The wait that the server asked for, in milliseconds. If asked sooner, it would only refuse again. */
  readonly retryAfterMs?: number | undefined;
}

/**
 * Two minutes is long enough for a restart or for a model to load, and short enough that a waiting person notices soon
 * that the server is back.
 */
const longestBackoffMs = 120_000;
/** A server may ask for a longer wait than `longestBackoffMs`, but not for the whole night. */
const longestRetryAfterMs = 600_000;

/**
 * The wait in milliseconds: exponential with full jitter, and not less than the server asked for (ten minutes at
 * most).
 */
function computeBackoffMs(failed: FailedAttempt, chance: Chance): number {
  const ceiling = Math.min(longestBackoffMs, failed.baseDelayMs * 2 ** (failed.attempt - 1));
  const jittered = Math.round(ceiling * chance.next());
  return Math.max(jittered, Math.min(longestRetryAfterMs, failed.retryAfterMs ?? 0));
}
