// Slip view: the state and the actions of the turn, by which slip checks judge a call before it is executed.

import type { Acted } from '../../state/game.ts';
import type { Action } from '../../state/session.ts';
import type { System } from '../../system/system.ts';
import type { EntityId, GameState } from '../../values/entity.ts';
import type { Call } from '../moves/list-effect-calls.ts';

export interface SlipView {
  readonly system: System;
  readonly state: GameState;
  /** The actions of the turn so far, in order. */
  readonly done: readonly (Action & Acted)[];
  /** The actions of the turn that is told anew for the same words; absent for any other turn. */
  readonly listRetold?: (() => readonly (Action & Acted)[]) | undefined;
  /** Who came along with the player's character, as `listCompany` tells. */
  readonly listAllies?: (() => readonly EntityId[]) | undefined;
  /**
   * Whether the call comes from the built-in narrator, which itself sees to it that the fighters act in their order.
   */
  readonly isByRules?: boolean | undefined;
}

/** Examines one call; returns the refusal, or undefined if nothing is wrong. */
export type RefuseSlip = (view: SlipView, call: Call) => string | undefined;
