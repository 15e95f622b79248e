// Renders a value for a screen: without the boxes that a terminal draws before it, with grouped digits and a real minus sign.

import { groupDigits } from '../parts/group-digits.ts';
import { stripMarks } from './strip-marks.ts';

export function renderFigure(text: string): string {
  return groupDigits(stripMarks(text));
}

/**
 * Groups the digits in a formula, and writes a minus sign for a hyphen that stands between two blanks, or before a
 * number, a name or a bracket.
 */
export function renderFormula(source: string): string {
  return groupDigits(source).replaceAll(/(?<= )-(?= )|(?<![\w)])-(?=[\w(])/gu, '−');
}

interface Summand {
  readonly value: number;
  readonly of: string;
}

/** Such as `10 (Class) + 2 (Constitution modifier) − 1 (Armour)`. */
export function renderSum(sum: readonly Summand[]): string {
  return sum
    .map(({ value, of }, index) => {
      const sign = value < 0 ? '− ' : '+ ';
      const number = index === 0 ? renderNumber(value) : `${sign}${renderNumber(Math.abs(value))}`;
      return of === '' ? number : `${number} (${of})`;
    })
    .join(' ');
}

/** Rounds to two places after the point, which are enough to follow a sum. */
export function renderNumber(value: number): string {
  return renderFigure(String(Math.round(value * 100) / 100));
}
