// Dice node: the structure of a dice expression, before and after its sheet references are replaced.

/** A number in a modifier or before the `d`: a plain number, or an expression without dice. */
export type Amount = number | DiceNode;

export type Comparison = '=' | '<>' | '<' | '>' | '<=' | '>=';

export interface Condition {
  readonly comparison: Comparison;
  readonly value: Amount;
}

export interface Keep {
  readonly which: 'high' | 'low';
  readonly how: 'keep' | 'drop';
  readonly count: Amount;
}

/** What is done to the dice of a term, always in this order, however the expression was written. */
export interface DiceRules {
  readonly reroll?: { readonly isOnce: boolean; readonly when: Condition } | undefined;
  /** A face below this number counts as this number. */
  readonly least?: Amount | undefined;
  /** A face above this number counts as this number. */
  readonly most?: Amount | undefined;
  readonly explode?: Explosion | undefined;
  readonly keep?: Keep | undefined;
  /** If given, the value of the term is the number of dice that meet this condition. */
  readonly success?: Condition | undefined;
  /** Each die that meets this condition takes one success away. */
  readonly failure?: Condition | undefined;
  /** If the term has no dice to throw, two are thrown and the lower one is kept. */
  readonly lowestOfTwoWhenNone?: boolean | undefined;
}

export interface Explosion {
  readonly kind: 'plain' | 'compound' | 'penetrating';
  /** The faces on which a die explodes; only the highest if absent. */
  readonly when?: Condition | undefined;
}

export interface DiceTerm {
  readonly kind: 'dice';
  readonly count: Amount;
  readonly faces: Amount | 'F';
  readonly rules: DiceRules;
  readonly at: number;
}

/**
 * Percentile dice whose tens may be thrown several times: with a bonus above 0 the lowest result counts, with one below
 * 0 the highest.
 */
export interface PercentileTerm {
  readonly kind: 'percentile';
  readonly bonus: Amount;
  readonly at: number;
}

export type DiceNode =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'reference'; readonly path: string; readonly rules: DiceRules; readonly at: number }
  | DiceTerm
  | PercentileTerm
  | { readonly kind: 'negative'; readonly of: DiceNode }
  | {
      readonly kind: 'operation';
      readonly operator: '+' | '-' | '*' | '/';
      readonly left: DiceNode;
      readonly right: DiceNode;
      readonly at: number;
    }
  | { readonly kind: 'best'; readonly of: readonly DiceNode[]; readonly keep: Keep; readonly at: number };

/** The nodes directly within a node, including those in its modifiers. */
export function listParts(node: DiceNode): readonly DiceNode[] {
  switch (node.kind) {
    case 'number':
      return [];
    case 'reference':
      return listAmounts(node.rules);
    case 'dice':
      return [...filterNodes([node.count, node.faces]), ...listAmounts(node.rules)];
    case 'percentile':
      return filterNodes([node.bonus]);
    case 'negative':
      return [node.of];
    case 'operation':
      return [node.left, node.right];
    case 'best':
      return [...node.of, ...filterNodes([node.keep.count])];
  }
}

function listAmounts(rules: DiceRules): readonly DiceNode[] {
  const { reroll, least, most, explode, keep, success, failure } = rules;
  const conditions = [reroll?.when, explode?.when, success, failure];
  return filterNodes([least, most, keep?.count, ...conditions.map((condition) => condition?.value)]);
}

function filterNodes(amounts: readonly (Amount | 'F' | undefined)[]): readonly DiceNode[] {
  return amounts.filter((amount) => typeof amount === 'object');
}
