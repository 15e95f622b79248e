// Refuses a spell or thing that does something to somebody, if nobody is named: its cost would be paid for nothing.

import { isAimed } from '../moves/move-hint.ts';
import { buildThingHint, findThing } from '../moves/things.ts';
import type { RefuseSlip } from './slip-view.ts';

export const refuseAimless: RefuseSlip = ({ system }, { name, arguments: given }) => {
  const { move, as, against } = given;
  if (name !== 'roll' || typeof move !== 'string' || typeof as !== 'string') return undefined;
  if (typeof against === 'string' && against.trim() !== '') return undefined;
  const thing = findThing(system, as, move.trim().toLowerCase());
  if (thing === undefined || !isAimed(buildThingHint(thing))) return undefined;
  return `${thing.name} does something to somebody: say to whom, in \`against\`.`;
};
