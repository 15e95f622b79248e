// CONT_CONDITIONS: what afflicts or helps somebody for a while, such as being prone or exhausted.

import { z } from 'zod';
import { isList, type Json } from '../../values/json.ts';
import { renderMinutes } from '../../values/render-minutes.ts';
import { listNearest, refuse, settleTo } from '../finish.ts';
import type { Done, FieldPart, Prefab, SetAsked } from '../prefab.ts';
import { readNumber } from '../read-json.ts';
import { cutLine } from '../show-text.ts';
import {
  adjustTime,
  type Condition,
  type ConditionRules,
  readConditions,
  readGiven,
  resolveConditionIndex,
  setLevel,
  toName,
  writeConditions,
} from './conditions.ts';

const config = z
  .strictObject({
    /** The names that are allowed; any name if absent. */
    options: z.array(z.string().trim().min(1).max(80)).min(1).max(200).optional(),
    /** The highest level of each condition that has levels, such as `{ "exhaustion": 6 }`. */
    levels: z.record(z.string().min(1).max(80), z.number().int().min(2).max(100)).default({}),
    /** How many rounds a minute has, so that passing minutes can end a condition that lasts a number of rounds. */
    rounds_per_minute: z.number().int().min(1).max(60).default(10),
    most: z.number().int().min(1).max(100).default(40),
  })
  .superRefine((given, issues) => {
    const options = given.options?.map((one) => one.toLowerCase());
    for (const name of Object.keys(given.levels)) {
      if (options?.includes(name.toLowerCase()) ?? true) continue;
      issues.addIssue({ code: 'custom', path: ['levels', name], message: 'is not one of the options' });
    }
  });

type Config = z.output<typeof config>;

/** Each option becomes a part, so that formulas can read its level. */
function listParts(config: Config): readonly FieldPart[] {
  const names = config.options?.map(toName).filter((name) => !times.includes(name)) ?? [];
  return [
    { name: '', kind: 'list', isWritable: true },
    ...times.map((name) => ({ name, kind: 'number', isWritable: false }) as const),
    ...names.map((name) => ({ name, kind: 'number', isWritable: true }) as const),
  ];
}

/** Parts that tell how long the longest condition still lasts; they change as time passes. */
const times: readonly string[] = ['rounds', 'minutes'];

function add(conditions: readonly Condition[], item: Json, rules: ConditionRules): Done {
  const given = readGiven(item, rules);
  if (!given.ok) return given;
  const { condition } = given;
  const at = resolveConditionIndex(conditions, condition.name);
  const same = conditions[at];
  if (same !== undefined) {
    return { ok: true, value: writeConditions(conditions.with(at, join(same, condition, rules))) };
  }
  if (conditions.length < rules.most) {
    return { ok: true, value: writeConditions([...conditions, condition]) };
  }
  return refuse(`There are ${rules.most} conditions already, the most that are allowed. Remove one first.`);
}

/**
 * Joins two conditions with the same name: levels add up, and the longer time counts; a condition without an end
 * outlasts any other.
 */
function join(same: Condition, added: Condition, rules: ConditionRules): Condition {
  const isTimed = [same, added].every((one) => one.rounds !== undefined || one.minutes !== undefined);
  const level = same.level === undefined ? added.level : same.level + (added.level ?? 1);
  return {
    ...same,
    level: level === undefined ? undefined : Math.min(level, rules.readMost(same.name)),
    rounds: isTimed ? chooseLonger(same.rounds, added.rounds) : undefined,
    minutes: isTimed ? chooseLonger(same.minutes, added.minutes) : undefined,
    note: added.note ?? same.note,
  };
}

function chooseLonger(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.max(one, other);
}

function remove(conditions: readonly Condition[], wanted: string, levels: number | undefined): Done {
  const at = resolveConditionIndex(conditions, wanted);
  const condition = conditions[at];
  if (condition === undefined) {
    const names = conditions.map((one) => one.name);
    return refuse(`"${cutLine(wanted)}" is not in the list. The list has: ${listNearest(wanted, names)}.`);
  }
  if (levels !== undefined && (!Number.isInteger(levels) || levels < 1)) {
    return refuse('The number of levels must be a whole number, at least 1.');
  }
  const left = (condition.level ?? 1) - (levels ?? Number.POSITIVE_INFINITY);
  const rest = left < 1 ? conditions.toSpliced(at, 1) : conditions.with(at, { ...condition, level: left });
  return { ok: true, value: writeConditions(rest) };
}

/**
 * `prone` and `prone.level` set the level of the condition; `prone.rounds`, `prone.minutes` and `prone.note` set these
 * members.
 */
function setPart(conditions: readonly Condition[], asked: SetAsked, rules: ConditionRules): Done {
  const [name = '', member = 'level'] = asked.part.split('.', 2);
  if (times.includes(asked.part))
    return refuse(
      'Rounds and minutes can be set only for one condition, such as prone.rounds, not for all at once.',
    );
  if (member === 'level') return setLevel(conditions, { name, level: readNumber(asked.input) }, rules);
  const at = resolveConditionIndex(conditions, name);
  const condition = conditions[at];
  if (condition === undefined) return refuse(`"${cutLine(name)}" is not there.`);
  const given = readGiven({ ...writeConditions([condition])[0], [member]: asked.input }, rules);
  if (!given.ok) return given;
  return { ok: true, value: writeConditions(conditions.with(at, given.condition)) };
}

function renderCondition(condition: Condition): string {
  const level = condition.level === undefined ? '' : ` ${condition.level}`;
  const times = [
    condition.rounds === undefined
      ? []
      : [`${condition.rounds} ${condition.rounds === 1 ? 'round' : 'rounds'}`],
    condition.minutes === undefined ? [] : [renderMinutes(condition.minutes)],
  ].flat();
  return `${cutLine(condition.name)}${level}${times.length === 0 ? '' : ` (${times.join(', ')})`}`;
}

export const contConditions: Prefab<Config> = {
  id: 'CONT_CONDITIONS',
  about:
    'What afflicts or helps somebody for a while. It may have a level, and a length in rounds or minutes.',
  config,
  derives: {},
  listParts: listParts,
  buildBlank: () => [],
  settle: (value, config) =>
    settleTo(
      value,
      writeConditions(readConditions(value, buildRules(config))),
      value === undefined ? undefined : 'conditions were corrected to fit the rules',
    ),
  read(value, part, config) {
    const conditions = readConditions(value, buildRules(config));
    if (part === '') return conditions.map((one) => one.level ?? 1);
    if (part === 'rounds' || part === 'minutes')
      return Math.max(0, ...conditions.map((one) => one[part] ?? 0));
    const condition = conditions[resolveConditionIndex(conditions, part)];
    return condition === undefined ? 0 : (condition.level ?? 1);
  },
  render: (value, config) => readConditions(value, buildRules(config)).map(renderCondition).join(', ') || '—',
  describe: (path) =>
    `${path}: condition_add {condition, level?, rounds?, minutes?}, or {condition, ends: true} to end one`,
  set(value, { part, input }, config) {
    const rules = buildRules(config);
    const conditions = readConditions(value, rules);
    if (part === '' && !isList(input)) return add(conditions, input, rules);
    if (part !== '') return setPart(conditions, { part, input }, rules);
    let all: Json = [];
    for (const item of isList(input) ? input : []) {
      const done = add(readConditions(all, rules), item, rules);
      if (!done.ok) return done;
      all = done.value;
    }
    return { ok: true, value: all };
  },
  adjust(value, { part, delta }, config) {
    const rules = buildRules(config);
    const conditions = readConditions(value, rules);
    if (!Number.isFinite(delta)) return refuse('The change must be a number.');
    if (part === 'rounds' || part === 'minutes') {
      return { ok: true, value: writeConditions(adjustTime(conditions, { [part]: delta }, rules)) };
    }
    const name = part.replace(/\.level$/, '');
    const condition = conditions[resolveConditionIndex(conditions, name)];
    const before = condition === undefined ? 0 : (condition.level ?? 1);
    return setLevel(conditions, { name, level: before + delta }, rules);
  },
  add: (value, { item }, config) => add(readConditions(value, buildRules(config)), item, buildRules(config)),
  advanceTime(value, minutes, config) {
    const rules = buildRules(config);
    const before = readConditions(value, rules);
    const after = adjustTime(
      before,
      { minutes: Number.isFinite(minutes) ? -Math.max(0, minutes) : 0 },
      rules,
    );
    const ended = before.filter((one) => resolveConditionIndex(after, one.name) < 0).map((one) => one.name);
    return { value: writeConditions(after), ended };
  },
  listItems: (value, config) => writeConditions(readConditions(value, buildRules(config))),
  remove: (value, { item, quantity }, config) =>
    remove(readConditions(value, buildRules(config)), item, quantity),
};

function buildRules(config: Config): ConditionRules {
  const levels = new Map(Object.entries(config.levels).map(([name, most]) => [name.toLowerCase(), most]));
  return {
    options: config.options,
    most: config.most,
    roundsPerMinute: config.rounds_per_minute,
    readMost: (name) => levels.get(name.toLowerCase()) ?? 10,
    hasLevels: (name) => levels.has(name.toLowerCase()),
  };
}
