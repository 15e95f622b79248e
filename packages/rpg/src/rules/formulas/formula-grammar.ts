// Formula grammar: parses a formula into a tree with positions, using jsep with our operators.

import jsep from 'jsep';

/** A node made by jsep; `readPlace` tells at which character its text begins, counted from 0, if this is known. */
export type GrammarNode = jsep.Expression;

/** Takes the place of the missing left side of `not`, so that `not` can bind less tightly than a comparison. */
const nothing = 'NothingBeforeNot';

export class FormulaProblem extends Error {
  readonly at: number;
  constructor(say: string, at: number) {
    super(say);
    this.at = at;
  }
}

const precedences: Readonly<Record<string, number>> = {
  or: 1,
  '||': 1,
  and: 2,
  '&&': 2,
  not: 3,
  '//': 10,
  '^': 12,
};

for (const [operator, precedence] of Object.entries(precedences))
  jsep.addBinaryOp(operator, precedence, operator === '^' || operator === 'not');

const [zero, nine, dot, smallN] = [48, 57, 46, 110];
const places = new WeakMap<object, number>();
const inBrackets = new WeakSet<object>();
/**
 * The positions at which the tokens that are being read begin, outermost first. Parsing is synchronous, so one list is
 * enough.
 */
let begun: number[] = [];

jsep.hooks.add('gobble-token', function noteBeginning(env) {
  // jsep calls no hook after it has read a number, so its beginning is not noted.
  if ((this.code >= zero && this.code <= nine) || this.code === dot) return;
  begun.push(this.index);
  // Sets the node only if jsep will read the operator `not` next; otherwise jsep would return to this place for ever.
  if (
    this.code === smallN &&
    /^not[^A-Za-z0-9_$\u0080-\uffff]/.test(this.expr.slice(this.index, this.index + 4))
  )
    env.node = { type: nothing };
});

jsep.hooks.add('after-token', function notePlace(env) {
  const at = begun.pop() ?? 0;
  if (env.node === undefined || typeof env.node !== 'object') return;
  if (this.expr[at] === '(') inBrackets.add(env.node);
  if (!places.has(env.node)) places.set(env.node, at);
});

/** The position at which a node begins; `otherwise` if it was not noted, as for a number. */
export function readPlace(node: GrammarNode, otherwise: number): number {
  return places.get(node) ?? otherwise;
}

export function isInBrackets(node: GrammarNode): boolean {
  return inBrackets.has(node);
}

export function isNothingBeforeNot(node: GrammarNode): boolean {
  return node.type === nothing;
}

/**
 * Throws `FormulaProblem` and nothing else. The text must have passed `checkText`, since jsep recurses into its
 * brackets.
 */
export function readGrammar(source: string): GrammarNode {
  begun = [];
  try {
    return jsep(source);
  } catch (cause) {
    const { index, description } = cause as { index?: unknown; description?: unknown };
    const at = typeof index === 'number' ? Math.min(index, source.length) : 0;
    throw new FormulaProblem(`${typeof description === 'string' ? description : 'not a formula'}`, at);
  }
}
