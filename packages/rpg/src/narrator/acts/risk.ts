// Risks: whatever has no name of its own and may go wrong.

import type { Chronicle } from '../chronicle.ts';
import type { Script } from '../script.ts';
import { narrateBeat } from './describe.ts';
import { isAssault, playAttack } from './fight.ts';
import { playStrikeBack } from './play-strike-back.ts';
import { narrateDegree, rollDeed } from './roll-deed.ts';

export function* playRisk(c: Chronicle): Script<void> {
  const foe = c.world.opponents[0];
  if (isAssault(c)) return yield* playAttack(c);
  const tried = yield* rollDeed(c, 'risk', foe);
  if (tried === undefined) return;
  narrateDegree(c, 'risk', tried);
  if (foe !== undefined && c.world.mode === 'combat')
    return yield* playStrikeBack(c, foe, tried.isStruckBack || tried.degree < 0);
  narrateBeat(c);
}
