// Rolls a check of a system: its dice, the opposing dice if it has any, and the first outcome whose condition is true.

import type { DiceGroup, DiceResolver, FaceSource, RolledDice } from '../dice/dice.ts';
import { parseDice } from '../dice/parse-dice.ts';
import { rollDice } from '../dice/roll-dice.ts';
import type { FormulaValue } from '../prefabs/prefab.ts';
import type { Check, CheckOutcome } from '../system/check.ts';
import type { Scope } from '../system/formula.ts';
import type { RolledCheck } from './rolled-check.ts';

export interface CheckOptions {
  readonly check: Check;
  /** Dice to use in place of the check's own, such as dice with advantage. */
  readonly dice?: string | undefined;
  /** A target to use in place of the check's own. */
  readonly target?: number | undefined;
  readonly source: FaceSource;
  /** How the total is changed once the dice have fallen. */
  readonly changed?: ChangedTotal | undefined;
  /** The sheet as dice read it. */
  readonly resolve: DiceResolver;
  /** The sheet as formulas read it. */
  readonly scope: Scope;
}

/** How a total is changed: a number is added to it or replaces it. */
export interface ChangedTotal {
  readonly add?: number | undefined;
  readonly total?: number | undefined;
  /** What changed the total, in the words of the rules. */
  readonly label: string;
}

export function adjustTotal(rolled: RolledDice, changed: ChangedTotal | undefined): RolledDice {
  if (changed === undefined || (changed.add === undefined && changed.total === undefined)) return rolled;
  const { add = 0, total = rolled.total + add, label } = changed;
  const by = changed.total === undefined ? `${add < 0 ? '' : '+'}${add} ` : '';
  return { ...rolled, total, rendered: `${rolled.rendered}, ${by}${label} = ${total}` };
}

export type CheckRolled =
  | ({ readonly ok: true } & Pick<RolledCheck, 'rolled' | 'challenge' | 'target' | 'outcome'> & {
        /** Why there is no outcome, if a formula could not be evaluated. */
        readonly fault?: string | undefined;
      })
  | { readonly ok: false; readonly say: string };

/** Never throws because of the check or the sheet. The check's own dice are thrown before the dice against it. */
export function rollCheck(options: CheckOptions): CheckRolled {
  const { check, source, resolve } = options;
  const rolled = rollText(options.dice ?? check.dice, source, resolve);
  if (!rolled.ok) return rolled;
  const challenge = check.challenge === undefined ? undefined : rollText(check.challenge, source, resolve);
  if (challenge?.ok === false) return challenge;
  const target = options.target ?? readTarget(options);
  if (typeof target === 'object') return { ok: false, say: target.say };
  const parts = { rolled: adjustTotal(rolled.rolled, options.changed), challenge: challenge?.rolled, target };
  const scope = buildCheckScope(options.scope, parts);
  return {
    ok: true,
    ...parts,
    rolled: withCounted(parts.rolled, check, scope),
    ...chooseOutcome(check.outcomes, scope),
  };
}

const sums: ReadonlySet<string> = new Set(['total', 'natural', 'successes']);

/**
 * If the kept faces decide one by one, such as the highest, and no sum does, the total is left out, since it would be
 * taken for the result.
 */
function withCounted(rolled: RolledDice, { outcomes }: Check, scope: Scope): RolledDice {
  const read = new Set(outcomes.flatMap(({ when }) => when.reads));
  const counting = ['highest', 'lowest'].filter((name) => read.has(name));
  const total = ` = ${rolled.total}`;
  const isSum = [...read].some((name) => sums.has(name)) || !rolled.rendered.endsWith(total);
  if (isSum || (counting.length === 0 && !read.has('kept'))) return rolled;
  const faces = rolled.rendered.slice(0, -total.length);
  const meant = counting.map((name) => `, ${name} ${String(scope.read(name))}`);
  return { ...rolled, rendered: `${faces}${meant.join('')}` };
}

function rollText(text: string, source: FaceSource, resolve: DiceResolver) {
  const parsed = parseDice(text);
  return parsed.ok ? rollDice(parsed.dice, { source, resolve }) : { ok: false as const, say: parsed.say };
}

function readTarget({ check, scope }: CheckOptions): number | undefined | { readonly say: string } {
  const evaluated = check.target?.evaluate(scope);
  if (evaluated === undefined) return undefined;
  if (!evaluated.ok) return { say: `The value to reach with ${check.label} is not known: ${evaluated.say}` };
  return typeof evaluated.value === 'number'
    ? evaluated.value
    : { say: `The value to reach with ${check.label} is not a number.` };
}

function chooseOutcome(outcomes: readonly CheckOutcome[], scope: Scope) {
  for (const { id, label, degree, when } of outcomes) {
    const held = when.evaluate(scope);
    if (!held.ok) return { fault: held.say };
    if (held.value === true) return { outcome: { id, label, degree } };
  }
  return {};
}

interface RolledParts {
  readonly rolled: RolledDice;
  readonly challenge: RolledDice | undefined;
  readonly target: number | undefined;
}

/** What outcomes may read: the check's own names first, then the names of the sheet. */
function buildCheckScope(sheet: Scope, parts: RolledParts): Scope {
  const values = buildRolledValues(parts);
  return { ...sheet, read: (path) => (values.has(path) ? values.get(path) : sheet.read(path)) };
}

/** The names that a roll itself provides. */
export function buildRolledValues({
  rolled,
  challenge,
  target,
}: RolledParts): ReadonlyMap<string, FormulaValue | undefined> {
  const first = rolled.groups.find((group) => group.dice.some((die) => die.isKept)) ?? rolled.groups[0];
  const kept = listKept(first);
  return new Map<string, FormulaValue | undefined>([
    ['total', rolled.total],
    ['target', target],
    ['natural', kept.reduce((sum, face) => sum + face, 0)],
    ['highest', kept.length === 0 ? 0 : Math.max(...kept)],
    ['lowest', kept.length === 0 ? 0 : Math.min(...kept)],
    ['kept', kept],
    ['thrown', rolled.groups.flatMap(listThrown)],
    ['challenge', challenge?.groups.flatMap(listKept) ?? []],
    ['successes', rolled.groups.reduce((sum, group) => sum + countSuccesses(group), 0)],
  ]);
}

function listKept(group: DiceGroup | undefined): readonly number[] {
  if (group === undefined) return [];
  // Tens and units make one number together.
  if (isPercentile(group)) return [group.value];
  return group.dice.filter((die) => die.isKept).map((die) => die.face);
}

function listThrown(group: DiceGroup): readonly number[] {
  if (isPercentile(group)) return [group.value];
  return group.dice.filter((die) => !die.marks.includes('rerolled')).map((die) => die.face);
}

function isPercentile(group: DiceGroup): boolean {
  return group.dice.some((die) => die.marks.includes('units'));
}

function countSuccesses(group: DiceGroup): number {
  const count = (mark: string) => group.dice.filter((die) => die.marks.includes(mark)).length;
  return count('success') - count('failure');
}
