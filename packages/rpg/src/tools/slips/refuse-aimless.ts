// Refuses a spell or thing that does something to somebody, if nobody is named: its cost would be paid for nothing.

import { isAimed } from '../moves/move-hint.ts';
import { buildThingHint, findThing } from '../moves/things.ts';
import { findMoving } from './find-mover.ts';
import type { RefuseSlip } from './slip-view.ts';

export const refuseAimless: RefuseSlip = (view, call) => {
  const { as, against } = call.arguments;
  const moving = findMoving(view, call);
  if (moving === undefined || typeof as !== 'string') return undefined;
  if (typeof against === 'string' && against.trim() !== '') return undefined;
  const thing = findThing(view.system, as, moving.move);
  if (thing === undefined || !isAimed(buildThingHint(thing))) return undefined;
  return `${thing.name} does something to somebody: say to whom, in \`against\`.`;
};
