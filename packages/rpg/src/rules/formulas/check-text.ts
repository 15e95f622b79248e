// Checks the text of a formula before it is parsed: its length, its depth, and that it contains nothing forbidden.

import { FormulaProblem } from './formula-grammar.ts';

const longestFormula = 500;
export const deepestFormula = 32;

const refused: ReadonlyMap<string, string> = new Map([
  ['"', 'a formula cannot contain text; compare numbers, or use a field with numbers'],
  ["'", 'a formula cannot contain text; compare numbers, or use a field with numbers'],
  ['`', 'a formula cannot contain text; compare numbers, or use a field with numbers'],
  [';', 'a formula is one expression; leave the semicolon out'],
  ['[', 'brackets [ ] have no meaning here; name an entry by its path, or use min, max, sum, count'],
  [']', 'brackets [ ] have no meaning here; name an entry by its path, or use min, max, sum, count'],
  ['{', 'brackets { } have no meaning here; group with ( )'],
  ['}', 'brackets { } have no meaning here; group with ( )'],
  ['?', 'there is no ? here; write if(condition, then, else)'],
  [':', 'there is no : here; write if(condition, then, else)'],
  ['\\', 'a backslash has no meaning here'],
]);

/**
 * Throws `FormulaProblem` if the text is empty, too long, nested too deep, or contains what no formula may contain.
 */
export function checkText(source: string): void {
  if (source.length > longestFormula)
    throw new FormulaProblem(
      `a formula has at most ${longestFormula} characters, and this one has ${source.length}; move a part of the formula into an alias`,
      longestFormula,
    );
  if (source.trim() === '') throw new FormulaProblem('the formula is empty; write a number or a path', 0);
  const open: boolean[] = [];
  for (let at = 0; at < source.length; at += 1) checkLetter(source, at, open);
}

/** `open` has an entry for each open bracket, which tells whether the bracket belongs to a call. */
function checkLetter(source: string, at: number, open: boolean[]): void {
  const letter = source[at] ?? '';
  const problem = refused.get(letter);
  if (problem !== undefined) throw new FormulaProblem(problem, at);
  if (!/[\x20-\x7e\t\r\n]/.test(letter))
    throw new FormulaProblem(`\`${letter}\` has no meaning here; names have a-z, 0-9 and _`, at);
  if (letter === '(') open.push(/[A-Za-z0-9_]\s*$/.test(source.slice(Math.max(0, at - 40), at)));
  if (letter === ')') open.pop();
  if (letter === ',' && open.at(-1) !== true)
    throw new FormulaProblem(
      'a comma is allowed only between the arguments of a function, such as min(a, b)',
      at,
    );
  if (letter === '=') checkEquals(source, at);
  if (open.length > deepestFormula)
    throw new FormulaProblem(
      `brackets are nested more than ${deepestFormula} deep; move a part of the formula into an alias`,
      at,
    );
}

function checkEquals(source: string, at: number): void {
  const before = source[at - 1] ?? '';
  if (source[at + 1] === '=' || /[=<>!]/.test(before)) return;
  throw new FormulaProblem('`=` sets nothing here; compare with `==`', at);
}
