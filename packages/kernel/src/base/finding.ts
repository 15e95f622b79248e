// Finding: what an examination found out about a single thing, and what to do about it.

/** `unknown`: it could not be found out. A value that was not reported is never guessed, and never counts as 0. */
export type Standing = 'ok' | 'warning' | 'problem' | 'unknown';

export interface Finding {
  /** What was examined, in a word or two that are the same in all versions. */
  readonly check: string;
  readonly standing: Standing;
  /** The result, in one or two sentences. */
  readonly says: string;
  /** What a person can do about it; undefined if nothing can be done. */
  readonly todo?: string | undefined;
  /** Code of the error that led to the finding; undefined if none did. */
  readonly code?: string | undefined;
}
