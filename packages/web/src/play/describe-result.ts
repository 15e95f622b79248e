// Describes what a roll came to: its sum, or the face that decides, and which dice were rolled, in words.

import { groupDigits } from '../parts/group-digits.ts';
import type { ShownRoll } from './table-types.ts';

type Dice = ShownRoll['rolled'];

export interface RollResult {
  /** The number that counts; undefined if the rules look at each die and not at one number. */
  readonly counts: string | undefined;
  /** The text that follows the number and says how it came about. */
  readonly how: string;
}

/**
 * Finds the number that counts, and says where it comes from. `rendered`, the line for a terminal, tells whether that
 * is the sum, a single face (`highest 5`), or no number but each die.
 */
export function describeResult({ rendered, resolved, total, groups }: Dice): RollResult {
  const dice = describeDice(resolved);
  const ends = [...rendered.matchAll(/, (?<end>highest|lowest) (?<face>-?\d+)(?=,|$)/gu)];
  const [{ end = '', face = '' } = {}] = ends.map(({ groups: named }) => named ?? {});
  if (ends.length === 1) {
    const kept = groups.flatMap((group) => group.dice).filter(({ isKept }) => isKept);
    if (kept.length > 1) return { counts: writeFigures(face), how: `, the ${end} of ${dice}` };
    return { counts: writeFigures(face), how: dice.startsWith('the ') ? `, ${dice}` : ` with ${dice}` };
  }
  if (ends.length > 1 || rendered.endsWith(']')) return { counts: undefined, how: `Rolled: ${dice}` };
  return { counts: writeFigures(String(total)), how: ` with ${dice}` };
}

/**
 * Writes dice as people say them: `2d20kh1+5` is “the highest of 2d20, +5”. That a die explodes is left out, since the
 * drawn dice show it, and so is a bonus of 0.
 */
function describeDice(notation: string): string {
  const said = joinConstants(notation)
    .replaceAll('!', '')
    .replaceAll(/[+-]0(?![\d.d*])/gu, '')
    .replaceAll(
      /\{([^{},]+), ?([^{},]+)\}k([hl])1/gu,
      (_, one: string, other: string, which: string) =>
        `the ${which === 'h' ? 'higher' : 'lower'} of ${one} and ${other}§`,
    )
    .replaceAll(
      /(?<!\d)(\d+d[\dF%]+)k([hl])1(?!\d)/gu,
      (_, dice: string, which: string) => `the ${which === 'h' ? 'highest' : 'lowest'} of ${dice}§`,
    )
    .replaceAll(/1d%([bp])(\d+)/gu, (_, kind: string, count: string) => {
      const name = kind === 'b' ? 'bonus' : 'penalty';
      return count === '1' ? `1d100 and a ${name} die` : `1d100 and ${count} ${name} dice`;
    })
    .replaceAll(/§(?=[+-])/gu, ', ')
    .replaceAll('§', '');
  return writeFigures(said);
}

const number = /^\d+(?:\*\d+)?$/u;

/** `1*4-1+0*4+1d4`, the greatest damage of a weapon and dice, is `1d4+3`. Only a plain sum is changed. */
function joinConstants(notation: string): string {
  const terms = notation.match(/[+-]?[^+-]+/gu) ?? [];
  if (!notation.includes('*') || /[(){},]/u.test(notation)) return notation;
  const readSize = (term: string) => term.replace(/^[+-]/u, '');
  const constants = terms.filter((term) => number.test(readSize(term)));
  const dice = terms.filter((term) => !constants.includes(term));
  const sum = constants.reduce((all, term) => {
    const size = readSize(term)
      .split('*')
      .reduce((product, factor) => product * Number(factor), 1);
    return all + (term.startsWith('-') ? -size : size);
  }, 0);
  const bonus = sum === 0 ? '' : `${sum < 0 ? '' : '+'}${sum}`;
  return `${dice.join('')}${bonus}`.replace(/^\+/u, '');
}

/** The number that a roll was made against; empty if there is none, or if it was made against other dice. */
export function describeTarget({ target, challenge }: Pick<ShownRoll, 'target' | 'challenge'>): string {
  return target === undefined || challenge !== undefined ? '' : ` against ${writeFigures(String(target))}`;
}

/** Writes large numbers with grouped digits, and a real minus sign before a number or a die. */
export function writeFigures(text: string): string {
  return groupDigits(text).replaceAll(/-(?=[\d(@])/gu, '−');
}
