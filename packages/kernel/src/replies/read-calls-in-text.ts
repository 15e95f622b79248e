// Reads calls of known tools out of a reply's text, in every form in which models write them, whatever surrounds them.

import { type Container, isContainer, parseJsonRuns } from './parse-json-runs.ts';
import { type Cursor, isNext, readLiteral, readMatch, readValue, unread } from './read-literal.ts';
import { findWrittenCall, readWrittenCalls, type WrittenCall } from './read-written-calls.ts';

/** At most this many calls are read. No reply needs as many; the bound is for replies that repeat themselves. */
export const mostCallsInText = 100;
/** This many characters of an unreadable call are kept, to be quoted in the answer to the call. */
const shownOfUnread = 2_000;

/**
 * The calls in their order, all of the first form in which the text has any; empty if it has none. A call that cannot
 * be read is still returned, with the text as its arguments, so that the answer to it can say what would be accepted.
 * Takes time in proportion to the text.
 */
export function readCallsInText(text: string, tools: Iterable<string>): readonly WrittenCall[] {
  const names = [...tools];
  const isKnown = ({ name }: WrittenCall) => names.includes(name);
  const start = findWrittenCall(text);
  const marked = start === undefined ? [] : readWrittenCalls(text.slice(start)).map(stripPrefix);
  const found = [
    () => listFlatCalls(text, names),
    () => marked.filter(isKnown),
    () => listNamedCalls(text, names).map(({ at: _, ...call }) => call),
    () => readWrittenJson(text).filter(isKnown),
    () => marked,
  ];
  for (const read of found) {
    const calls = read();
    if (calls.length > 0) return calls.slice(0, mostCallsInText);
  }
  return [];
}

function stripPrefix({ name, arguments: given }: WrittenCall): WrittenCall {
  return { name: name.replace(/^(?:functions|tools|default_api)\./, ''), arguments: given };
}

/** Reads `{"name": "…", "arguments": {…}}` anywhere, and objects whose only key is the name of a tool. */
function readWrittenJson(text: string): readonly WrittenCall[] {
  return listWhole(text).flatMap(readItem);
}

const toolKeys = ['tool', 'function', 'action', 'name'];
const argumentKeys = ['arguments', 'parameters', 'args', 'input'];

/** Lists calls whose arguments are next to the name of the tool: `{"tool": "name", "key": …}`. */
function listFlatCalls(text: string, names: readonly string[]): readonly WrittenCall[] {
  return listWhole(text).flatMap((value) => {
    if (!isTable(value) || argumentKeys.some((key) => value[key] !== undefined)) return [];
    const key = toolKeys.find((one) => names.includes(String(value[one])));
    if (key === undefined) return [];
    const { [key]: name, ...given } = value;
    return [{ name: String(name), arguments: JSON.stringify(given) }];
  });
}

/** The complete values of a text. A list is replaced by its elements, even a list under a key such as `tool_calls`. */
function listWhole(text: string): readonly unknown[] {
  const { values, inner, cut, holed } = parseJsonRuns(text);
  const whole = [...values, ...inner].filter((value) => !cut.has(value) && !holed.has(value));
  return whole.flatMap((value): readonly unknown[] => {
    if (Array.isArray(value)) return value;
    const listed = isTable(value) ? (value['tool_calls'] ?? value['calls']) : undefined;
    return Array.isArray(listed) ? listed : [value];
  });
}

function readItem(value: unknown): readonly WrittenCall[] {
  if (!isTable(value)) return [];
  const read = readWrittenCalls(JSON.stringify(value)).map(stripPrefix);
  if (read.length > 0) return read;
  const [[name, given] = ['', undefined], ...others] = Object.entries(value);
  return others.length === 0 && isTable(given) ? [{ name, arguments: JSON.stringify(given) }] : [];
}

function isTable(value: unknown): value is Exclude<Container, readonly unknown[]> {
  return isContainer(value) && !Array.isArray(value);
}

/** The characters that may stand between a tool's name and its arguments if no parenthesis follows the name. */
const between =
  /"?\s{0,4}(?:>|\[ARGS\]|\[CALL_ID\]\w{0,20}\[ARGS\]|(?:<\|[a-z]{1,20}\|>\s{0,4}(?:json\s{0,4})?){1,3}|[\s*`:]{0,6}action.input[\s*`:]{0,6}|[\s*:]{0,6}`{3}(?:json)?)\s{0,4}/iy;
const nameStart = /[A-Za-z_]\w{0,60}/y;

export interface NamedCall extends WrittenCall {
  /** The position of the tool's name in the text. */
  readonly at: number;
}

/**
 * Lists calls such as `name(key="…")`, `name({…})`, `to=functions.name … {…}`, `<invoke name="name">…`, `Action: name
 * … Action Input: {…}`.
 */
export function listNamedCalls(text: string, names: readonly string[]): readonly NamedCall[] {
  const calls: NamedCall[] = [];
  const cursor: Cursor = { text, at: 0 };
  const pattern = buildNamePattern(names);
  while (pattern !== undefined && calls.length < mostCallsInText) {
    pattern.lastIndex = cursor.at;
    const found = pattern.exec(text);
    if (found === null) break;
    cursor.at = found.index + found[0].length;
    const given = readArguments(cursor);
    if (given !== undefined) calls.push({ name: found[0], arguments: given, at: found.index });
  }
  return calls;
}

/** Keeps the pattern for each list of tools, because a text is searched again with each piece that arrives. */
const namePatterns = new WeakMap<readonly string[], RegExp>();

/** Undefined if none of the names is a word. */
function buildNamePattern(names: readonly string[]): RegExp | undefined {
  const known = namePatterns.get(names);
  if (known !== undefined) return known;
  const plain = names.filter((name) => /^\w+$/.test(name));
  if (plain.length === 0) return undefined;
  const pattern = new RegExp(`\\b(?:${plain.join('|')})\\b`, 'g');
  namePatterns.set(names, pattern);
  return pattern;
}

/**
 * Reads the arguments after a name, as JSON, or as text if they cannot be read; undefined if the text only mentions the
 * name.
 */
function readArguments(cursor: Cursor): string | undefined {
  const start = cursor.at;
  if (cursor.text[start] === '(') {
    cursor.at += 1;
    const given = readBracketed(cursor);
    return given === unread ? cursor.text.slice(start, start + shownOfUnread) : JSON.stringify(given);
  }
  const sign = readMatch(cursor, between);
  if (cursor.text[cursor.at] === '{' && (sign !== undefined || cursor.at === start)) {
    const begun = cursor.at;
    const given = readLiteral(cursor);
    return given === unread ? cursor.text.slice(begun, begun + shownOfUnread) : JSON.stringify(given);
  }
  return sign?.endsWith('>') === true ? readTagged(cursor) : undefined;
}

/** Reads `{…})`, or `key=value, …)`. */
function readBracketed(cursor: Cursor): unknown {
  if (isNext(cursor, ')')) return {};
  if (cursor.text[cursor.at] !== '{') return readKeywords(cursor);
  const given = readLiteral(cursor);
  return isNext(cursor, ')') ? given : unread;
}

function readKeywords(cursor: Cursor): unknown {
  const fields: [string, unknown][] = [];
  do {
    if (isNext(cursor, ')')) return Object.fromEntries(fields);
    const key = readMatch(cursor, nameStart) ?? '';
    const isGiven = isNext(cursor, '=') || isNext(cursor, ':');
    const value = isGiven ? readValue(cursor) : unread;
    if (value === unread) return unread;
    fields.push([key, value]);
  } while (isNext(cursor, ','));
  return isNext(cursor, ')') ? Object.fromEntries(fields) : unread;
}

const openTag = /\s{0,20}<(?:\w{1,20}:)?parameter\s{1,4}name\s{0,4}=\s{0,4}"?(\w{1,60})"?[^<>]{0,40}>/y;

/** Reads any number of `<parameter name="term">…</parameter>`. */
function readTagged(cursor: Cursor): string | undefined {
  const fields: [string, unknown][] = [];
  for (;;) {
    const tag = readMatch(cursor, openTag);
    const name = tag === undefined ? undefined : /name\s*=\s*"?(\w+)/.exec(tag)?.[1];
    const end = name === undefined ? -1 : cursor.text.indexOf('</', cursor.at);
    if (name === undefined || end === -1) break;
    const written = cursor.text.slice(cursor.at, end).trim();
    fields.push([name, parseValue(written)]);
    cursor.at = readPast(cursor.text, end);
  }
  return fields.length === 0 ? undefined : JSON.stringify(Object.fromEntries(fields));
}

function readPast(text: string, from: number): number {
  const end = text.indexOf('>', from);
  return end === -1 ? text.length : end + 1;
}

/** Parses a list or an object; anything else stays a text. */
function parseValue(written: string): unknown {
  if (!/^[[{]/.test(written)) return written;
  const cursor: Cursor = { text: written, at: 0 };
  const value = readLiteral(cursor);
  return value === unread || cursor.at < written.length ? written : value;
}
