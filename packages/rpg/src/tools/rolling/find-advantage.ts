// Finds the advantage or disadvantage that the rules give to a roll, and which outcome they put in place of another.

import { toName } from '../../prefabs/containers/conditions.ts';
import { readValue } from '../../rules/read-value.ts';
import type { CheckRolled } from '../../rules/roll-check.ts';
import type { Check } from '../../system/check.ts';
import { listConditionFields } from '../../system/is-condition-list.ts';
import type { AdvantageRule } from '../../system/narrator-hints.ts';
import type { Entity } from '../../values/entity.ts';
import { evaluateFor } from '../moves/list-effect-calls.ts';
import { openEffectView } from '../moves/open-effect-view.ts';
import { readListed } from '../read-listed.ts';
import type { Workbench } from '../workbench.ts';

interface Rolling {
  readonly check?: Check | undefined;
  readonly who: Entity;
  readonly against?: Entity | undefined;
}

export interface Advantage {
  /** A word for the dice: `adv`, `dis`, or nothing if neither is given or they cancel each other out. */
  readonly word: '' | 'adv' | 'dis';
  /** What gave the advantage or disadvantage, for the answer; empty if nothing did. */
  readonly say: string;
  /** Outcomes that take the place of others, by id. */
  readonly turns: Readonly<Record<string, string>>;
}

/** However many rules give advantage, it counts once; if others give disadvantage, there is neither. */
export function findAdvantage(bench: Workbench, rolling: Rolling): Advantage {
  const rules = (bench.system.manifest.narrator?.advantages ?? []).flatMap((rule) => {
    const because = findReason(bench, rule, rolling);
    return because === undefined ? [] : [{ ...rule, because }];
  });
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

/** Why the rule counts for this roll, in a few words; undefined if it does not. */
function findReason(bench: Workbench, rule: AdvantageRule, rolling: Rolling): string | undefined {
  const { check, who, against } = rolling;
  const about = rule.who === 'opponent' ? against : who;
  if (check === undefined || about === undefined || !rule.checks.includes(check.id)) return undefined;
  const view = openEffectView(bench);
  const reader = { id: who.id, against: against?.id };
  const isTrue = (source: string) => evaluateFor(view, source, reader) === true;
  if (rule.if !== undefined && !isTrue(rule.if)) return undefined;
  if (rule.unless !== undefined && isTrue(rule.unless)) return undefined;
  if (rule.has === undefined) return rule.say;
  const wanted = new Set(rule.has.map(toName));
  const found = listConditions(bench, about).find((name) => wanted.has(toName(name)));
  return found === undefined ? undefined : (rule.say ?? `${about.id} is ${found.toLowerCase()}`);
}

function listConditions({ system }: Workbench, { type, sheet }: Entity): readonly string[] {
  return listConditionFields(system, type).flatMap(({ kind, path }) =>
    (kind.items?.(readValue(sheet, path) ?? []) ?? []).map(readListed),
  );
}

/** The roll with the outcome that the rules put in place of its own. */
export function takeTurned(rolled: CheckRolled, { turns }: Advantage, check: Check | undefined): CheckRolled {
  if (!rolled.ok || rolled.outcome === undefined) return rolled;
  const wanted = Object.hasOwn(turns, rolled.outcome.id) ? turns[rolled.outcome.id] : undefined;
  const taken = check?.outcomes.find(({ id }) => id === wanted);
  if (taken === undefined) return rolled;
  const { id, label, degree } = taken;
  return { ...rolled, outcome: { id, label, degree } };
}
