// Renders a dice expression in a fixed spelling, which is the same for all expressions that mean the same.

import type { Amount, Condition, DiceNode, DiceRules, Keep } from './dice-node.ts';

interface Style {
  /** What is put around each operator, such as a blank. */
  readonly gap: string;
  /** Returns the text to show for a term instead of its notation, such as the faces it was rolled with. */
  readonly renderTerm?: ((node: DiceNode) => string | undefined) | undefined;
}

type Operation = DiceNode & { readonly kind: 'operation' };

const strengths = { '+': 1, '-': 1, '*': 2, '/': 2 } as const;

export function renderNode(node: DiceNode, style: Style = { gap: '' }): string {
  const text = style.renderTerm?.(node);
  if (text !== undefined) return text;
  switch (node.kind) {
    case 'number':
      return String(node.value);
    case 'reference':
      return renderReference(node.path, renderRules(node.rules));
    case 'dice':
      return `${renderCount(node.count)}d${node.faces === 'F' ? 'F' : renderAmount(node.faces)}${renderRules(node.rules)}`;
    case 'percentile':
      return renderPercentile(node.bonus);
    case 'negative':
      return `-${renderWithin(node.of, style, 3)}`;
    case 'operation':
      return renderOperation(node, style);
    case 'best':
      return `{${node.of.map((one) => renderNode(one, style)).join(', ')}}${renderKeep(node.keep)}`;
  }
}

/**
 * Puts a blank between a path and a letter that follows it, which would otherwise be read as part of the path.
 */
function renderReference(path: string, rules: string): string {
  return `@${path}${/^[a-z]/.test(rules) ? ' ' : ''}${rules}`;
}

function renderOperation(node: Operation, style: Style): string {
  const strength = strengths[node.operator];
  const left = renderWithin(node.left, style, strength);
  if (node.operator === '+' && node.right.kind === 'number' && node.right.value < 0) {
    return `${left}${style.gap}-${style.gap}${-node.right.value}`;
  }
  const isStrict = node.operator === '-' || node.operator === '/' || readStrength(node.right) === 1;
  const right = renderWithin(node.right, style, isStrict ? strength + 1 : strength);
  return `${left}${style.gap}${node.operator}${style.gap}${right}`;
}

/** Puts the node into parentheses if its operator binds less tightly than the operators around it. */
function renderWithin(node: DiceNode, style: Style, strength: number): string {
  const text = renderNode(node, style);
  return readStrength(node) < strength ? `(${text})` : text;
}

function readStrength(node: DiceNode): number {
  if (node.kind === 'operation') return strengths[node.operator];
  const isNegative = node.kind === 'negative' || (node.kind === 'number' && node.value < 0);
  return isNegative ? 1 : 4;
}

function renderAmount(amount: Amount): string {
  if (typeof amount === 'number') return String(amount);
  return amount.kind === 'reference' ? renderNode(amount) : `(${renderNode(amount)})`;
}

/** A reference before a `d` needs parentheses, or the letter would be read as part of its path. */
function renderCount(amount: Amount): string {
  return typeof amount === 'number' ? String(amount) : `(${renderNode(amount)})`;
}

function renderPercentile(bonus: Amount): string {
  if (typeof bonus !== 'number') return `1d%b${renderAmount(bonus)}`;
  return bonus < 0 ? `1d%p${-bonus}` : `1d%b${bonus}`;
}

function renderCondition({ comparison, value }: Condition): string {
  return `${comparison}${renderAmount(value)}`;
}

function renderKeep({ which, how, count }: Keep): string {
  return `${how === 'keep' ? 'k' : 'd'}${which === 'high' ? 'h' : 'l'}${renderAmount(count)}`;
}

const explosions = { plain: '!', compound: '!!', penetrating: '!p' } as const;

function renderRules(rules: DiceRules): string {
  const { reroll, least, most, explode, keep, success, failure } = rules;
  const parts = [
    reroll && `r${reroll.isOnce ? 'o' : ''}${renderCondition(reroll.when)}`,
    least !== undefined && `mi${renderAmount(least)}`,
    most !== undefined && `ma${renderAmount(most)}`,
    explode && `${explosions[explode.kind]}${explode.when ? renderCondition(explode.when) : ''}`,
    keep && renderKeep(keep),
    rules.lowestOfTwoWhenNone && 'z',
    success && `${explode && !explode.when ? ' ' : ''}${renderCondition(success)}`,
    failure && `f${renderCondition(failure)}`,
  ];
  return parts.filter((part) => typeof part === 'string').join('');
}
