// Compiles a formula: turns its syntax tree into a function, and refuses whatever is not allowed.

import { findNearest } from '@terrarium/kernel/find-nearest';
import type { FormulaValue } from '../../prefabs/prefab.ts';
import type { Scope } from '../../system/formula.ts';
import { deepestFormula } from './check-text.ts';
import { type FormulaFunction, formulaFunctions } from './formula-functions.ts';
import {
  FormulaProblem,
  type GrammarNode,
  isInBrackets,
  isNothingBeforeNot,
  readPlace,
} from './formula-grammar.ts';
import { findOperator, type Kind } from './formula-operators.ts';
import { asFinite, asNumber, asTruth, FormulaFailure, kindNames } from './formula-values.ts';

/** The kind of a name, if it is known before anything is evaluated; otherwise undefined. */
export type KindOf = (name: string) => Kind | 'text' | undefined;

/** A checked piece of a formula; `run` evaluates it, and throws `FormulaFailure` and nothing else. */
export interface Compiled {
  readonly kind: Kind;
  run(scope: Scope): FormulaValue;
}

/** What compiling needs to know, and the names and tables it collects. */
export interface Compiling {
  readonly kindOf: KindOf;
  readonly reads: Set<string>;
  readonly tables: Set<string>;
}

/** How deeply a piece is nested, and where in the text the innermost piece with a known place begins. */
interface Place {
  readonly depth: number;
  readonly at: number;
}

type Compile = (node: GrammarNode, place: Place, compiling: Compiling) => Compiled;

const compilers: ReadonlyMap<string, Compile> = new Map([
  ['Literal', compileLiteral],
  ['Identifier', compileName],
  ['MemberExpression', compileName],
  ['UnaryExpression', compileUnary],
  ['BinaryExpression', compileBinary],
  ['CallExpression', compileCall],
]);

const forbidden: ReadonlySet<string> = new Set(['constructor', 'prototype', 'and', 'or', 'not']);

export function compileFormula(node: GrammarNode, compiling: Compiling): Compiled {
  return compile(node, { depth: 1, at: 0 }, compiling);
}

function compile(node: GrammarNode, place: Place, compiling: Compiling): Compiled {
  const at = readPlace(node, place.at);
  if (place.depth > deepestFormula)
    throw new FormulaProblem(
      `it is nested more than ${deepestFormula} deep; move a part of the formula into an alias`,
      at,
    );
  const compileThis = compilers.get(node.type);
  if (compileThis === undefined) throw new FormulaProblem(describeUnknownNode(node), at);
  return compileThis(node, { depth: place.depth, at }, compiling);
}

function describeUnknownNode(node: GrammarNode): string {
  if (node.type === 'Compound') return 'something is missing between two parts, such as an operator';
  if (node.type === 'ThisExpression') return '`this` means nothing here; write the path of a field';
  if (isNothingBeforeNot(node)) return '`not` needs brackets here: (not x)';
  return 'this cannot be part of a formula; use numbers, paths, operators and functions';
}

function compileLiteral(node: GrammarNode, place: Place): Compiled {
  const value = node['value'];
  if (typeof value === 'boolean') return { kind: 'boolean', run: () => value };
  if (typeof value === 'number' && Number.isFinite(value)) return { kind: 'number', run: () => value };
  throw new FormulaProblem(
    typeof value === 'number' ? 'the number is too large' : 'only numbers, true and false are allowed here',
    place.at,
  );
}

function compileName(node: GrammarNode, place: Place, compiling: Compiling): Compiled {
  const name = joinName(node, place.at);
  compiling.reads.add(name);
  const kind = compiling.kindOf(name);
  if (kind === 'text')
    throw new FormulaProblem(
      `\`${name}\` is text, which formulas cannot read; use a field with numbers`,
      place.at,
    );
  const run = (scope: Scope): FormulaValue => {
    const value = scope.read(name);
    if (value === undefined) throw new FormulaFailure(`there is nothing to read at \`${name}\``);
    return typeof value === 'number' ? asFinite(value, `\`${name}\``) : value;
  };
  return { kind: kind ?? 'unknown', run };
}

/** The dotted path that a node stands for. */
function joinName(node: GrammarNode, at: number): string {
  const names: string[] = [];
  let rest = node;
  while (rest.type === 'MemberExpression') {
    const property = rest['property'] as GrammarNode;
    if (rest['computed'] === true || rest['optional'] === true || property.type !== 'Identifier')
      throw new FormulaProblem('a path is names joined by dots, such as resources.hp.current', at);
    names.unshift(checkName(String(property['name']), at));
    rest = rest['object'] as GrammarNode;
  }
  if (rest.type !== 'Identifier')
    throw new FormulaProblem('a dot is allowed only inside a path, such as resources.hp.current', at);
  return [checkName(String(rest['name']), at), ...names].join('.');
}

function checkName(name: string, at: number): string {
  if (forbidden.has(name) || name.startsWith('__'))
    throw new FormulaProblem(`\`${name}\` is not the name of a field; write the path of a field`, at);
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
    throw new FormulaProblem(`\`${name}\` is not a valid name; names consist of a-z, 0-9 and _`, at);
  return name;
}

function compileUnary(node: GrammarNode, place: Place, compiling: Compiling): Compiled {
  const of = compile(node['argument'] as GrammarNode, toDeeperPlace(place), compiling);
  const operator = String(node['operator']);
  if (operator === '!') return compileNegation(of, place);
  if (operator !== '-' && operator !== '+')
    throw new FormulaProblem(`\`${operator}\` is not an operator here; use - or not`, place.at);
  if (of.kind === 'boolean' || of.kind === 'list')
    throw new FormulaProblem(
      `\`${operator}\` takes a number; ${of.kind === 'list' ? 'use sum over the list' : 'write if(condition, 1, 0)'}`,
      place.at,
    );
  const sign = operator === '-' ? -1 : 1;
  return { kind: 'number', run: (scope) => asFinite(sign * asNumber(of.run(scope), operator), operator) };
}

function compileNegation(of: Compiled, place: Place): Compiled {
  requireTruth(of, 'not', place.at);
  return { kind: 'boolean', run: (scope) => !asTruth(of.run(scope), 'not') };
}

function requireTruth(of: Compiled, name: string, at: number): void {
  if (of.kind === 'number' || of.kind === 'list')
    throw new FormulaProblem(`\`${name}\` takes a truth value; write a comparison, such as x > 0`, at);
}

function compileBinary(node: GrammarNode, place: Place, compiling: Compiling): Compiled {
  const name = String(node['operator']);
  const left = node['left'] as GrammarNode;
  const right = node['right'] as GrammarNode;
  if (name === 'not') return compileNot(left, right, { place, compiling });
  // A sign before a power applies to the whole power, as usual: -2 ^ 2 is -4.
  if (name === '^' && left.type === 'UnaryExpression' && left['operator'] === '-' && !isInBrackets(left)) {
    const power = { ...node, left: left['argument'] } as GrammarNode;
    return compile({ type: 'UnaryExpression', operator: '-', argument: power }, place, compiling);
  }
  // A chain such as a + b + c counts as no deeper than its parts.
  const one = compile(
    left,
    left.type === 'BinaryExpression' && !isInBrackets(left) ? place : toDeeperPlace(place),
    compiling,
  );
  const other = compile(right, toDeeperPlace(place), compiling);
  if (name === 'and' || name === '&&' || name === 'or' || name === '||')
    return joinTruths(name === 'and' || name === '&&', [one, other], place);
  return applyOperator(name, [one, other], place);
}

function compileNot(
  left: GrammarNode,
  right: GrammarNode,
  { place, compiling }: { place: Place; compiling: Compiling },
): Compiled {
  if (!isNothingBeforeNot(left))
    throw new FormulaProblem('`not` is written before a condition; put it in brackets: (not x)', place.at);
  return compileNegation(compile(right, toDeeperPlace(place), compiling), place);
}

function joinTruths(isAnd: boolean, sides: readonly [Compiled, Compiled], place: Place): Compiled {
  const name = isAnd ? 'and' : 'or';
  const [left, right] = sides;
  for (const side of sides) requireTruth(side, name, place.at);
  const run = (scope: Scope): boolean => {
    const first = asTruth(left.run(scope), name);
    return first === isAnd ? asTruth(right.run(scope), name) : first;
  };
  return { kind: 'boolean', run };
}

const meant: Readonly<Record<string, string>> = {
  '|': 'or',
  '&': 'and',
  '**': '^',
  '===': '==',
  '!==': '!=',
  '??': 'if',
};

function applyOperator(name: string, sides: readonly [Compiled, Compiled], place: Place): Compiled {
  const operator = findOperator(name);
  if (operator === undefined)
    throw new FormulaProblem(
      `\`${name}\` is not an operator here; ${meant[name] === undefined ? 'use + - * / // % ^ < <= > >= == != and or not' : `use ${meant[name]}`}`,
      place.at,
    );
  const [left, right] = sides;
  const judged = operator.resolveKind(left.kind, right.kind);
  if ('say' in judged) throw new FormulaProblem(judged.say, place.at);
  return { kind: judged.kind, run: (scope) => operator.compute(left.run(scope), right.run(scope)) };
}

function compileCall(node: GrammarNode, place: Place, compiling: Compiling): Compiled {
  const callee = node['callee'] as GrammarNode;
  if (callee.type !== 'Identifier')
    throw new FormulaProblem(
      'only a function can be called, by its name, such as floor(x); write a path without brackets',
      place.at,
    );
  const name = String(callee['name']);
  const parts = node['arguments'] as readonly GrammarNode[];
  if (name === 'lookup') return compileLookup(parts, place, compiling);
  const called = name === 'if' ? undefined : formulaFunctions.get(name);
  if (name !== 'if' && called === undefined)
    throw new FormulaProblem(describeUnknownFunction(name), place.at);
  const compiled = parts.map((part) => compile(part, toDeeperPlace(place), compiling));
  return called === undefined ? compileIf(compiled, place) : applyFunction(name, called, { compiled, place });
}

function describeUnknownFunction(name: string): string {
  const known = [...formulaFunctions.keys(), 'if', 'lookup'];
  const nearest = findNearest(name, known);
  return `there is no function \`${name.slice(0, 40)}\`; ${nearest === undefined ? `there are ${known.join(' ')}` : `did you mean ${nearest}?`}`;
}

function compileIf(parts: readonly Compiled[], place: Place): Compiled {
  const [condition, then, otherwise] = parts;
  if (condition === undefined || then === undefined || otherwise === undefined || parts.length !== 3)
    throw new FormulaProblem(
      `\`if\` takes three arguments, not ${parts.length}: if(condition, then, else)`,
      place.at,
    );
  requireTruth(condition, 'if', place.at);
  const isUnclear = then.kind === 'unknown' || otherwise.kind === 'unknown';
  if (!isUnclear && then.kind !== otherwise.kind)
    throw new FormulaProblem(
      'both branches of if must give the same kind: two numbers, two truth values or two lists',
      place.at,
    );
  return {
    kind: isUnclear ? 'unknown' : then.kind,
    run: (scope) => (asTruth(condition.run(scope), 'if') ? then.run(scope) : otherwise.run(scope)),
  };
}

function compileLookup(parts: readonly GrammarNode[], place: Place, compiling: Compiling): Compiled {
  const [table, key, column] = parts;
  if (table === undefined || key === undefined || parts.length > 3 || table.type !== 'Identifier')
    throw new FormulaProblem(
      '`lookup` takes the name of a table, a key and a column: lookup(table, key, 1)',
      place.at,
    );
  const name = checkName(String(table['name']), place.at);
  compiling.tables.add(name);
  const at = compile(key, toDeeperPlace(place), compiling);
  const inColumn: Compiled =
    column === undefined
      ? { kind: 'number', run: () => 1 }
      : compile(column, toDeeperPlace(place), compiling);
  for (const part of [at, inColumn])
    if (part.kind === 'boolean' || part.kind === 'list')
      throw new FormulaProblem('the key and the column of `lookup` must be numbers', place.at);
  const run = (scope: Scope): number => {
    const [keyed, columned] = [asNumber(at.run(scope), 'lookup'), asNumber(inColumn.run(scope), 'lookup')];
    const found = scope.findInTable?.(name, keyed, columned);
    if (found === undefined)
      throw new FormulaFailure(`the table \`${name}\` has nothing for ${keyed} in column ${columned}`);
    return asFinite(found, 'lookup');
  };
  return { kind: 'number', run };
}

function applyFunction(
  name: string,
  called: FormulaFunction,
  { compiled, place }: { compiled: readonly Compiled[]; place: Place },
): Compiled {
  if (compiled.length < called.least || compiled.length > called.most)
    throw new FormulaProblem(
      `\`${name}\` does not take ${compiled.length} arguments; write ${called.usage}`,
      place.at,
    );
  for (const [position, part] of compiled.entries())
    if (part.kind !== 'unknown' && !called.listKinds(position).includes(part.kind))
      throw new FormulaProblem(
        `argument ${position + 1} of \`${name}\` cannot be ${kindNames[part.kind]}; write ${called.usage}`,
        place.at,
      );
  return { kind: 'number', run: (scope) => called.run(compiled.map((part) => part.run(scope))) };
}

function toDeeperPlace(place: Place): Place {
  return { depth: place.depth + 1, at: place.at };
}
