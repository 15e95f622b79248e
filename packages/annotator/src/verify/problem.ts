// A problem: an invariant that does not hold.

export interface Problem {
  /** Stable: the rule of SPEC.md that is broken (`RN2`), or a dotted name where one rule has several ways to break. */
  readonly code: string;
  /** What is wrong and where, one sentence. */
  readonly what: string;
  /**
   * Whether the story was imported again since it was read: then nothing is damaged, and the next run follows
   * the new version.
   */
  readonly isStale?: true;
}
