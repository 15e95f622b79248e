// Risks: whatever has no name of its own and may go wrong.

import type { Chronicle } from '../chronicle.ts';
import type { Script } from '../script.ts';
import { sayBeat } from './describe.ts';
import { attack, isAssault } from './fight.ts';
import { strikeBack } from './strike-back.ts';
import { sayDegree, tryDeed } from './try-deed.ts';

export function* risk(c: Chronicle): Script<void> {
  const foe = c.world.opponents[0];
  if (isAssault(c)) return yield* attack(c);
  const tried = yield* tryDeed(c, 'risk', foe);
  if (tried === undefined) return;
  sayDegree(c, 'risk', tried);
  if (foe !== undefined && c.world.mode === 'combat')
    return yield* strikeBack(c, foe, tried.isStruckBack || tried.degree < 0);
  sayBeat(c);
}
