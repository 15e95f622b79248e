// Finding: what an examination found out about a single thing, and what to do about it.

/** `unknown` if it cannot be found out. A value that was not reported is never guessed, and never counts as 0. */
export type Standing = 'ok' | 'warning' | 'problem' | 'unknown';

export interface Finding {
  /** What was examined, in a word or two that stay the same from version to version. */
  readonly check: string;
  readonly standing: Standing;
  /** One sentence, or two. */
  readonly says: string;
  /** What a person can do; present if something can be done. */
  readonly todo?: string | undefined;
  /** Code of the error that led to the finding, if one did. */
  readonly code?: string | undefined;
}
