// A problem of a glossary: something that should hold and does not.

export interface GlossaryProblem {
  /** Dotted and stable, such as `evidence.moved`. */
  readonly code: string;
  readonly what: string;
}
