// Matches a compiled regular expression against a text, in time that depends only on the lengths of both.

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

/**
 * The steps that can be reached from these steps without taking another character, including these steps themselves;
 * or `matched` if the end can be reached.
 */
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
    waiting.push(...listNext(found, step, { ...position, program }));
  }
  return reached;
}

interface Reached extends Position {
  readonly program: Program;
}

function listNext(found: Step, step: number, reached: Reached): readonly number[] {
  if (found.kind === 'fork') return found.other === undefined ? [found.to] : [found.to, found.other];
  const isThere = found.kind === 'place' && isAtPlace(found.at, reached);
  return isThere ? [step + 1] : [];
}

/** Where the program goes on from these steps once this character is taken. */
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

/** The codes of the characters that end a line. */
const lineEnds: ReadonlySet<number | undefined> = new Set([10, 13, 0x2028, 0x2029]);

function isAtPlace(place: Place, { codes, at, program: { isFolded, isMultiline } }: Reached): boolean {
  if (place === 'start') return at === 0 || (isMultiline && lineEnds.has(codes[at - 1]));
  if (place === 'end') return at === codes.length || (isMultiline && lineEnds.has(codes[at]));
  const isBoundary = isWordSign(codes[at - 1], isFolded) !== isWordSign(codes[at], isFolded);
  return place === 'boundary' ? isBoundary : !isBoundary;
}

/** If case is ignored, the long s and the sign for kelvin count as letters too, as in the language's own engine. */
function isWordSign(code: number | undefined, isFolded: boolean): boolean {
  return code !== undefined && (isFolded ? /\w/iu : /\w/u).test(String.fromCodePoint(code));
}

function isInSet(set: CharacterSet, code: number, isFolded: boolean): boolean {
  const { ranges, isNegated } = set;
  const isIn = isFolded
    ? readFolded(set).test(String.fromCodePoint(code))
    : ranges.some(([low, high]) => code >= low && code <= high);
  return isIn !== isNegated;
}

const folded = new WeakMap<CharacterSet, RegExp>();

/**
 * A pattern for the set that ignores case. The engine of the language knows which letters differ only in case, and
 * tests a single character in one step.
 */
function readFolded(set: CharacterSet): RegExp {
  const known = folded.get(set);
  if (known !== undefined) return known;
  const render = (code: number) => `\\u{${code.toString(16)}}`;
  const members = set.ranges.map(([low, high]) => `${render(low)}-${render(high)}`);
  const built = new RegExp(`[${members.join('')}]`, 'iu');
  folded.set(set, built);
  return built;
}
