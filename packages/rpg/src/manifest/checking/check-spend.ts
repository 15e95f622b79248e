// Checks a rule for spending after a roll: the checks and the outcome it names exist, and its numbers can be computed.

import { isList, isObject, type Json } from '../../values/json.ts';
import { askFormula, type HintsCheck, type Spot } from './check-effect.ts';
import { checkId } from './check-id.ts';
import { checkEffects } from './check-intent.ts';
import { listObjects } from './check-mechanics.ts';

export function checkSpend(spot: Spot, checking: HintsCheck): void {
  const { raw, at, sides } = spot;
  const about = checking.sheets.get(sides.roller);
  if (about === undefined) return;
  for (const name of ['cost', 'cost_own'] as const)
    checkEffects({ at: [...at, name], sides }, raw[name], checking);
  const asking = { ...checking, names: about.names };
  askFormula(raw['needs'], { ...asking, at: [...at, 'needs'], needs: 'truth' });
  askFormula(raw['amount'], { ...asking, at: [...at, 'amount'], needs: 'number' });
  const checks = raw['checks'];
  for (const [index, check] of isList(checks) ? checks.entries() : []) {
    checkId(check, { list: 'checks', at: [...at, 'checks', index] }, checking);
  }
  checkParts(spot, checking);
}

/** Checks that each way of changing a result has the members it needs, and none that it would ignore. */
function checkParts({ raw, at }: Spot, checking: HintsCheck): void {
  const { problems } = checking;
  const does = String(raw['does']);
  const needed: Readonly<Record<string, string>> = { total: 'amount', outcome: 'outcome' };
  const missing = needed[does];
  if (missing !== undefined && raw[missing] === undefined)
    problems.add(at, `"${does}" needs ${missing}.`, `Add "${missing}".`);
  if (raw['keep'] !== undefined && does !== 'reroll')
    problems.add(
      [...at, 'keep'],
      '"keep" chooses between two throws, and only a reroll has two.',
      'Leave keep out.',
    );
  const { outcome } = raw;
  if (typeof outcome === 'string' && !hasOutcome(checking.json['checks'], outcome))
    problems.add(
      [...at, 'outcome'],
      `No check has the outcome "${outcome}".`,
      'Give the id of an outcome of a check.',
    );
}

function hasOutcome(checks: Json | undefined, id: string): boolean {
  return listObjects(checks).some(([, check]) =>
    listObjects(check['outcomes']).some(([, outcome]) => isObject(outcome) && outcome['id'] === id),
  );
}
