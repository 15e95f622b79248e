// Finds what the rules change about a roll: advantage or disadvantage, what is added, and outcomes that replace others.

import { toName } from '../../prefabs/containers/conditions.ts';
import { readValue } from '../../rules/read-value.ts';
import type { CheckRolled } from '../../rules/roll-check.ts';
import type { Check } from '../../system/check.ts';
import { listConditionFields } from '../../system/is-condition-list.ts';
import type { AdvantageRule, ModifierRule } from '../../system/roll-rules.ts';
import type { Entity } from '../../values/entity.ts';
import { evaluateFor } from '../moves/list-effect-calls.ts';
import { openEffectView } from '../moves/open-effect-view.ts';
import { readListed } from '../read-listed.ts';
import type { Workbench } from '../workbench.ts';

interface Rolling {
  readonly check?: Check | undefined;
  /** Dice to use in place of the check's own dice. */
  readonly dice?: string | undefined;
  readonly who: Entity;
  readonly against?: Entity | undefined;
}

export interface Advantage {
  /** A word for the dice: `adv`, `dis`, or nothing if neither is given or they cancel each other out. */
  readonly word: '' | 'adv' | 'dis';
  /** What gave the advantage or disadvantage, for the answer; empty if nothing did. */
  readonly say: string;
  /** Outcomes that replace others, by the ids of the replaced outcomes. */
  readonly turns: Readonly<Record<string, string>>;
}

/** However many rules give advantage, the roll has it once; if other rules give disadvantage, it has neither. */
export function findAdvantage(bench: Workbench, rolling: Rolling): Advantage {
  const rules = listCounting(bench, bench.system.manifest.narrator?.advantages ?? [], rolling);
  const given = ['advantage', 'disadvantage'].map((kind) => rules.filter(({ gives }) => gives === kind));
  const [better = [], worse = []] = given;
  const turns = Object.assign({}, ...rules.map((rule) => rule.turns ?? {})) as Advantage['turns'];
  const renderReasons = (of: typeof rules) => [...new Set(of.map(({ because }) => because))].join(', ');
  const say = [better, worse].flatMap((of, index) =>
    of.length === 0 ? [] : [`${index === 0 ? 'advantage' : 'disadvantage'}: ${renderReasons(of)}`],
  );
  if (better.length > 0 && worse.length > 0)
    return { word: '', say: `${say.join('; ')}; they cancel each other out`, turns };
  if (better.length > 0) return { word: 'adv', say: say.join(), turns };
  return { word: worse.length > 0 ? 'dis' : '', say: say.join(), turns };
}

interface Modifiers {
  /** The dice and numbers that are added, each with its sign. */
  readonly adds: string;
  /** What gives these dice and numbers, in words for the answer. */
  readonly say: string;
}

/** What the rules add to the roll; the same die for the same reason counts once. */
export function findModifiers(bench: Workbench, rolling: Rolling): Modifiers {
  const rules = listCounting(bench, bench.system.manifest.narrator?.modifiers ?? [], rolling);
  const told = rules.map(({ adds, because }) => ({ adds: /^[+-]/.test(adds) ? adds : `+${adds}`, because }));
  const once = [...new Map(told.map((one) => [`${one.adds} ${one.because}`, one])).values()];
  return {
    adds: once.map(({ adds }) => adds).join(''),
    say: once.map(({ adds, because }) => `${adds}: ${because}`).join(', '),
  };
}

/** Conditions that end with this roll because they count only once, each with the entity that has it. */
export function listUsedUp(bench: Workbench, rolling: Rolling): readonly UsedUp[] {
  const { advantages = [], modifiers = [] } = bench.system.manifest.narrator ?? {};
  const rules = [...advantages, ...modifiers].filter(({ once }) => once === true);
  return listCounting<AdvantageRule | ModifierRule>(bench, rules, rolling).flatMap(
    ({ found }) => found ?? [],
  );
}

interface UsedUp {
  readonly condition: string;
  readonly of: Entity;
}

/** The rules that count for this roll, each with the reason in a few words. */
function listCounting<Rule extends RuleOfRolls>(
  bench: Workbench,
  rules: readonly Rule[],
  rolling: Rolling,
): readonly (Rule & Counting)[] {
  return rules.flatMap((rule) => {
    const counting = findReason(bench, rule, rolling);
    return counting === undefined ? [] : [{ ...rule, ...counting }];
  });
}

type RuleOfRolls = Omit<ModifierRule, 'adds'>;

interface Counting {
  readonly because: string;
  /** The condition because of which the rule counts. */
  readonly found?: UsedUp | undefined;
}

/** Why the rule counts for this roll; undefined if it does not. */
function findReason(bench: Workbench, rule: RuleOfRolls, rolling: Rolling): Counting | undefined {
  const { who, against } = rolling;
  const about = rule.who === 'opponent' ? against : who;
  if (about === undefined || !isForRoll(bench, rule, rolling)) return undefined;
  const view = openEffectView(bench);
  const reader = { id: who.id, against: against?.id };
  const isTrue = (source: string) => evaluateFor(view, source, reader) === true;
  if (rule.if !== undefined && !isTrue(rule.if)) return undefined;
  if (rule.unless !== undefined && isTrue(rule.unless)) return undefined;
  if (rule.has === undefined) return rule.say === undefined ? undefined : { because: rule.say };
  const wanted = new Set(rule.has.map(toName));
  const condition = listConditions(bench, about).find((name) => wanted.has(toName(name)));
  if (condition === undefined) return undefined;
  const because = rule.say ?? `${about.id} is ${condition.toLowerCase()}`;
  return { because, found: { condition, of: about } };
}

/**
 * Whether the rule is for this roll: for its check, if the rule names `checks`, and for its dice, if the rule names
 * values that they must read (`reads`); a rule that names neither is for no roll. An alias counts as the path for which
 * it stands.
 */
function isForRoll(
  { system }: Workbench,
  { checks, reads }: RuleOfRolls,
  { check, dice = check?.dice ?? '' }: Rolling,
): boolean {
  if (checks !== undefined && (check === undefined || !checks.includes(check.id))) return false;
  if (reads === undefined) return checks !== undefined;
  const { aliases = {} } = system.manifest;
  const names = dice.match(/(?<=@)[a-z_][\w.]*/gu) ?? [];
  const read = new Set(names.map((name) => (Object.hasOwn(aliases, name) ? aliases[name] : name)));
  return reads.some((path) => read.has(path));
}

function listConditions({ system }: Workbench, { type, sheet }: Entity): readonly string[] {
  return listConditionFields(system, type).flatMap(({ kind, path }) =>
    (kind.items?.(readValue(sheet, path) ?? []) ?? []).map(readListed),
  );
}

/** The roll, with another outcome if the rules put one in place of its own. */
export function takeTurned(rolled: CheckRolled, { turns }: Advantage, check: Check | undefined): CheckRolled {
  if (!rolled.ok || rolled.outcome === undefined) return rolled;
  const wanted = Object.hasOwn(turns, rolled.outcome.id) ? turns[rolled.outcome.id] : undefined;
  const taken = check?.outcomes.find(({ id }) => id === wanted);
  if (taken === undefined) return rolled;
  const { id, label, degree } = taken;
  return { ...rolled, outcome: { id, label, degree } };
}
