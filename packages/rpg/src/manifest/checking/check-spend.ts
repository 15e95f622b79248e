// Checks a rule for spending after a roll: the checks and the outcome it names exist, and its numbers can be computed.

import { isList, isObject, type Json } from '../../values/json.ts';
import { askFormula, type HintsCheck, type Spot } from './check-effect.ts';
import { checkId } from './check-id.ts';
import { checkEffects } from './check-intent.ts';
import { listObjects } from './check-mechanics.ts';
import { findWritable } from './check-setting.ts';

export function checkSpend(spot: Spot, checking: HintsCheck): void {
  const { raw, at, sides } = spot;
  const about = checking.sheets.get(sides.roller);
  if (about === undefined) return;
  for (const name of ['cost', 'cost_own', 'cost_other'] as const)
    checkEffects({ at: [...at, name], sides }, raw[name], checking);
  const asking = { ...checking, names: about.names };
  askFormula(raw['needs'], { ...asking, at: [...at, 'needs'], needs: 'truth' });
  askFormula(raw['amount'], { ...asking, at: [...at, 'amount'], needs: 'number' });
  const checks = raw['checks'];
  for (const [index, check] of isList(checks) ? checks.entries() : []) {
    checkId(check, { list: 'checks', at: [...at, 'checks', index] }, checking);
  }
  checkUses(spot, checking);
  checkParts(spot, checking);
}

/**
 * Checks `uses`: items on the scene's list have the number that it names, and the payer's sheet has the value that
 * counts all uses.
 */
function checkUses({ raw, at, sides }: Spot, { sheets, problems }: HintsCheck): void {
  const { uses } = raw;
  const [scene, payer] = [sheets.get('scene'), sheets.get(sides.roller)];
  if (!isObject(uses) || scene === undefined || payer === undefined) return;
  const place = [...at, 'uses'];
  if (typeof uses['of'] === 'string') findWritable(uses['of'], [...place, 'of'], { ...payer, problems });
  if (typeof uses['list'] !== 'string') return;
  const kind = findWritable(uses['list'], [...place, 'list'], { ...scene, problems })?.field.kind;
  if (kind === undefined) return;
  const item = { name: 'try', [String(uses['number'])]: 1 };
  if (kind.add?.(kind.blank(), { item, id: 'try' })?.ok !== true)
    problems.add(
      [...place, 'number'],
      `Items of this list have no number "${String(uses['number'])}".`,
      'Add it to the item_shape of the list as "number".',
    );
}

/**
 * Checks the members that go with the way in which the rule changes a result (`does`), such as the `amount` for a
 * total.
 */
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
