// Formula functions: the functions that formulas may call, except `if` and `lookup`, which are compiled separately.

import type { FormulaValue } from '../../prefabs/prefab.ts';
import type { Kind } from './formula-operators.ts';
import { asFinite, asList, asNumber, computeFloor, FormulaFailure } from './formula-values.ts';

export interface FormulaFunction {
  readonly least: number;
  readonly most: number;
  /** A call as a person would write it. */
  readonly usage: string;
  /** The kinds that the argument at a position may have, as far as that is known before evaluation. */
  listKinds(position: number): readonly Kind[];
  run(values: readonly FormulaValue[]): FormulaValue;
}

const number: readonly Kind[] = ['number'];
const many = 100;

function buildUnary(name: string, compute: (value: number) => number): readonly [string, FormulaFunction] {
  const run = ([value = 0]: readonly FormulaValue[]) => asFinite(compute(asNumber(value, name)), name);
  return [name, { least: 1, most: 1, usage: `${name}(x)`, listKinds: () => number, run }];
}

function buildVariadic(
  name: string,
  compute: (values: readonly number[]) => number,
): readonly [string, FormulaFunction] {
  const run = (values: readonly FormulaValue[]) => {
    const flat: number[] = [];
    for (const value of values) collectNumbers(value, name, flat);
    return asFinite(compute(flat), name);
  };
  return [
    name,
    {
      least: 1,
      most: many,
      usage: `${name}(a, b) or ${name}(list)`,
      listKinds: () => ['number', 'list'],
      run,
    },
  ];
}

/** A true value in a list counts as 1, for example a marked box or a carried item. */
function collectNumbers(value: FormulaValue, name: string, into: number[]): void {
  if (!Array.isArray(value)) into.push(asNumber(value, name));
  else
    for (const entry of value as readonly FormulaValue[])
      collectNumbers(typeof entry === 'boolean' ? Number(entry) : entry, name, into);
}

function buildExtreme(name: string, isBetter: (one: number, other: number) => boolean) {
  return (values: readonly number[]): number => {
    let best = values[0];
    if (best === undefined)
      throw new FormulaFailure(`${name} of an empty list; give it a number too, such as ${name}(list, 0)`);
    for (const value of values) if (isBetter(value, best)) best = value;
    return best;
  };
}

function add(values: readonly number[]): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

function clamp(values: readonly FormulaValue[]): number {
  const [value = 0, least = 0, most = 0] = values.map((each) => asNumber(each, 'clamp'));
  if (least > most)
    throw new FormulaFailure(`clamp between ${least} and ${most}: the lower bound comes first`);
  return Math.min(Math.max(value, least), most);
}

function count([list = [], wanted]: readonly FormulaValue[]): number {
  const entries = asList(list, 'count');
  if (wanted === undefined) return entries.filter((entry) => entry !== false && entry !== 0).length;
  if (Array.isArray(wanted))
    throw new FormulaFailure('count(list, value) looks for a number or a truth value, not for a list');
  return entries.filter((entry) => entry === wanted).length;
}

export const formulaFunctions: ReadonlyMap<string, FormulaFunction> = new Map<string, FormulaFunction>([
  buildUnary('floor', computeFloor),
  buildUnary('ceil', (value) => -computeFloor(-value)),
  buildUnary('round', (value) => computeFloor(value + 0.5)),
  buildUnary('abs', Math.abs),
  buildVariadic(
    'min',
    buildExtreme('min', (one, other) => one < other),
  ),
  buildVariadic(
    'max',
    buildExtreme('max', (one, other) => one > other),
  ),
  buildVariadic('sum', add),
  ['clamp', { least: 3, most: 3, usage: 'clamp(x, least, most)', listKinds: () => number, run: clamp }],
  [
    'count',
    {
      least: 1,
      most: 2,
      usage: 'count(list) or count(list, value)',
      listKinds: (position) => (position === 0 ? ['list'] : ['number', 'boolean']),
      run: count,
    },
  ],
]);
