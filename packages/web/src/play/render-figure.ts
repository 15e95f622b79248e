// Renders a value for a screen: without the boxes that a terminal draws before it, with grouped digits and a real minus sign.

import { groupDigits } from '../parts/group-digits.ts';
import { stripMarks } from './strip-marks.ts';

export function renderFigure(text: string): string {
  return groupDigits(stripMarks(text));
}

/**
 * In a formula, a hyphen is a minus sign if it stands between two blanks, or at the beginning of a number, name or
 * bracket.
 */
export function renderFormula(source: string): string {
  return source.replaceAll(/(?<= )-(?= )|(?<![\w)])-(?=[\w(])/gu, '−');
}
