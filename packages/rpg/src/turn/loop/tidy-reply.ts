// Tidies a reply: calls that a model wrote into its text become calls, a story wrapped in JSON becomes a story.

import type { ToolCall } from '@terrarium/kernel/language-model';
import { parseValue } from '@terrarium/kernel/parse-value';
import { scanJson } from '@terrarium/kernel/scan-json';
import { z } from 'zod';
import { isObject, type Json } from '../../values/json.ts';

/** How servers without a parser for calls, and models that were taught another one, write them. */
const opening =
  /<\|?tool_?calls?\b[^>\n]{0,40}>|<\|python_tag\|>|<function\s*=|\[TOOL_CALLS\]|`{3}\w*\s*\{\s*"(?:name|tool|function)"\s*:/i;
/** What at the end of a text may become that. */
const beginning =
  /(?:<\|?[a-z_ =|]{0,40}|\[[a-z_]{0,11}|`{1,3}\w*\s*(?:\{\s*(?:"?\w{1,10}"?\s*|""?\s*)?)?)$/i;
const wordless = /^\s*["'(]?(?:none|null|undefined|n\/a)["').]?\s*$/i;
/** Shorter texts may still turn out to be no word at all. */
const shortestSure = 12;
const longestLooked = 200;

export interface RepliedText {
  readonly text: string;
  readonly calls: readonly ToolCall[];
}

/** Where in a text a call begins that was written into it; undefined where none is. */
export function findWrittenCall(text: string): number | undefined {
  return opening.exec(text)?.index;
}

/** How much of the unfinished beginning of a reply is surely told: no call, no wrapping. */
export function findToldLength(text: string): number {
  const head = text.trimStart();
  return head.startsWith('{') || head.length < shortestSure ? 0 : findUncalledLength(text);
}

/** How much of an unfinished text is surely no call. */
export function findUncalledLength(text: string): number {
  const start = findWrittenCall(text);
  if (start !== undefined) return start;
  const tail = text.slice(-longestLooked);
  const held = beginning.exec(tail);
  return held === null ? text.length : text.length - tail.length + held.index;
}

/** `name` gives the calls ids of their own. What is a call but cannot be read stays one: it is answered with what would do. */
export function tidyReply({ text, calls }: RepliedText, name: (index: number) => string): RepliedText {
  if (calls.length > 0) return { text: text.slice(0, findWrittenCall(text)), calls };
  if (wordless.test(text)) return { text: '', calls };
  const start = findWrittenCall(text) ?? (text.trimStart().startsWith('{') ? 0 : undefined);
  if (start === undefined) return { text, calls };
  const written = readCalls(text.slice(start));
  if (written.length > 0) {
    return {
      text: text.slice(0, start).trimEnd(),
      calls: written.map((call, at) => ({ id: name(at), ...call })),
    };
  }
  return { text: unwrapStory(text) ?? text, calls };
}

type WrittenCall = Omit<ToolCall, 'id'>;

function readCalls(body: string): readonly WrittenCall[] {
  const functions = [...body.matchAll(/<function\s*=\s*([^>\s]{1,60})\s*>([\s\S]*?)(?:<\/function>|$)/gi)];
  if (functions.length > 0) {
    return functions.map(([, name = '', inner = '']) => ({ name, arguments: readParameters(inner) }));
  }
  const found = listWhole(body).flatMap(readCall);
  if (found.length > 0 || !opening.test(body)) return found;
  const name = /"(?:name|tool)"\s*:\s*"([^"]{1,60})"/.exec(body)?.[1] ?? 'unreadable';
  return [{ name, arguments: body }];
}

/** `<parameter=path>hp</parameter>`, or the arguments as JSON. */
function readParameters(inner: string): string {
  const named = [...inner.matchAll(/<parameter\s*=\s*([^>\s]{1,60})\s*>([\s\S]*?)<\/parameter>/gi)];
  if (named.length === 0) return inner.trim() || '{}';
  const values = named.map(([, name = '', value = '']) => [name, parseJson(value.trim()) ?? value.trim()]);
  return JSON.stringify(Object.fromEntries(values));
}

function readCall(value: Json): readonly WrittenCall[] {
  if (!isObject(value)) return [];
  const inner = value['function'];
  const call = isObject(inner) ? inner : value;
  const name = call['name'] ?? call['tool'] ?? (typeof inner === 'string' ? inner : undefined);
  const given = call['arguments'] ?? call['parameters'] ?? call['args'] ?? call['input'];
  if (typeof name !== 'string' || given === undefined) return [];
  return [{ name, arguments: typeof given === 'string' ? given : JSON.stringify(given) }];
}

/** The whole values of a text, and the parts of its lists. */
function listWhole(text: string): readonly Json[] {
  const { values, inner, cut, holed } = scanJson(text);
  const whole = [...values, ...inner].filter((value) => !cut.has(value) && !holed.has(value));
  return whole.flat() as Json[];
}

/** `{"narrative": "…", "suggestions": […]}`: the story, and what stands beside it as the block behind it. */
function unwrapStory(text: string): string | undefined {
  const parsed = parseValue(text, { schema: storySchema, takesCut: true });
  if (!parsed.ok) return undefined;
  const value = parsed.value;
  const story = storyNames.map((name) => value[name]).find((told) => typeof told === 'string');
  if (typeof story !== 'string') return undefined;
  return `${story.trim()}\n\n<after>\n${JSON.stringify(value)}\n</after>`;
}

const storyNames = ['narrative', 'narration', 'story', 'text', 'response', 'content'];
const storySchema = z
  .looseObject({})
  .refine((value) => storyNames.some((name) => typeof value[name] === 'string'), 'tells no story');

function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
