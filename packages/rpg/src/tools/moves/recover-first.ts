// Has whoever must recover before anything else, such as from being shaken, roll for it when they make a move in a fight.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import type { Entity } from '../../values/entity.ts';
import { nameOf } from '../resolve-target.ts';
import type { Workbench } from '../workbench.ts';
import { isHeldBack } from './is-fighting.ts';
import { openEffectView } from './open-effect-view.ts';
import { playMove } from './play-move.ts';

/** Moves that are no deed of one's own: the roll for being down, and the first sight of somebody. */
const never = ['down', 'first_sight'];

export interface Recovered {
  readonly say: string;
  /** Whether the move can be made now. */
  readonly isFree: boolean;
}

/** Rolls to recover, if `who` must do this before the move; otherwise undefined. */
export function rollRecovery(bench: Workbench, move: string, who: Entity): Recovered | undefined {
  const { system } = bench;
  const recover = system.manifest.narrator?.order?.recover;
  const check = recover === undefined ? undefined : system.checks.get(recover.check);
  const isOther = never.includes(move) || recover?.except?.some((one) => one === move) === true;
  if (check === undefined || isOther || !isHeldBack(openEffectView(bench), who)) return undefined;
  // The move decides the action, and not this roll.
  const rolled = playMove(bench, { id: check.id, hint: {}, who, check, reason: check.label, depth: 1 });
  const isFree = !isHeldBack(openEffectView(bench), bench.state.find(who.id) ?? who);
  const held = `${nameOf(who)} has not recovered: the move was not made, and the turn is over.`;
  return { say: isFree ? rolled.say : `${rolled.say}\n${escapeLine(held, 200)}`, isFree };
}
