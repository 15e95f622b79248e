// Rolls for a deed: the check of its kind, and the words of whatever degree came of it.

import type { Entity } from '../../values/entity.ts';
import type { Chronicle } from '../chronicle.ts';
import type { Slots } from '../compose.ts';
import { grammar } from '../grammar.ts';
import { rollIntent, type Tried } from '../roll-intent.ts';
import type { Script } from '../script.ts';
import { narrateBeat } from './describe.ts';

const degreeNames: Readonly<Record<number, string>> = {
  2: 'triumph',
  1: 'success',
  0: 'mixed',
  [-1]: 'failure',
  [-2]: 'disaster',
};

/** The line of a degree, or of the nearest one there is. */
export function narrateDegree(
  c: Chronicle,
  kind: string,
  told: { readonly degree: number; readonly slots?: Slots },
): void {
  const { degree, slots = {} } = told;
  const near = degree > 0 ? 'success' : 'failure';
  const names = [degreeNames[degree], degree === 0 ? 'mixed' : near, near];
  const fitting = names.find((name) => (grammar[`${kind}-${name}`] ?? []).length > 0);
  if (fitting !== undefined && c.narrate(`${kind}-${fitting}`, slots)) return;
  c.narrate(`risk-${degree === 0 ? 'mixed' : near}`);
}

export function* rollDeed(c: Chronicle, kind: string, opponent?: Entity): Script<Tried | undefined> {
  const reason = c.intent.raw.trim().replace(/\s+/g, ' ').slice(0, 80);
  const tried = yield* rollIntent(c, { kind, opponent, reason });
  if (tried.refusal !== undefined) {
    c.narrateText(tried.refusal);
    narrateBeat(c);
    return undefined;
  }
  if (tried.degree < 0) c.happened.hasFailed = true;
  return tried;
}
