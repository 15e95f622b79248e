// Renders the dice of a term as they fell: `[6, 5, (1), 3]`, what does not count in parentheses.

import type { DiceGroup, Die } from './dice.ts';

const mostShown = 40;

/** `!` exploded, `*` success, `f` failure, `r` thrown again. */
export function renderGroup(group: DiceGroup): string {
  const shown = group.dice.slice(0, mostShown).map(renderDie);
  const rest = group.dice.length - shown.length;
  const all = rest > 0 ? [...shown, `… ${rest} more: ${group.value}`] : shown;
  return `[${all.join(isPercentile(group) ? ' + ' : ', ')}]`;
}

function isPercentile(group: DiceGroup): boolean {
  return group.dice.some((die) => die.marks.includes('units'));
}

const signs: Readonly<Record<string, string>> = { exploded: '!', success: '*', failure: 'f', rerolled: 'r' };

function renderDie({ face, faces, isKept, marks }: Die): string {
  const isFate = faces === 'F' && face > 0;
  const tens = marks.includes('tens') && face === 0 ? '00' : String(face);
  const text = `${isFate ? '+' : ''}${tens}${marks.map((mark) => signs[mark] ?? '').join('')}`;
  return isKept ? text : `(${text})`;
}
