// Refuses the use of a thing that takes more pieces of something than its user has.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import { findScarce, findThing } from '../moves/things.ts';
import { findMoving } from './find-mover.ts';
import type { RefuseSlip } from './slip-view.ts';

export const refuseScarce: RefuseSlip = (view, call) => {
  const { as } = call.arguments;
  const moving = findMoving(view, call);
  const who = moving === undefined ? undefined : view.state.find(moving.id);
  if (moving === undefined || who === undefined || typeof as !== 'string') return undefined;
  const thing = findThing(view.system, as, moving.move);
  const scarce = thing === undefined ? undefined : findScarce(view.system, who, thing);
  if (thing === undefined || scarce === undefined) return undefined;
  const [used, needed] = [thing.name, scarce.thing.name].map((name) => escapeLine(name, 120));
  return `${used} uses up ${scarce.count} of ${needed}, and ${who.id} has fewer.`;
};
