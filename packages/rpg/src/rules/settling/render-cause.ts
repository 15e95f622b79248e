// Renders why settling set a value, as a person reads it: `maximum 40 = 8 + 4 × con_mod (con_mod 8)`.

import type { FormulaValue } from '../../prefabs/prefab.ts';
import type { Formula, Scope } from '../../system/formula.ts';
import { FormulaFailure } from '../formulas/formula-values.ts';

const mostNames = 6;
const mostEntries = 6;
/** Instead of a longer formula, only the values that it reads are shown, since they say more to a reader. */
const longestShown = 120;

/** `what` is a word such as `maximum`, or empty for the value itself. */
export function renderCause(
  what: string,
  computed: { readonly formula: Formula; readonly value: number },
  scope: Scope,
): string {
  const { formula, value } = computed;
  const begin = what === '' ? renderNumber(value) : `${what} ${renderNumber(value)}`;
  const source = formula.source.trim();
  if (source === renderNumber(value)) return begin;
  const text = source.replaceAll(/\s+/g, ' ').replaceAll(/ ?\* ?/g, ' × ');
  const names = formula.reads.filter((name) => name !== source).slice(0, mostNames);
  const numbers = names.map((name) => `${name} ${renderRead(scope, name)}`);
  if (text.length > longestShown && numbers.length > 0)
    return `${begin}, computed from ${numbers.join(', ')}`;
  return `${begin} = ${text}${numbers.length === 0 ? '' : ` (${numbers.join(', ')})`}`;
}

/** A name in a branch that was not taken may be impossible to compute. */
function renderRead(scope: Scope, name: string): string {
  try {
    return renderValue(scope.read(name));
  } catch (cause) {
    if (cause instanceof FormulaFailure) return '?';
    throw cause;
  }
}

function renderValue(value: FormulaValue | undefined): string {
  if (value === undefined) return '?';
  if (typeof value === 'number') return renderNumber(value);
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  const entries = (value as readonly FormulaValue[]).slice(0, mostEntries).map(renderValue);
  return `[${entries.join(' ')}${value.length > mostEntries ? ' …' : ''}]`;
}

export function renderNumber(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
