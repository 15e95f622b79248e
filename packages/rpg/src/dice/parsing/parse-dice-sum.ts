// Parses sums and products and their parts: numbers, dice, references, parentheses, alternatives.

import { DiceFault, diceLimits } from '../dice-fault.ts';
import { type Amount, type DiceNode, type Keep, listParts } from '../dice-node.ts';
import type { DiceCursor } from './dice-cursor.ts';
import { parseRules, takeKeep } from './parse-dice-rules.ts';

const digits = /\d+/y;
const decimals = /\.\d+/y;
const reference = /@[a-z_][a-z0-9_]*(?:\.[a-z_][a-z0-9_]*)*/iy;
const startOfFaces = /d\s*(?=[\d%f(@])/iy;
const letterD = /d(?![a-ceg-z_])/iy;
const extreme = /(?:max|min)\s*\(/iy;
const longestHint = 40;
const expected = 'a number, dice such as 2d6, a reference such as @level, or “(”';

export function parseSum(cursor: DiceCursor): DiceNode {
  return parseChain(cursor, /[+-]/y, () => parseChain(cursor, /[*/]/y, () => parseSigned(cursor)));
}

function parseChain(cursor: DiceCursor, operators: RegExp, parseOne: () => DiceNode): DiceNode {
  let left = parseOne();
  for (;;) {
    cursor.skipBlanks();
    const at = cursor.at;
    const operator = cursor.take(operators);
    if (operator === undefined) return left;
    left = { kind: 'operation', operator: operator as '+', left, right: parseOne(), at };
  }
}

function parseSigned(cursor: DiceCursor): DiceNode {
  cursor.skipBlanks();
  const sign = cursor.take(/[+-]/y);
  const operand = parseOperand(cursor);
  return sign === '-' ? { kind: 'negative', of: operand } : operand;
}

function parseOperand(cursor: DiceCursor): DiceNode {
  cursor.skipBlanks();
  const at = cursor.at;
  if (cursor.isAt(/\{/y)) return parseBest(cursor);
  if (cursor.isAt(extreme)) return parseExtreme(cursor);
  if (cursor.isAt(letterD)) return parseThrow(cursor, 1, at);
  const bare = takeReference(cursor);
  if (bare !== undefined) return { ...bare, rules: parseRules(cursor, parseAmount) };
  const count = takeCount(cursor);
  if (count === undefined) throw refuseOperand(cursor);
  cursor.skipBlanks();
  return cursor.isAt(letterD) ? parseThrow(cursor, toAmount(count), at) : count;
}

function refuseOperand(cursor: DiceCursor): DiceFault {
  const word = /[a-z_][a-z0-9_.]*/iy;
  word.lastIndex = cursor.at;
  const name = word.exec(cursor.text)?.[0];
  const hint = name === undefined ? '' : ` (a value of the sheet is written @${name.slice(0, longestHint)})`;
  return cursor.refuse(`${expected}${hint}`);
}

function takeCount(cursor: DiceCursor): DiceNode | undefined {
  return takeNumber(cursor) ?? takeReference(cursor) ?? takeParentheses(cursor);
}

function takeNumber(cursor: DiceCursor): DiceNode | undefined {
  const at = cursor.at;
  const whole = cursor.take(digits);
  if (whole === undefined) return undefined;
  const text = whole + (cursor.take(decimals) ?? '');
  if (text.length > diceLimits.digits) {
    throw new DiceFault(
      `At position ${at + 1} is a number with ${text.length} digits; at most ${diceLimits.digits} are allowed.`,
      at,
    );
  }
  return { kind: 'number', value: Number(text) };
}

function takeReference(cursor: DiceCursor): (DiceNode & { kind: 'reference' }) | undefined {
  const at = cursor.at;
  const path = cursor.take(reference);
  if (path !== undefined) return { kind: 'reference', path: path.slice(1), rules: {}, at };
  if (cursor.isAt(/@/y)) throw cursor.refuse('a path such as @attributes.dex.mod');
  return undefined;
}

function takeParentheses(cursor: DiceCursor): DiceNode | undefined {
  const at = cursor.at;
  if (cursor.take(/\(/y) === undefined) return undefined;
  const inner = parseNested(cursor, () => parseSum(cursor));
  cursor.skipBlanks();
  if (cursor.take(/\)/y) === undefined) {
    throw cursor.refuse(`a closing “)” for the “(” at position ${at + 1}`);
  }
  return inner;
}

function parseNested<Value>(cursor: DiceCursor, parse: () => Value): Value {
  cursor.depth += 1;
  if (cursor.depth > diceLimits.nesting) {
    throw new DiceFault(
      `At position ${cursor.at} parentheses are nested ${cursor.depth} deep; at most ${diceLimits.nesting} are allowed.`,
      cursor.at - 1,
    );
  }
  const value = parse();
  cursor.depth -= 1;
  return value;
}

function toAmount(node: DiceNode): Amount {
  return node.kind === 'number' ? node.value : node;
}

function parseThrow(cursor: DiceCursor, count: Amount, at: number): DiceNode {
  refuseDiceWithin(count, at);
  const start = cursor.at;
  if (cursor.take(startOfFaces) === undefined) {
    throw cursor.refuse('the number of faces (as in d6, d% or dF)', start);
  }
  if (cursor.take(/f/iy) !== undefined) return finishThrow(cursor, { count, faces: 'F', at });
  if (cursor.take(/%/y) === undefined) {
    return finishThrow(cursor, { count, faces: parseAmount(cursor), at });
  }
  const swing = cursor.take(/[bp](?![a-z])/iy);
  return swing === undefined
    ? finishThrow(cursor, { count, faces: 100, at })
    : parsePercentile(cursor, { count, swing, at });
}

function finishThrow(cursor: DiceCursor, dice: { count: Amount; faces: Amount | 'F'; at: number }): DiceNode {
  return parseRules(cursor, parseAmount, { kind: 'dice', ...dice, rules: {} });
}

function parsePercentile(
  cursor: DiceCursor,
  { count, swing, at }: { count: Amount; swing: string; at: number },
): DiceNode {
  if (count !== 1) throw new DiceFault('Bonus and penalty dice go with one d%, such as d%b1.', at);
  const amount = cursor.isAt(/[\d(@]/y) ? parseAmount(cursor) : 1;
  if (swing.toLowerCase() === 'b') return { kind: 'percentile', bonus: amount, at };
  const bonus: Amount = typeof amount === 'number' ? 0 - amount : { kind: 'negative', of: amount };
  return { kind: 'percentile', bonus, at };
}

function parseBest(cursor: DiceCursor): DiceNode {
  const at = cursor.at;
  cursor.take(/\{/y);
  const of = parseNested(cursor, () => parseAlternatives(cursor));
  if (cursor.take(/\}/y) === undefined) {
    throw cursor.refuse(`a comma or a closing “}” for the “{” at position ${at + 1}`);
  }
  const keep: Keep | undefined = takeKeep(cursor, parseAmount);
  if (keep === undefined) throw cursor.refuse('a rule for what { } keeps (such as kh1)');
  return { kind: 'best', of, keep, at };
}

/** `max(a, b)` is another way to write `{a, b}kh1`, and `min(a, b)` to write `{a, b}kl1`. */
function parseExtreme(cursor: DiceCursor): DiceNode {
  const at = cursor.at;
  const which = cursor.take(extreme)?.toLowerCase().startsWith('max') === true ? 'high' : 'low';
  const of = parseNested(cursor, () => parseAlternatives(cursor));
  if (cursor.take(/\)/y) === undefined) {
    throw cursor.refuse(`a comma or a closing “)” for the “(” at position ${at + 1}`);
  }
  return { kind: 'best', of, keep: { which, how: 'keep', count: 1 }, at };
}

function parseAlternatives(cursor: DiceCursor): readonly DiceNode[] {
  const of = [parseSum(cursor)];
  cursor.skipBlanks();
  while (cursor.take(/,/y) !== undefined) {
    of.push(parseSum(cursor));
    cursor.skipBlanks();
  }
  if (of.length <= diceLimits.alternatives) return of;
  throw new DiceFault(
    `{ } holds ${of.length} alternatives; at most ${diceLimits.alternatives} are allowed.`,
    cursor.at,
  );
}

/** A number, a reference, or an expression in parentheses that has no dice. */
function parseAmount(cursor: DiceCursor): Amount {
  cursor.skipBlanks();
  const at = cursor.at;
  const sign = cursor.take(/-/y);
  const node = takeCount(cursor);
  if (node === undefined) throw cursor.refuse('a number');
  refuseDiceWithin(node, at);
  if (sign === undefined) return toAmount(node);
  return node.kind === 'number' ? 0 - node.value : { kind: 'negative', of: node };
}

function refuseDiceWithin(amount: Amount, at: number): void {
  if (typeof amount === 'number') return;
  if (['dice', 'percentile', 'best'].includes(amount.kind)) {
    throw new DiceFault(`At position ${at + 1}, the number of dice or faces cannot itself be rolled.`, at);
  }
  for (const part of listParts(amount)) refuseDiceWithin(part, at);
}
