// Reports formulas against known figures: each as a manifest would write it, beside what is printed of the creatures.

import { readFileSync } from 'node:fs';
import type { Scope } from '@terrarium/rpg/formula';
import { parseFormula } from '@terrarium/rpg/parse-formula';
import { findEvaluationData } from '../evaluation-data.ts';
import { renderTable, writeResults } from '../report.ts';
import { armours, sizes, srdFormulas, srdTables } from './srd-formulas.ts';

interface Fact {
  readonly formula: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly expected: number | readonly number[];
  /** Whether the textbook's formula gives what is printed. */
  readonly agree: boolean;
}

type Counts = { facts: number; textbook: number; right: number; rightOfTextbook: number };

const head = [
  'formulas',
  'facts',
  'textbook = printed',
  'ours = printed',
  'ours, of those the textbook has right',
];

export function reportFormulas(): string {
  const lines = readFileSync(findEvaluationData('rpg/formula_gold.jsonl'), 'utf8').trim().split('\n');
  const counts = new Map<string, Counts>();
  for (const fact of lines.map((line) => JSON.parse(line) as Fact)) note(fact, counts);
  const sum: Counts = { facts: 0, textbook: 0, right: 0, rightOfTextbook: 0 };
  for (const each of counts.values())
    for (const name of Object.keys(sum) as (keyof Counts)[]) sum[name] += each[name];
  const all = [...[...counts].sort(([one], [other]) => one.localeCompare(other)), ['all', sum] as const];
  writeResults('rpg', Object.fromEntries(all), 'formulas');
  return renderTable(
    head,
    all.map(([name, { facts, textbook, right, rightOfTextbook }]) =>
      [name, facts, textbook, right, rightOfTextbook].map(String),
    ),
  );
}

function note(fact: Fact, counts: Map<string, Counts>): void {
  const count = counts.get(fact.formula) ?? { facts: 0, textbook: 0, right: 0, rightOfTextbook: 0 };
  counts.set(fact.formula, count);
  const isRight = gives(fact);
  count.facts += 1;
  count.textbook += Number(fact.agree);
  count.right += Number(isRight);
  count.rightOfTextbook += Number(isRight && fact.agree);
}

/** A list is asked for column by column. */
function gives({ formula, inputs, expected }: Fact): boolean {
  const scope = buildFactScope(inputs);
  if (typeof expected === 'object')
    return expected.every((value, at) => compute(`lookup(slots, level, ${at + 1})`, scope) === value);
  return (srdFormulas[formula] ?? []).some((source) => compute(source, scope) === expected);
}

/** Throws where a formula is none: then the bench is wrong. */
function compute(source: string, scope: Scope): unknown {
  const parsed = parseFormula(source);
  if (!parsed.ok) throw new Error(`${source}: ${parsed.say}`);
  const evaluated = parsed.formula.evaluate(scope);
  return evaluated.ok ? evaluated.value : undefined;
}

function buildFactScope(inputs: Fact['inputs']): Scope {
  const dice = /^(\d+)d(\d+)(?:([+-]\d+))?$/.exec(String(inputs['expr'] ?? inputs['hit_dice'] ?? ''));
  const worn = Array.isArray(inputs['armor']) ? (inputs['armor'] as readonly string[]) : [];
  const named: Readonly<Record<string, unknown>> = {
    ...inputs,
    count: Number(dice?.[1] ?? 0),
    faces: Number(dice?.[2] ?? 0),
    bonus: Number(dice?.[3] ?? 0),
    is_skilled: typeof inputs['skill'] === 'number',
    dex_mod: Math.floor((Number(inputs['dex'] ?? 10) - 10) / 2),
    body: armours.findIndex(([name]) => worn.includes(name)) + 1,
    has_shield: worn.includes('shield'),
    size_rank: sizes.indexOf(String(inputs['size'])),
  };
  return {
    read: (name) => {
      const value = named[name];
      return typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
    },
    lookup: (table, key, column) => srdTables[table]?.findLast(([at = 0]) => at <= key)?.[column],
  };
}
