// Refuses a slip of a model: a call that could be executed but contradicts what was done, or what is still open.

import { hasSlippedBefore, isConfirmed, sendAgain } from './has-slipped-before.ts';
import { parseCall } from './parse-call.ts';
import { refuseAimless } from './refuse-aimless.ts';
import { refuseAlly } from './refuse-ally.ts';
import { refuseApart } from './refuse-apart.ts';
import { refuseBareSet } from './refuse-bare-set.ts';
import { refuseBeatenBlow } from './refuse-beaten-blow.ts';
import { refuseDeedWhenDown } from './refuse-deed-when-down.ts';
import { refuseNamesake } from './refuse-namesake.ts';
import { refuseOpenSteps } from './refuse-open-steps.ts';
import { refuseOutOfTurn } from './refuse-out-of-turn.ts';
import { refuseOwnTarget } from './refuse-own-target.ts';
import { refusePartOfPile } from './refuse-part-of-pile.ts';
import { refuseQuestSet } from './refuse-quest-set.ts';
import { refuseScarce } from './refuse-scarce.ts';
import { refuseSecond } from './refuse-second.ts';
import { refuseTwice } from './refuse-twice.ts';
import { refuseUnclearRoll } from './refuse-unclear-roll.ts';
import { refuseUnclearWay } from './refuse-unclear-way.ts';
import { refuseUnheld } from './refuse-unheld.ts';
import { refuseWholeDay } from './refuse-whole-day.ts';
import type { RefuseSlip, SlipView } from './slip-view.ts';

const slips: readonly RefuseSlip[] = [
  refuseUnclearRoll,
  refuseUnclearWay,
  refuseNamesake,
  refuseOwnTarget,
  refuseAimless,
  refuseScarce,
  refuseUnheld,
  refuseApart,
  refuseAlly,
  refuseBeatenBlow,
  refuseDeedWhenDown,
  refuseOutOfTurn,
  refuseTwice,
  refuseBareSet,
  refuseOpenSteps,
  refuseQuestSet,
  refusePartOfPile,
  refuseSecond,
  refuseWholeDay,
];

/**
 * Undefined if the call may be executed. Only live calls are checked; recorded calls are replayed unchanged. A refused
 * call that is sent again is executed, if the refusal offered this; so is one that was sent again in the turn that is
 * told anew.
 */
export function refuseSlip(
  view: SlipView,
  call: { readonly name: string; readonly arguments: string },
): string | undefined {
  const parsed = parseCall(call);
  if (parsed === undefined) return undefined;
  for (const slip of slips) {
    const say = slip(view, parsed);
    if (say === undefined || hasSlippedBefore(view.done, parsed, say)) continue;
    const retold = say.endsWith(sendAgain) ? (view.listRetold?.() ?? []) : [];
    if (!isConfirmed(retold, parsed)) return say;
  }
  return undefined;
}
