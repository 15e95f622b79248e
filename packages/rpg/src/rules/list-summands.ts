// Lists the summands of a formula with the values that they have now, to explain a value by its numbers.

import type { Scope } from '../system/formula.ts';
import type { Sheet, Table } from '../system/system.ts';
import type { JsonObject } from '../values/json.ts';
import { buildScope } from './build-scope.ts';
import { type Compiling, compileFormula } from './formulas/compile-formula.ts';
import { FormulaProblem, type GrammarNode, readGrammar } from './formulas/formula-grammar.ts';
import { asNumber, asTruth, FormulaFailure } from './formulas/formula-values.ts';

export interface Summand {
  readonly value: number;
  /** The names that it reads, as they are written in the formula. */
  readonly reads: readonly string[];
}

interface Summing {
  readonly sheet: Sheet;
  readonly values: JsonObject;
  readonly tables: ReadonlyMap<string, Table>;
}

/**
 * Of `max`, `min` and `if`, only the branch that counts now is listed. A formula that is no sum has a single summand,
 * and one that cannot be computed has none. `source` must be a formula of a checked manifest.
 */
export function listSummands(source: string, { sheet, values, tables }: Summing): readonly Summand[] {
  try {
    return listIn(readGrammar(source), 1, buildScope(sheet, values, tables));
  } catch (cause) {
    if (cause instanceof FormulaProblem || cause instanceof FormulaFailure) return [];
    throw cause;
  }
}

function listIn(node: GrammarNode, sign: 1 | -1, scope: Scope): readonly Summand[] {
  const operator = node.type === 'BinaryExpression' ? node['operator'] : undefined;
  if (operator === '+' || operator === '-') {
    const [left, right] = [node['left'] as GrammarNode, node['right'] as GrammarNode];
    const inverse = sign === 1 ? -1 : 1;
    return [...listIn(left, sign, scope), ...listIn(right, operator === '+' ? sign : inverse, scope)];
  }
  const branch = findBranch(node, scope);
  if (branch !== undefined) return nameChoice(listIn(branch, sign, scope), node, scope);
  const { value, reads } = compute(node, scope);
  return [{ value: sign * asNumber(value, 'a sum') + 0, reads }];
}

/** A number that a condition gives, such as 2 for a shield, is named by what the condition reads. */
function nameChoice(summands: readonly Summand[], node: GrammarNode, scope: Scope): readonly Summand[] {
  const [condition] = node['arguments'] as readonly GrammarNode[];
  const [only, ...more] = summands;
  const isNamed = only === undefined || more.length > 0 || only.reads.length > 0;
  if (isNamed || condition === undefined || (node['callee'] as GrammarNode)['name'] !== 'if') return summands;
  return [{ ...only, reads: compute(condition, scope).reads }];
}

/** The branch that gives the value of a choice; undefined for any other piece of a formula. */
function findBranch(node: GrammarNode, scope: Scope): GrammarNode | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const name = (node['callee'] as GrammarNode)['name'];
  const parts = node['arguments'] as readonly GrammarNode[];
  const [condition, then, otherwise] = parts;
  if (name === 'if' && condition !== undefined)
    return asTruth(compute(condition, scope).value, 'if') ? then : otherwise;
  if (name !== 'max' && name !== 'min') return undefined;
  const found = parts.map((part) => asNumber(compute(part, scope).value, name));
  return parts[found.indexOf(Math[name](...found))];
}

function compute(node: GrammarNode, scope: Scope) {
  const compiling: Compiling = { kindOf: () => undefined, reads: new Set(), tables: new Set() };
  const value = compileFormula(node, compiling).run(scope);
  return { value, reads: [...compiling.reads] };
}
