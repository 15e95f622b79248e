// Errors: one family of classes, divided by who must act.

/** What every error of ours has in addition to its message. */
export interface ErrorDetails {
  /** A stable, dotted name for what went wrong, such as `corpus.missing-table`. */
  readonly code: string;
  /** The first half of the message: what happened, in one sentence. */
  readonly happened: string;
  /** The second half of the message: what the person can do about it. */
  readonly todo: string;
  readonly cause?: unknown;
}

/** The base class of our errors; `exitCode` and `httpStatus` depend on who must act. */
export abstract class TerrariumError extends Error {
  abstract readonly exitCode: number;
  abstract readonly httpStatus: number;
  readonly code: string;
  readonly happened: string;
  readonly todo: string;

  constructor(details: ErrorDetails) {
    super(`${details.happened} ${details.todo}`, details.cause === undefined ? {} : { cause: details.cause });
    this.name = new.target.name;
    this.code = details.code;
    this.happened = details.happened;
    this.todo = details.todo;
  }
}

/** An error after which the caller must act: bad configuration, unknown names, malformed input. */
export class UsageError extends TerrariumError {
  readonly exitCode = 2;
  readonly httpStatus = 400;
}

/** An error after which the code that asked the model must act: unusable reply, refusal, too many rounds. */
export class ModelError extends TerrariumError {
  readonly exitCode = 3;
  readonly httpStatus = 502;
}

/**
 * An error at a server that we ask. It either passes by itself (timeout, rate limit, refused connection), or other
 * settings are needed.
 */
export class ProviderError extends TerrariumError {
  readonly exitCode = 4;
  readonly httpStatus = 503;
  /** Whether the same request may succeed later although nobody changes anything. */
  readonly retryable: boolean;
  /** How long the server asked us to wait (`Retry-After`), in milliseconds; undefined if it did not say. */
  readonly retryAfterMs: number | undefined;

  constructor(details: ErrorDetails & { retryable: boolean; retryAfterMs?: number | undefined }) {
    super(details);
    this.retryable = details.retryable;
    this.retryAfterMs = details.retryAfterMs;
  }
}

/**
 * An error after which the operator must act: a database or file is locked, corrupt, too new, or its disk is
 * full.
 */
export class StorageError extends TerrariumError {
  readonly exitCode = 5;
  readonly httpStatus = 500;
}

/** An error after which we must act: an assertion in our code has failed. */
export class Bug extends TerrariumError {
  readonly exitCode = 70;
  readonly httpStatus = 500;

  constructor(happened: string, cause?: unknown) {
    super({
      code: 'bug',
      happened,
      todo: 'This is a fault in Terrarium: please report it with this message.',
      cause,
    });
  }
}

/** Throws a `Bug` unless the condition holds. */
export function assert(condition: unknown, happened: string): asserts condition {
  if (!condition) throw new Bug(happened);
}

/** The answer to a model that asked for something impossible; it is returned, never thrown. */
export interface Refusal {
  readonly ok: false;
  /** What was wrong and what would work, in words for the model. */
  readonly say: string;
}
