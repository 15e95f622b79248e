// Measures how long a sheet takes to settle after one change of the kind that a turn makes.

import { isObject } from '@terrarium/rpg/json';
import { settle } from '@terrarium/rpg/settle';
import type { Sheet, System } from '@terrarium/rpg/system';

type Values = ReturnType<typeof settle>['values'];

/** Latencies of a settling, in milliseconds. */
export interface Latency {
  readonly median: number;
  readonly p99: number;
  /** The slowest round by the clock, whatever else the machine was doing. */
  readonly worst: number;
  /**
   * The slowest round, if each round counts with its best time in all passes. Every pass plays the same rounds, so this
   * is what the sheet itself costs, without what else the machine was doing.
   */
  readonly worstAtBest: number;
}

export interface SettleMeasure {
  readonly fields: number;
  readonly formulas: number;
  /** The first settling of a sheet, from nothing. */
  readonly cold: number;
  /** How long settling the whole sheet takes. */
  readonly whole: Latency;
  /** How long settling only what depends on the change takes. */
  readonly part: Latency;
}

const warming = 500;
const passCount = 5;

export function measureSettle(build: () => System, rounds: number): SettleMeasure {
  const cold = measureCold(build());
  const system = build();
  const sheet = findSheet(system);
  const formulas = sheet.fields.filter((field) => field.formula ?? field.maxFormula ?? field.defaultFormula);
  return {
    fields: sheet.fields.length,
    formulas: formulas.length,
    cold,
    whole: measure(system, { rounds, isWhole: true }),
    part: measure(system, { rounds, isWhole: false }),
  };
}

function measureCold(system: System): number {
  const began = performance.now();
  settle(findSheet(system), {}, { tables: system.tables });
  return performance.now() - began;
}

function measure(system: System, measuring: Measuring): Latency {
  const passes = Array.from({ length: passCount }, () => measurePass(system, measuring));
  const took = passes.flat().sort((one, other) => one - other);
  const at = (share: number) => took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0;
  const best = passes[0]?.map((_, round) => Math.min(...passes.map((pass) => pass[round] ?? 0))) ?? [];
  return { median: at(0.5), p99: at(0.99), worst: at(1), worstAtBest: Math.max(...best) };
}

interface Measuring {
  readonly rounds: number;
  readonly isWhole: boolean;
}

/**
 * Each round changes one field: a resource that is lost and regained, a score on which much depends, or a value that
 * may not be set.
 */
function measurePass(system: System, { rounds, isWhole }: Measuring): readonly number[] {
  const sheet = findSheet(system);
  let before = settle(sheet, {}, { tables: system.tables }).values;
  const took: number[] = [];
  for (let round = 0; round < warming + rounds; round += 1) {
    const { path, values } = change(sheet, before, round);
    const changed = isWhole ? {} : { changed: new Set([path]) };
    const began = performance.now();
    const settled = settle(sheet, values, { tables: system.tables, before, ...changed });
    if (round >= warming) took.push(performance.now() - began);
    before = settled.values;
  }
  return took;
}

function findSheet(system: System): Sheet {
  const sheet = system.sheets.get('character');
  if (sheet === undefined) throw new Error('The measured system has no sheet of a character.');
  return sheet;
}

function change(
  sheet: Sheet,
  values: Values,
  round: number,
): { readonly path: string; readonly values: Values } {
  const fields = sheet.fields.filter((field) => field.path.includes('.') || field.path === 'level');
  const field = fields[(round * 7) % fields.length];
  if (field === undefined) throw new Error('The measured sheet has no fields.');
  const [group = '', name] = field.path.split('.');
  const value = changeValue(name === undefined ? values[group] : readMember(values[group], name), round);
  if (name === undefined) return { path: field.path, values: { ...values, [group]: value } };
  const members = values[group];
  return {
    path: field.path,
    values: { ...values, [group]: { ...(isObject(members) ? members : {}), [name]: value } },
  };
}

function changeValue(value: Values[string] | undefined, round: number): Values[string] {
  const number = (round * 13) % 20;
  if (!isObject(value)) return number;
  const [name = ''] = Object.keys(value);
  return { ...value, [name]: number };
}

function readMember(value: Values[string] | undefined, name: string): Values[string] | undefined {
  return isObject(value) ? value[name] : undefined;
}
