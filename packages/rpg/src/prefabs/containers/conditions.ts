// Conditions: reads any JSON as a list of conditions, and changes how strong they are and how long they last.

import { isList, isObject, type Json, type JsonObject } from '../../values/json.ts';
import { listNearest, refuse } from '../finish.ts';
import type { Done } from '../prefab.ts';
import { readMember, readNumber } from '../read-json.ts';
import { cutLine, describeGiven } from '../show-text.ts';
import { clampNumber } from '../values/number-range.ts';

/** The longest time, in rounds or minutes, that a condition can last. */
export const longestTime = 10_000_000;
const longestName = 80;
const members = ['name', 'level', 'rounds', 'minutes', 'note'] as const;

export interface Condition {
  readonly name: string;
  readonly level?: number | undefined;
  /** How many rounds or minutes the condition still lasts; it has no end if neither is given. */
  readonly rounds?: number | undefined;
  readonly minutes?: number | undefined;
  readonly note?: string | undefined;
}

export interface ConditionRules {
  readonly options: readonly string[] | undefined;
  readonly most: number;
  readonly roundsPerMinute: number;
  /** The highest level of a condition. */
  readMost(name: string): number;
  /** Whether this condition always has a level. */
  hasLevels(name: string): boolean;
}

/** The name as a path writes it: `Knocked out` becomes `knocked_out`. */
export function toName(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|(?<!_)_+$/g, '');
}

export function resolveConditionIndex(conditions: readonly Condition[], wanted: string): number {
  const name = toName(wanted);
  return conditions.findIndex((one) => toName(one.name) === name);
}

function normaliseName(value: Json | undefined, rules: ConditionRules): string | undefined {
  if (typeof value !== 'string') return undefined;
  const shown = cutLine(value, longestName);
  if (toName(shown) === '') return undefined;
  if (rules.options === undefined) return shown;
  return rules.options.find((one) => toName(one) === toName(value));
}

function readCondition(value: Json, rules: ConditionRules): Condition | undefined {
  const raw = typeof value === 'string' ? { name: value } : value;
  const name = normaliseName(readMember(raw, 'name'), rules);
  if (name === undefined) return undefined;
  const level = readNumber(readMember(raw, 'level')) ?? (rules.hasLevels(name) ? 1 : undefined);
  const note = readMember(raw, 'note');
  const readTime = (member: 'rounds' | 'minutes') => {
    const left = readNumber(readMember(raw, member));
    return left === undefined || left < 1 ? undefined : clampNumber(left, { min: 1, max: longestTime }).value;
  };
  return {
    name,
    level: level === undefined ? undefined : clampNumber(level, { min: 1, max: rules.readMost(name) }).value,
    rounds: readTime('rounds'),
    minutes: readTime('minutes'),
    note: typeof note === 'string' && cutLine(note) !== '' ? cutLine(note, 200) : undefined,
  };
}

/** Reads any JSON as conditions, each name once. */
export function readConditions(value: Json | undefined, rules: ConditionRules): readonly Condition[] {
  const conditions: Condition[] = [];
  for (const one of isList(value) ? value : []) {
    const condition = readCondition(one, rules);
    if (condition === undefined || conditions.length >= rules.most) continue;
    if (resolveConditionIndex(conditions, condition.name) < 0) conditions.push(condition);
  }
  return conditions;
}

export function writeConditions(conditions: readonly Condition[]): readonly JsonObject[] {
  return conditions.map((condition): JsonObject => {
    const entries = members.map((name) => [name, condition[name]] as const);
    const said = entries.filter(
      (entry): entry is [(typeof entry)[0], string | number] => entry[1] !== undefined,
    );
    return Object.fromEntries([['id', toName(condition.name)], ...said]);
  });
}

type Given = { readonly ok: true; readonly condition: Condition } | Extract<Done, { ok: false }>;

/** Reads a condition that somebody gives by its name or as an object. */
export function readGiven(item: Json, rules: ConditionRules): Given {
  const raw = typeof item === 'string' ? { name: item } : item;
  if (!isObject(raw))
    return { ok: false, say: `A condition is a name or an object, not ${describeGiven(item)}.` };
  const unknown = Object.keys(raw).find((name) => name !== 'id' && !members.some((one) => one === name));
  if (unknown !== undefined) {
    return {
      ok: false,
      say: `Conditions have no "${cutLine(unknown)}". They have ${listNearest(unknown, members)}.`,
    };
  }
  const wrong = (['level', 'rounds', 'minutes'] as const).find((name) => {
    const given = readMember(raw, name);
    return given !== undefined && !isPositive(readNumber(given));
  });
  if (wrong !== undefined) return { ok: false, say: `${wrong} must be a whole number, at least 1.` };
  const condition = readCondition(raw, rules);
  if (condition !== undefined) return { ok: true, condition };
  const name = readMember(raw, 'name');
  const options = rules.options ?? [];
  const possible =
    typeof name === 'string' && options.length > 0 ? listNearest(name, options) : 'a short name';
  return { ok: false, say: `${describeGiven(name)} is no condition here. Possible: ${possible}.` };
}

function isPositive(number: number | undefined): boolean {
  return number !== undefined && Number.isInteger(number) && number >= 1;
}

/** Level 0 takes a condition away; a level above the highest is lowered to the highest. */
export function setLevel(
  conditions: readonly Condition[],
  wanted: { readonly name: string; readonly level: number | undefined },
  rules: ConditionRules,
): Done {
  if (wanted.level === undefined) return refuse('A level is a number; 0 takes the condition away.');
  const at = resolveConditionIndex(conditions, wanted.name);
  if (wanted.level < 1) {
    return { ok: true, value: writeConditions(at < 0 ? conditions : conditions.toSpliced(at, 1)) };
  }
  const given = readGiven({ name: conditions[at]?.name ?? wanted.name }, rules);
  if (!given.ok) return given;
  const { name } = given.condition;
  const level = clampNumber(wanted.level, { min: 1, max: rules.readMost(name) });
  const before = conditions[at] ?? given.condition;
  const isPlain = level.value === 1 && before.level === undefined && !rules.hasLevels(name);
  const condition = { ...before, level: isPlain ? undefined : level.value };
  if (at < 0 && conditions.length >= rules.most)
    return refuse(`There can be at most ${rules.most} conditions.`);
  const all = at < 0 ? [...conditions, condition] : conditions.with(at, condition);
  return { ok: true, value: writeConditions(all), because: level.because };
}

/** Adds to the time that conditions still last, or takes from it. A condition whose time has run out is removed. */
export function adjustTime(
  conditions: readonly Condition[],
  change: { readonly rounds?: number; readonly minutes?: number },
  rules: ConditionRules,
): readonly Condition[] {
  const minutes = Math.trunc(change.minutes ?? 0);
  const rounds = Math.trunc(change.rounds ?? 0) + Math.min(0, minutes) * rules.roundsPerMinute;
  return conditions.flatMap((one) => {
    const left = { rounds: add(one.rounds, rounds), minutes: add(one.minutes, minutes) };
    const hasEnded = [left.rounds, left.minutes].some((time) => time !== undefined && time < 1);
    return hasEnded ? [] : [{ ...one, ...left }];
  });
}

function add(time: number | undefined, change: number): number | undefined {
  return time === undefined ? undefined : Math.min(longestTime, time + change);
}
