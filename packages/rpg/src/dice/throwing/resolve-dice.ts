// Resolves a dice expression: sheet references become numbers or dice, and every limit is checked.

import type { DiceResolver } from '../dice.ts';
import { DiceFault, diceLimits } from '../dice-fault.ts';
import type { Amount, Condition, DiceNode, DiceRules, DiceTerm } from '../dice-node.ts';
import { DiceCursor } from '../parsing/dice-cursor.ts';
import { parseSum } from '../parsing/parse-dice-sum.ts';
import { checkTerm } from './resolved-term.ts';

type Reference = DiceNode & { readonly kind: 'reference' };

interface Resolving {
  readonly resolve: DiceResolver;
  dice: number;
}

const longestShown = 40;

/** The same expression with every amount a whole number and no reference left. Throws `DiceFault`. */
export function resolveDice(root: DiceNode, resolve: DiceResolver): DiceNode {
  return resolveNode(root, { resolve, dice: 0 });
}

function resolveNode(node: DiceNode, settling: Resolving): DiceNode {
  switch (node.kind) {
    case 'number':
      return node;
    case 'reference':
      return resolveReference(node, settling);
    case 'dice':
      return resolveTerm(node, settling);
    case 'percentile': {
      const bonus = resolveAmount(node.bonus, settling, node.at);
      countDice(settling, Math.abs(bonus) + 2, node.at);
      return { ...node, bonus };
    }
    case 'negative':
      return { ...node, of: resolveNode(node.of, settling) };
    case 'operation':
      return resolveOperation(node, settling);
    case 'best': {
      const count = resolveAmount(node.keep.count, settling, node.at);
      checkKept(count, node.of.length, node.at);
      return {
        ...node,
        of: node.of.map((one) => resolveNode(one, settling)),
        keep: { ...node.keep, count },
      };
    }
  }
}

function resolveOperation(node: DiceNode & { kind: 'operation' }, settling: Resolving): DiceNode {
  const left = resolveNode(node.left, settling);
  const right = resolveNode(node.right, settling);
  if (node.operator === '/' && !hasDice(right) && evaluate(right, node.at) === 0) {
    throw refuseZero(node.at);
  }
  const settled = { ...node, left, right };
  if (!hasDice(settled)) evaluate(settled, node.at);
  return settled;
}

export function refuseZero(at: number): DiceFault {
  return new DiceFault(`At position ${at + 1} something is divided by zero.`, at);
}

function hasDice(node: DiceNode): boolean {
  if (node.kind === 'negative') return hasDice(node.of);
  if (node.kind === 'operation') return hasDice(node.left) || hasDice(node.right);
  return node.kind !== 'number';
}

function resolveReference(node: Reference, settling: Resolving): DiceNode {
  const { value, place } = readReference(node, settling);
  if (typeof value === 'number') {
    if (Object.keys(node.rules).length === 0) return { kind: 'number', value };
    throw new DiceFault(
      `${place} is the number ${value}, and the modifier after it works only on dice.`,
      node.at,
    );
  }
  const die = parseDie(value, node);
  if (die.kind === 'dice' && Object.keys(die.rules).length === 0) {
    return resolveTerm({ ...die, rules: node.rules, at: node.at }, settling);
  }
  if (Object.keys(node.rules).length === 0) return resolveNode(die, settling);
  throw new DiceFault(
    `${place} is ${value}, and the modifier after it works only on plain dice such as d8.`,
    node.at,
  );
}

function readReference(node: Reference, { resolve }: Resolving): { value: number | string; place: string } {
  const place = `@${node.path}`;
  const value = resolve(node.path);
  if (value === undefined)
    throw new DiceFault(`${place} is neither a number nor a die of this sheet.`, node.at);
  if (typeof value === 'object') throw new DiceFault(value.say, node.at);
  if (typeof value === 'number' && !Number.isSafeInteger(Math.trunc(value))) {
    throw new DiceFault(`${place} is ${value}, which is not a number that can be used.`, node.at);
  }
  return { value, place };
}

/** Parses dice that a sheet holds as a text, which must not contain references. */
function parseDie(text: string, node: Reference): DiceNode {
  if (text.length > diceLimits.characters) {
    throw new DiceFault(
      `@${node.path} has ${text.length} characters, and dice have at most ${diceLimits.characters}.`,
      node.at,
    );
  }
  const cursor = new DiceCursor(text.replaceAll('@', '?').trim());
  try {
    const die = parseSum(cursor);
    if (cursor.isAtEnd) return die;
  } catch (error) {
    if (!(error instanceof DiceFault)) throw error;
  }
  throw new DiceFault(
    `@${node.path} is “${text.slice(0, longestShown)}”, which is neither a number nor dice such as d8.`,
    node.at,
  );
}

function resolveTerm(term: DiceTerm, settling: Resolving): DiceTerm {
  const hasLowest = term.rules.lowestOfTwoWhenNone === true;
  const counted = resolveAmount(term.count, settling, term.at);
  const count = hasLowest ? Math.max(0, counted) : counted;
  const faces = term.faces === 'F' ? 'F' : resolveFaces(term.faces, settling, term.at);
  checkRange(term, { count, faces });
  const settled: DiceTerm = { ...term, count, faces, rules: resolveRules(term.rules, settling, term.at) };
  const isLowest = hasLowest && count === 0;
  const thrown: DiceTerm = isLowest
    ? { ...settled, count: 2, rules: { ...settled.rules, keep: { which: 'low', how: 'keep', count: 1 } } }
    : settled;
  countDice(settling, isLowest ? 2 : count, term.at);
  checkTerm(thrown);
  return thrown;
}

function checkRange(term: DiceTerm, { count, faces }: { count: number; faces: number | 'F' }): void {
  const place = `At position ${term.at + 1}`;
  if (count < 0) throw new DiceFault(`${place}, the number of dice is ${count}.`, term.at);
  if (faces === 'F' || (faces >= 1 && faces <= diceLimits.faces)) return;
  throw new DiceFault(`${place}, a die has ${faces} faces; 1 to ${diceLimits.faces} are possible.`, term.at);
}

function countDice(settling: Resolving, count: number, at: number): void {
  settling.dice += count;
  if (settling.dice <= diceLimits.dice) return;
  throw new DiceFault(
    `At position ${at + 1} there are ${settling.dice} dice in all; at most ${diceLimits.dice} are allowed.`,
    at,
  );
}

/** If the sheet holds a die such as `d8` at `skill`, then `d@skill` has the faces of that die. */
function resolveFaces(faces: Amount, settling: Resolving, at: number): number {
  if (typeof faces === 'object' && faces.kind === 'reference') {
    const { value } = readReference(faces, settling);
    const found = typeof value === 'string' ? /^1?d(\d{1,4})$/i.exec(value.trim())?.[1] : undefined;
    if (found !== undefined) return Number(found);
  }
  return resolveAmount(faces, settling, at);
}

function resolveRules(rules: DiceRules, settling: Resolving, at: number): DiceRules {
  const resolveNumber = (amount: Amount) => resolveAmount(amount, settling, at);
  const resolveCondition = (condition: Condition | undefined) =>
    condition && { ...condition, value: resolveNumber(condition.value) };
  const { reroll, least, most, explode, keep, success, failure } = rules;
  const settled: DiceRules = {
    reroll: reroll && { ...reroll, when: { ...reroll.when, value: resolveNumber(reroll.when.value) } },
    least: least === undefined ? undefined : resolveNumber(least),
    most: most === undefined ? undefined : resolveNumber(most),
    explode: explode && { ...explode, when: resolveCondition(explode.when) },
    keep: keep && { ...keep, count: resolveNumber(keep.count) },
    success: resolveCondition(success),
    failure: resolveCondition(failure),
  };
  return settled;
}

function checkKept(count: number, of: number, at: number): void {
  if (count >= 0 && count <= of) return;
  throw new DiceFault(
    `At position ${at + 1} there are ${of} alternatives, of which ${count} should be kept or dropped.`,
    at,
  );
}

function resolveAmount(amount: Amount, settling: Resolving, at: number): number {
  if (typeof amount === 'number') return checkWhole(amount, at);
  const value = evaluate(resolveNode(amount, settling), at);
  return Math.floor(value + 1e-9);
}

function checkWhole(amount: number, at: number): number {
  if (Number.isInteger(amount)) return amount;
  throw new DiceFault(`At position ${at + 1}: expected a whole number, but found ${amount}.`, at);
}

/** The value of an expression without dice. */
function evaluate(node: DiceNode, at: number): number {
  if (node.kind === 'number') return node.value;
  if (node.kind === 'negative') return -evaluate(node.of, at);
  if (node.kind === 'operation') {
    return computeOperation(node, evaluate(node.left, node.at), evaluate(node.right, node.at));
  }
  throw new DiceFault(`At position ${at + 1}: expected a number, but found dice.`, at);
}

export function computeOperation(
  node: DiceNode & { kind: 'operation' },
  left: number,
  right: number,
): number {
  const value = operations[node.operator](left, right);
  if (node.operator === '/' && right === 0) throw refuseZero(node.at);
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return value;
  throw new DiceFault(`At position ${node.at + 1} the numbers become too large.`, node.at);
}

const operations = {
  '+': (left: number, right: number) => left + right,
  '-': (left: number, right: number) => left - right,
  '*': (left: number, right: number) => left * right,
  '/': (left: number, right: number) => left / right,
} as const;
