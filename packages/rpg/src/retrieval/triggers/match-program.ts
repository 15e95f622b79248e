// Matches a program against a text, in time that depends only on the lengths of the text and the program.

import type { Program, Step } from './build-program.ts';
import type { CharacterSet, Place } from './pattern-node.ts';

/** Whether the program matches anywhere in the text. */
export function isMatching(program: Program, text: string): boolean {
  const codes = [...text].map((letter) => letter.codePointAt(0) ?? 0);
  let waiting: ReadonlySet<number> = new Set();
  for (let at = 0; at <= codes.length; at += 1) {
    // A match may begin at any place.
    const here = collectSteps(program, { codes, at }, [...waiting, 0]);
    if (here === 'matched') return true;
    waiting = advance(program, here, codes[at]);
  }
  return false;
}

interface Position {
  readonly codes: readonly number[];
  readonly at: number;
}

/** The steps that can be reached from the given steps without taking a character. */
function collectSteps(
  program: Program,
  position: Position,
  first: readonly number[],
): ReadonlySet<number> | 'matched' {
  const reached = new Set<number>();
  const waiting = [...first];
  for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
    if (reached.has(step)) continue;
    reached.add(step);
    const found = program.steps[step];
    if (found === undefined || found.kind === 'end') return 'matched';
    waiting.push(...listNext(found, { step, position, isMultiline: program.isMultiline }));
  }
  return reached;
}

interface Reached {
  readonly step: number;
  readonly position: Position;
  readonly isMultiline: boolean;
}

function listNext(found: Step, { step, position, isMultiline }: Reached): readonly number[] {
  if (found.kind === 'fork') return found.other === undefined ? [found.to] : [found.to, found.other];
  const isThere = found.kind === 'place' && isAtPlace(found.at, { ...position, isMultiline });
  return isThere ? [step + 1] : [];
}

/** The steps that follow the steps that take this character. */
function advance(
  { steps, isFolded }: Program,
  here: ReadonlySet<number>,
  code: number | undefined,
): ReadonlySet<number> {
  const next = new Set<number>();
  if (code === undefined) return next;
  for (const step of here) {
    const found = steps[step];
    if (found?.kind === 'set' && isInSet(found.set, code, isFolded)) next.add(step + 1);
  }
  return next;
}

function isAtPlace(
  place: Place,
  { codes, at, isMultiline }: Position & { readonly isMultiline: boolean },
): boolean {
  if (place === 'start') return at === 0 || (isMultiline && codes[at - 1] === 10);
  if (place === 'end') return at === codes.length || (isMultiline && codes[at] === 10);
  const isBoundary = isWordSign(codes[at - 1]) !== isWordSign(codes[at]);
  return place === 'boundary' ? isBoundary : !isBoundary;
}

function isWordSign(code: number | undefined): boolean {
  return code !== undefined && /\w/.test(String.fromCodePoint(code));
}

function isInSet({ ranges, isNegated }: CharacterSet, code: number, isFolded: boolean): boolean {
  const isIn = (one: number) => ranges.some(([low, high]) => one >= low && one <= high);
  if (!isFolded) return isIn(code) !== isNegated;
  const letter = String.fromCodePoint(code);
  const forms = [letter, letter.toLowerCase(), letter.toUpperCase()];
  return forms.some((form) => isIn(form.codePointAt(0) ?? 0)) !== isNegated;
}
