// Declares a problem that verification reports: which invariant is broken, and where.

export interface Problem {
  /** Stable: the rule of SPEC.md that is broken (`RN2`), or a dotted name if a rule can be broken in several ways. */
  readonly code: string;
  /** One sentence that says what is wrong, and where. */
  readonly what: string;
  /**
   * Whether the story was imported again after it was read. If so, nothing is damaged, and the next run follows the new
   * version.
   */
  readonly isStale?: true;
}
