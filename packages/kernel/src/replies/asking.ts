// Asking: how far it has come to have a question answered. A cut reply is asked on, a refused one is asked for once more.

/**
 * What a reply came to. `cut`: it ends in the middle, and what was whole before is taken. One that was cut off before
 * it brought anything new is `refused`: asked on, it would be cut off at the same place.
 */
export type Standing = 'clear' | 'cut' | 'refused';

export interface ReplyFacts {
  readonly isClear: boolean;
  readonly isCut: boolean;
  /** Whether it brought anything that was not taken before. */
  readonly isNew: boolean;
}

export function findStanding({ isClear, isCut, isNew }: ReplyFacts): Standing {
  if (isClear) return 'clear';
  return isCut && isNew ? 'cut' : 'refused';
}

export interface Asking {
  /** Nothing more is asked: what was taken by now is the answer. */
  readonly isOver: boolean;
  readonly refusals: number;
  readonly cuts: number;
}

export const notAsked: Asking = { isOver: false, refusals: 0, cuts: 0 };

const mostRefusals = 1;
/** Each brought something new; a bound against a model that never comes to an end. */
const mostCuts = 20;

/** After one more reply. */
export function advanceAsking({ refusals, cuts }: Asking, standing: Standing): Asking {
  switch (standing) {
    case 'clear':
      return { isOver: true, refusals, cuts };
    case 'cut':
      return { isOver: cuts >= mostCuts, refusals, cuts: cuts + 1 };
    case 'refused':
      return { isOver: refusals >= mostRefusals, refusals: refusals + 1, cuts };
  }
}
