// Declares a problem that verification reports: which invariant is broken, and where.

export interface Problem {
  /**
   * A stable code: the rule of SPEC.md that is broken (`RN2`), or a dotted name if the rule can be broken in several
   * ways.
   */
  readonly code: string;
  /** One sentence that says what is wrong, and where. */
  readonly what: string;
  /**
   * Whether the story was imported again after it was read. Nothing is damaged then, and the next run follows the new
   * version.
   */
  readonly isStale?: true;
}
