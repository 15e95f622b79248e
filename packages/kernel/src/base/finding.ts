// Finding: what an examination found out about one thing, and what to do about it.

/** `unknown` where nobody can tell: never a guess, never 0 for what was not reported. */
export type Standing = 'ok' | 'warning' | 'problem' | 'unknown';

export interface Finding {
  /** What was examined, in a word or two; stable. */
  readonly check: string;
  readonly standing: Standing;
  /** One sentence, or two. */
  readonly says: string;
  /** What a person can do, wherever something can be done. */
  readonly todo?: string | undefined;
  /** Of the error that it comes from, where it comes from one. */
  readonly code?: string | undefined;
}
