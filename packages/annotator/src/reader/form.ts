// Form: a way of words in which a sentence says what something is, and what it is worth.

import type { NameRange } from './clause.ts';

/** A stretch that says something of a name. */
export interface Form extends NameRange {
  /** What such a form of words is worth as a definition. */
  readonly base: number;
  /** Begins with the name or its class and reads as a definition by itself, without the sentence around it. */
  readonly standsAlone: boolean;
  /** The words that say what the name is; what follows only adds to it. */
  readonly core: NameRange;
}

/**
 * What each form of words is worth, from the surest way English defines to the least sure. Only their order and rough
 * distance matter: a plain sentence about the thing must never beat a definition.
 */
export const worth = {
  copula: 5,
  apposition: 5,
  called: 4.5,
  before: 3.8,
  ofClass: 3,
  relative: 2.6,
  looseCopula: 2.5,
  looseApposition: 2.5,
  story: 1.2,
  plain: 0.5,
} as const;
