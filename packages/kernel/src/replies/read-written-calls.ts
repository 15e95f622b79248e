// Reads tool calls that a model wrote into its text, if the server has no parser for such calls, or uses the wrong one.

import type { ToolCall } from '../llm/language-model.ts';
import { type Container, isContainer, parseJsonRuns } from './parse-json-runs.ts';

export type WrittenCall = Omit<ToolCall, 'id'>;

const opening =
  /<\|?tool_?calls?\b[^>\n]{0,40}>|<\|python_tag\|>|<function\s*=|\[TOOL_CALLS\]|`{3}\w*\s*\{\s*"(?:name|tool|function)"\s*:/i;
/** The end of a text that may still become the beginning of a call. */
const beginning =
  /(?:<\|?[a-z_ =|]{0,40}|\[[a-z_]{0,11}|`{1,3}\w*\s*(?:\{\s*(?:"?\w{1,10}"?\s*|""?\s*)?)?)$/i;
const longestLooked = 200;

/** The position at which a written call begins; undefined if the text contains none. */
export function findWrittenCall(text: string): number | undefined {
  return opening.exec(text)?.index;
}

/** How many characters of an unfinished text are certainly not part of a call. */
export function measureUncalled(text: string): number {
  const start = findWrittenCall(text);
  if (start !== undefined) return start;
  const tail = text.slice(-longestLooked);
  const held = beginning.exec(tail);
  return held === null ? text.length : text.length - tail.length + held.index;
}

/**
 * The calls of a text that begins with a call, or is JSON. A call that cannot be read is still returned, with the text
 * as its arguments, so that the answer to it can say what would be accepted.
 */
export function readWrittenCalls(body: string): readonly WrittenCall[] {
  const functions = [...body.matchAll(/<function\s*=\s*([^>\s]{1,60})\s*>([\s\S]*?)(?:<\/function>|$)/gi)];
  if (functions.length > 0) {
    return functions.map(([, name = '', inner = '']) => ({ name, arguments: readParameters(inner) }));
  }
  const found = listWhole(body).flatMap(readCall);
  if (found.length > 0 || !opening.test(body)) return found;
  const name = /"(?:name|tool)"\s*:\s*"([^"]{1,60})"/.exec(body)?.[1] ?? 'unreadable';
  return [{ name, arguments: body }];
}

const parameter = /<parameter\s*=\s*([^>\s]{1,60})\s*>/gi;
const parameterEnd = /<\/parameter>/gi;

/** Reads `<parameter=path>hp</parameter>`, or arguments as JSON. */
function readParameters(inner: string): string {
  const named: [string, unknown][] = [];
  for (let at = 0; ; ) {
    const begun = find(parameter, inner, at);
    const ended = begun && find(parameterEnd, inner, begun.index + begun[0].length);
    if (begun === undefined || ended === undefined) break;
    const value = inner.slice(begun.index + begun[0].length, ended.index).trim();
    named.push([begun[1] ?? '', parseJson(value) ?? value]);
    at = ended.index + ended[0].length;
  }
  return named.length === 0 ? inner.trim() || '{}' : JSON.stringify(Object.fromEntries(named));
}

function find(pattern: RegExp, text: string, from: number): RegExpExecArray | undefined {
  pattern.lastIndex = from;
  return pattern.exec(text) ?? undefined;
}

/** The complete values of a text. A list is replaced by its elements. */
function listWhole(text: string): readonly unknown[] {
  const { values, inner, cut, holed } = parseJsonRuns(text);
  return [...values, ...inner].filter((value) => !cut.has(value) && !holed.has(value)).flat();
}

function readCall(value: unknown): readonly WrittenCall[] {
  if (!isObject(value)) return [];
  const inner = value['function'];
  const call = isObject(inner) ? inner : value;
  const name = call['name'] ?? call['tool'] ?? (typeof inner === 'string' ? inner : undefined);
  const given = call['arguments'] ?? call['parameters'] ?? call['args'] ?? call['input'];
  if (typeof name !== 'string' || given === undefined) return [];
  return [{ name, arguments: typeof given === 'string' ? given : JSON.stringify(given) }];
}

function isObject(value: unknown): value is Exclude<Container, readonly unknown[]> {
  return isContainer(value) && !Array.isArray(value);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
