// Parses a regular expression from an imported file, `/…/flags`, into a program that runs in bounded time on any text.

import { type BuiltProgram, buildProgram } from './build-program.ts';
import { type Cursor, PatternFault, parseClass, parseEscape } from './parse-set.ts';
import type { PatternNode } from './pattern-node.ts';

const form = /^\/(?<body>.+)\/(?<flags>[a-z]*)$/su;
const longest = 500;
const deepest = 20;
const mostRepeats = 100;
const knownFlags = /^[dgimsuvy]*$/u;

/** A key is a pattern if it has this form; everything else is plain text. */
export function isPattern(key: string): boolean {
  return form.test(key);
}

/**
 * Refuses a pattern that is malformed or too large, or that needs more than one pass over the text, such as one with a
 * lookahead. Never throws.
 */
export function parsePattern(key: string): BuiltProgram {
  const { body = '', flags = '' } = form.exec(key)?.groups ?? {};
  if (body === '' || body.length > longest)
    return { ok: false, say: `it is empty or longer than ${longest} characters` };
  if (!knownFlags.test(flags)) return { ok: false, say: `its flags "${flags.slice(0, 20)}" are unknown` };
  try {
    const cursor: Cursor = { text: body, at: 0, isFolded: flags.includes('i'), dotsAll: flags.includes('s') };
    const node = parseAlternatives(cursor, 0);
    if (cursor.at < body.length) throw new PatternFault('a bracket is closed that was not opened');
    return buildProgram(node, { isFolded: cursor.isFolded, isMultiline: flags.includes('m') });
  } catch (error) {
    if (error instanceof PatternFault) return { ok: false, say: error.message };
    throw error;
  }
}

function parseAlternatives(cursor: Cursor, depth: number): PatternNode {
  if (depth > deepest) throw new PatternFault('its brackets are nested too deep');
  const options = [parseSequence(cursor, depth)];
  while (cursor.text[cursor.at] === '|') {
    cursor.at += 1;
    options.push(parseSequence(cursor, depth));
  }
  return { kind: 'alternatives', options };
}

function parseSequence(cursor: Cursor, depth: number): PatternNode {
  const parts: PatternNode[] = [];
  while (cursor.at < cursor.text.length && cursor.text[cursor.at] !== '|' && cursor.text[cursor.at] !== ')')
    parts.push(parseRepeated(cursor, parseAtom(cursor, depth)));
  return { kind: 'sequence', parts };
}

function parseAtom(cursor: Cursor, depth: number): PatternNode {
  const sign = cursor.text[cursor.at] ?? '';
  if (sign === '(') return parseGroup(cursor, depth);
  if (sign === '[') return parseClass(cursor);
  if (sign === '\\') return parseEscape(cursor);
  if ('*+?{'.includes(sign)) throw new PatternFault(`"${sign}" repeats nothing`);
  const code = cursor.text.codePointAt(cursor.at) ?? 0;
  cursor.at += code > 0xffff ? 2 : 1;
  if (sign === '^') return { kind: 'place', at: 'start' };
  if (sign === '$') return { kind: 'place', at: 'end' };
  if (sign === '.') return { kind: 'set', ranges: cursor.dotsAll ? [] : lineEnds, isNegated: true };
  return { kind: 'set', ranges: [[code, code]], isNegated: false };
}

const lineEnds: readonly (readonly [number, number])[] = [
  [10, 10],
  [13, 13],
  [0x2028, 0x2029],
];

const opening = /\((?<look>\?(?:<?[=!]))|\((?:\?(?::|<[A-Za-z_]\w{0,60}>))?/uy;

function parseGroup(cursor: Cursor, depth: number): PatternNode {
  opening.lastIndex = cursor.at;
  const found = opening.exec(cursor.text);
  if (found?.groups?.['look'] !== undefined) throw new PatternFault('it has a lookahead or lookbehind');
  cursor.at += found?.[0].length ?? 1;
  if (cursor.text[cursor.at] === '?') throw new PatternFault('it has a group of an unknown kind');
  const inner = parseAlternatives(cursor, depth + 1);
  if (cursor.text[cursor.at] !== ')') throw new PatternFault('a bracket is not closed');
  cursor.at += 1;
  return inner;
}

const counted = /\{(?<least>\d{1,4})(?<more>,(?<most>\d{0,4}))?\}/uy;

function parseRepeated(cursor: Cursor, node: PatternNode): PatternNode {
  const bounds = parseBounds(cursor);
  if (bounds === undefined) return node;
  // A `?` after a repetition prefers fewer repetitions, which does not change whether the pattern matches.
  if (cursor.text[cursor.at] === '?') cursor.at += 1;
  return { kind: 'repeat', node, ...bounds };
}

interface Bounds {
  readonly least: number;
  readonly most: number | undefined;
}

const short: Readonly<Record<string, Bounds>> = {
  '*': { least: 0, most: undefined },
  '+': { least: 1, most: undefined },
  '?': { least: 0, most: 1 },
};

function parseBounds(cursor: Cursor): Bounds | undefined {
  const sign = cursor.text[cursor.at] ?? '';
  const bounds = short[sign];
  if (bounds !== undefined) cursor.at += 1;
  return sign === '{' ? parseCounted(cursor) : bounds;
}

function parseCounted(cursor: Cursor): Bounds {
  counted.lastIndex = cursor.at;
  const found = counted.exec(cursor.text);
  if (found === null) throw new PatternFault('a { is not followed by a number of repeats and a }');
  const { least = '0', more, most = '' } = found.groups ?? {};
  cursor.at += found[0].length;
  const bounds = { least: Number(least), most: most === '' ? undefined : Number(most) };
  const { most: upper } = more === undefined ? { most: bounds.least } : bounds;
  if (bounds.least > mostRepeats || (upper ?? 0) > mostRepeats)
    throw new PatternFault(`something is repeated more than ${mostRepeats} times`);
  if (upper !== undefined && upper < bounds.least)
    throw new PatternFault('a range of repeats has its larger number first');
  return { least: bounds.least, most: upper };
}
