// Renders dice with the numbers of a sheet in them, such as `1d8+5`.

import type { DiceResolver } from './dice.ts';
import { guardDice } from './dice-fault.ts';
import type { DiceNode } from './dice-node.ts';
import { parseDice } from './parse-dice.ts';
import { renderNode } from './render-node.ts';
import { resolveDice } from './throwing/resolve-dice.ts';

/** Leaves out parts that add nothing. Returns undefined if the dice cannot be read or a number is missing; never throws. */
export function renderResolvedDice(text: string, resolve: DiceResolver): string | undefined {
  const parsed = parseDice(text);
  if (!parsed.ok) return undefined;
  const rendered = guardDice(() => renderNode(stripNothing(resolveDice(parsed.dice.root, resolve))));
  return rendered.ok ? rendered.value : undefined;
}

function stripNothing(node: DiceNode): DiceNode {
  if (node.kind !== 'operation' || node.operator === '*' || node.operator === '/') return node;
  const [left, right] = [stripNothing(node.left), stripNothing(node.right)];
  if (isNothing(right)) return left;
  return isNothing(left) && node.operator === '+' ? right : { ...node, left, right };
}

function isNothing(node: DiceNode): boolean {
  if (node.kind === 'number') return node.value === 0;
  return node.kind === 'dice' && node.count === 0 && node.rules.lowestOfTwoWhenNone !== true;
}
