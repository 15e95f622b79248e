// Reads the numbers of a roll under the names that formulas of outcomes and effects use.

import { buildRolledValues } from '../../rules/roll-check.ts';
import type { RolledCheck } from '../../rules/rolled-check.ts';
import type { RollNumbers } from './list-effect-calls.ts';

export function readRollNumbers({ rolled, challenge, target }: RolledCheck): RollNumbers {
  const values = buildRolledValues({ rolled, challenge, target });
  return new Map([...values].flatMap(([name, value]) => (typeof value === 'number' ? [[name, value]] : [])));
}
