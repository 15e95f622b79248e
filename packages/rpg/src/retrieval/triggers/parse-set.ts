// Parses the parts of a regular expression that match one character: escapes, and classes in square brackets.

import type { CharacterSet, PatternNode } from './pattern-node.ts';

export interface Cursor {
  readonly text: string;
  at: number;
  /** Whether capital and small letters match each other. */
  readonly isFolded: boolean;
  /** Whether a dot also matches the end of a line. */
  readonly dotsAll: boolean;
}

/** Why a pattern cannot be run, in words that follow "the pattern is left out, as". */
export class PatternFault extends Error {}

type Ranges = CharacterSet['ranges'];

const digits: Ranges = [[48, 57]];
const wordSigns: Ranges = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
];
const blanks: Ranges = [
  [9, 13],
  [32, 32],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];
const named: Readonly<Record<string, Ranges>> = { d: digits, w: wordSigns, s: blanks };
const controls: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, f: 12, v: 11, 0: 0 };
const coded =
  /\\(?:x(?<two>[0-9A-Fa-f]{2})|u(?<four>[0-9A-Fa-f]{4})|u\{(?<any>[0-9A-Fa-f]{1,6})\}|c(?<control>[A-Za-z]))/uy;

export function parseEscape(cursor: Cursor): PatternNode {
  const sign = cursor.text[cursor.at + 1] ?? '';
  if (sign === 'b' || sign === 'B') {
    cursor.at += 2;
    return { kind: 'place', at: sign === 'b' ? 'boundary' : 'inside' };
  }
  if (/[1-9k]/u.test(sign)) throw new PatternFault('it refers back to a group');
  return parseEscapedSet(cursor);
}

function parseEscapedSet(cursor: Cursor): CharacterSet {
  const sign = cursor.text[cursor.at + 1] ?? '';
  if (sign === '') throw new PatternFault('it ends with a backslash');
  const ranges = named[sign.toLowerCase()];
  if (ranges !== undefined) {
    cursor.at += 2;
    return { kind: 'set', ranges, isNegated: sign !== sign.toLowerCase() };
  }
  const code = parseCode(cursor, sign);
  return { kind: 'set', ranges: [[code, code]], isNegated: false };
}

function parseCode(cursor: Cursor, sign: string): number {
  coded.lastIndex = cursor.at;
  const found = coded.exec(cursor.text);
  if (found !== null) {
    cursor.at += found[0].length;
    const { two, four, any, control } = found.groups ?? {};
    return control === undefined
      ? Number.parseInt(two ?? four ?? any ?? '0', 16)
      : (control.codePointAt(0) ?? 0) % 32;
  }
  if (sign === 'p' || sign === 'P') throw new PatternFault('it uses \\p, which is not supported');
  const code = controls[sign] ?? cursor.text.codePointAt(cursor.at + 1) ?? 0;
  cursor.at += code > 0xffff ? 3 : 2;
  return code;
}

export function parseClass(cursor: Cursor): CharacterSet {
  cursor.at += 1;
  const isNegated = cursor.text[cursor.at] === '^';
  if (isNegated) cursor.at += 1;
  const ranges: (readonly [number, number])[] = [];
  while (cursor.text[cursor.at] !== ']') {
    if (cursor.at >= cursor.text.length) throw new PatternFault('a square bracket is not closed');
    ranges.push(...parseMember(cursor));
  }
  cursor.at += 1;
  return { kind: 'set', ranges, isNegated };
}

function parseMember(cursor: Cursor): Ranges {
  const first = parseOne(cursor);
  const isRange = cursor.text[cursor.at] === '-' && cursor.text[cursor.at + 1] !== ']';
  const [low] = first;
  if (!isRange || first.length !== 1 || low === undefined) return first;
  cursor.at += 1;
  const [high] = parseOne(cursor);
  if (high === undefined || high[1] < low[0])
    throw new PatternFault('a range of characters has its later character first');
  return [[low[0], high[1]]];
}

function parseOne(cursor: Cursor): Ranges {
  if (cursor.text[cursor.at] !== '\\') {
    const code = cursor.text.codePointAt(cursor.at) ?? 0;
    cursor.at += code > 0xffff ? 2 : 1;
    return [[code, code]];
  }
  if (cursor.text[cursor.at + 1] === 'b') {
    cursor.at += 2;
    return [[8, 8]];
  }
  const { ranges, isNegated } = parseEscapedSet(cursor);
  return isNegated ? listOthers(ranges) : ranges;
}

const lastCode = 0x10ffff;

function listOthers(ranges: Ranges): Ranges {
  const ends = [...ranges, [lastCode + 1, lastCode + 1] as const];
  return ends.map(([from], at) => [(ranges[at - 1]?.[1] ?? -1) + 1, from - 1] as const);
}
