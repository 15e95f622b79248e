// Rolls dice: records every die, rounds the total down and renders a line for people.

import type { Dice, DiceGroup, DiceResolver, Die, FaceSource, Rolled } from './dice.ts';
import { DiceFault, diceLimits, guardDice } from './dice-fault.ts';
import type { DiceNode } from './dice-node.ts';
import { renderNode } from './render-node.ts';
import { computeOperation, resolveDice } from './throwing/resolve-dice.ts';
import { markOthersDropped, rollPercentile, rollTerm } from './throwing/roll-term.ts';

export interface RollOptions {
  readonly source: FaceSource;
  readonly resolve?: DiceResolver | undefined;
}

/** Never throws because of the expression or the sheet; faces are drawn in the order of the text. */
export function rollDice(dice: Dice, { source, resolve = () => undefined }: RollOptions): Rolled {
  const rolled = guardDice(() => rollRoot(dice, resolveDice(dice.root, resolve), withThrowLimit(source)));
  return rolled.ok ? { ok: true, rolled: rolled.value } : { ok: false, say: rolled.fault.say };
}

function withThrowLimit(source: FaceSource): FaceSource {
  let throws = 0;
  return {
    draw(faces) {
      throws += 1;
      if (throws <= diceLimits.throws) return source.draw(faces);
      throw new DiceFault(
        `More than ${diceLimits.throws} dice were thrown, including rerolls and explosions.`,
        0,
      );
    },
  };
}

function rollRoot(dice: Dice, root: DiceNode, source: FaceSource) {
  const groups = new Map<DiceNode, DiceGroup>();
  const value = rollNode(root, source, groups);
  const total = toWhole(value);
  const shown = stripEmpty(root, dice.root);
  const resolved = renderNode(shown);
  const faces = renderNode(shown, {
    gap: ' ',
    renderTerm: (node) => {
      const group = groups.get(node);
      return group && renderGroup(group);
    },
  });
  const rendered = `${renderNode(shown, { gap: '', renderTerm: namePercentile })}: ${faces} = ${total}`;
  return { expression: dice.expression, resolved, groups: [...groups.values()], total, rendered };
}

/** Names bonus and penalty dice in words: their notation says nothing to a player. */
function namePercentile(node: DiceNode): string | undefined {
  const bonus = node.kind === 'percentile' && typeof node.bonus === 'number' ? node.bonus : 0;
  if (bonus === 0) return undefined;
  const kind = bonus > 0 ? 'bonus' : 'penalty';
  const count = Math.abs(bonus);
  return `1d100 with ${count === 1 ? `a ${kind} die` : `${count} ${kind} dice`}`;
}

/**
 * Leaves out of a sum the parts that add nothing: 0, and dice such as `0d6`. An added number from the sheet stays even
 * if it is 0, so that a player who rolls a skill sees that it was counted. `written` is the same node before the sheet
 * was read.
 */
function stripEmpty(node: DiceNode, written: DiceNode): DiceNode {
  if (node.kind !== 'operation' || node.operator === '*' || node.operator === '/') return node;
  const [from, added] = written.kind === 'operation' ? [written.left, written.right] : [];
  const left = stripEmpty(node.left, from ?? node.left);
  const right = stripEmpty(node.right, added ?? node.right);
  if (isEmpty(right) && !(node.operator === '+' && added?.kind === 'reference')) return left;
  if (!isEmpty(left)) return { ...node, left, right };
  return node.operator === '+' ? right : { kind: 'negative', of: right };
}

function isEmpty(node: DiceNode): boolean {
  return node.kind === 'number' ? node.value === 0 : node.kind === 'dice' && node.count === 0;
}

/** Rounds down. A value that is below a whole number only by a floating-point error becomes that number. */
export function toWhole(value: number): number {
  return Math.floor(value + 1e-9) + 0;
}

function rollNode(node: DiceNode, source: FaceSource, groups: Map<DiceNode, DiceGroup>): number {
  switch (node.kind) {
    case 'number':
      return node.value;
    case 'dice':
      return recordGroup(node, rollTerm(node, source), groups);
    case 'percentile':
      return recordGroup(node, rollPercentile(node, source), groups);
    case 'negative':
      return -rollNode(node.of, source, groups);
    case 'operation': {
      const left = rollNode(node.left, source, groups);
      return computeOperation(node, left, rollNode(node.right, source, groups));
    }
    case 'best':
      return rollBest(node, source, groups);
    case 'reference':
      throw new DiceFault(`There is no value for @${node.path} here.`, node.at);
  }
}

function recordGroup(node: DiceNode, group: DiceGroup, groups: Map<DiceNode, DiceGroup>): number {
  groups.set(node, group);
  return group.value;
}

function rollBest(
  node: DiceNode & { kind: 'best' },
  source: FaceSource,
  groups: Map<DiceNode, DiceGroup>,
): number {
  const alternatives = node.of.map((one) => {
    const own = new Map<DiceNode, DiceGroup>();
    return { value: rollNode(one, source, own), own, isKept: true };
  });
  markOthersDropped(alternatives, node.keep, ({ value }) => value);
  for (const { own, isKept } of alternatives) {
    for (const [term, group] of own) groups.set(term, isKept ? group : markAllDropped(group));
  }
  return alternatives.reduce((sum, { value, isKept }) => (isKept ? sum + value : sum), 0);
}

function markAllDropped(group: DiceGroup): DiceGroup {
  return { ...group, dice: group.dice.map((die) => ({ ...die, isKept: false })) };
}

const mostShown = 40;

/** Marks: `!` exploded, `*` success, `f` failure, `r` rerolled. For percentile dice, shows each number that came up. */
export function renderGroup(group: DiceGroup): string {
  if (isPercentile(group)) return renderPercentile(group);
  const shown = group.dice.slice(0, mostShown).map(renderDie);
  const rest = group.dice.length - shown.length;
  const all = rest > 0 ? [...shown, `… ${rest} more: ${group.value}`] : shown;
  return `[${all.join(', ')}]`;
}

/** Each tens die makes a number together with the units die; only one of these numbers counts. */
function renderPercentile({ dice }: DiceGroup): string {
  const units = dice.find(({ marks }) => marks.includes('units'))?.face ?? 0;
  const numbers = dice
    .filter(({ marks }) => marks.includes('tens'))
    .map(({ face, isKept }) => {
      const number = face + units || 100;
      return isKept ? String(number) : `(${number})`;
    });
  return `[${numbers.join(', ')}]`;
}

function isPercentile(group: DiceGroup): boolean {
  return group.dice.some((die) => die.marks.includes('units'));
}

const signs: Readonly<Record<string, string>> = { exploded: '!', success: '*', failure: 'f', rerolled: 'r' };

function renderDie({ face, faces, isKept, marks }: Die): string {
  const isFate = faces === 'F' && face > 0;
  const text = `${isFate ? '+' : ''}${face}${marks.map((mark) => signs[mark] ?? '').join('')}`;
  return isKept ? text : `(${text})`;
}
