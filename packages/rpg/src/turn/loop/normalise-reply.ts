// Normalises a reply: calls that are written into its text become real calls, and a story in JSON becomes plain text.

import { findCallInText, measureUncalledBy } from '@terrarium/kernel/find-call-in-text';
import type { ToolCall } from '@terrarium/kernel/language-model';
import { parseValue } from '@terrarium/kernel/parse-items';
import { readCallsInText } from '@terrarium/kernel/read-calls-in-text';
import { readWrittenCalls } from '@terrarium/kernel/read-written-calls';
import { z } from 'zod';
import { gameToolNames } from '../../tools/game-tools.ts';
import { cutWrittenCalls } from './cut-written-calls.ts';

const wordless = /^\s*["'(]?(?:none|null|undefined|n\/a)["').]?\s*$/i;
/** A shorter text may still turn out to be only a word such as "none". */
const shortestSure = 12;

export interface RepliedText {
  readonly text: string;
  readonly calls: readonly ToolCall[];
}

/**
 * How many characters of an unfinished reply can be shown already: those before the beginning of a call or of a story
 * in JSON, and none as long as the reply is very short.
 */
export function measureTold(text: string): number {
  const head = text.trimStart();
  return head.startsWith('{') || head.length < shortestSure ? 0 : measureUncalled(text);
}

/** How many characters of the rest of an unfinished reply come before the beginning of a call. */
export function measureUncalled(rest: string): number {
  return Math.min(measureUncalledBy(rest, gameToolNames), jsonCall.exec(rest)?.index ?? rest.length);
}

/** The beginning of a line that is a call in JSON, or that may still become one. */
const jsonCall = /(?:^|\n\n?)[ \t]*\{(?:[ \t]*"name"|[^\n]*$)/u;

/**
 * `name` gives ids to the calls. A call that cannot be read remains a call, so that its answer can say what would be
 * accepted.
 */
export function normaliseReply(reply: RepliedText, name: (index: number) => string): RepliedText {
  const read = readReply(reply, name);
  const { text, calls } = splitJsonCalls(read.text);
  if (calls.length === 0) return read;
  // Beside calls that were read already, a line of JSON only repeats one of them.
  const added = read.calls.length > 0 ? [] : calls.map((call, at) => ({ id: name(at), ...call }));
  return { text, calls: [...read.calls, ...added] };
}

/** Takes the lines out of a text that are calls in JSON and nothing else. */
function splitJsonCalls(text: string) {
  const calls: Omit<ToolCall, 'id'>[] = [];
  const rest = text.split('\n').filter((line) => {
    const call = readJsonCall(line);
    if (call !== undefined) calls.push(call);
    return call === undefined;
  });
  return { text: calls.length === 0 ? text : rest.join('\n').trim(), calls };
}

function readJsonCall(line: string): Omit<ToolCall, 'id'> | undefined {
  if (!/^\s*\{\s*"name".*\}\s*$/u.test(line)) return undefined;
  const [call, ...more] = readWrittenCalls(line);
  return call !== undefined && more.length === 0 && gameToolNames.includes(call.name) ? call : undefined;
}

function readReply({ text, calls }: RepliedText, name: (index: number) => string): RepliedText {
  if (calls.length > 0) return { text: text.slice(0, findCallInText(text, gameToolNames)), calls };
  if (wordless.test(text)) return { text: '', calls };
  const start = findCallInText(text, gameToolNames) ?? (text.trimStart().startsWith('{') ? 0 : undefined);
  if (start === undefined) return { text, calls };
  const written = readCalls(text.slice(start));
  if (written.length > 0) {
    return {
      text: cutWrittenCalls(text, gameToolNames) ?? text.slice(0, start).trimEnd(),
      calls: written.map((call, at) => ({ id: name(at), ...call })),
    };
  }
  return { text: extractStory(text) ?? text, calls };
}

/**
 * If there is no call of a known tool, returns calls of unknown ones, so that the answer can say which tools there are.
 */
function readCalls(text: string): readonly Omit<ToolCall, 'id'>[] {
  const known = readCallsInText(text, gameToolNames);
  return known.length > 0 ? known : readWrittenCalls(text);
}

/** Reads `{"narrative": "…", "suggestions": […]}`: returns the story, followed by a block with the whole object. */
function extractStory(text: string): string | undefined {
  if (!/^\s*\{\s*"/.test(text)) return undefined;
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
