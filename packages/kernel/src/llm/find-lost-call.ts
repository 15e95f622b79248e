// Finds a reply whose tool calls were lost on the way: left in the text, broken in the middle, or dropped without a word.

import { ProviderError } from '../base/errors.ts';
import type { ModelReply, ToolDeclaration } from './language-model.ts';

/** `written`: the call stands in the text. `broken`: its arguments are no JSON. `dropped`: nothing came at all. */
export type LostCall = 'written' | 'broken' | 'dropped';

/** How models write calls, where the server has no parser for them (docs/servers.md has the sources). */
const marks: readonly RegExp[] = [/<\|?tool_?calls?\b/i, /\[TOOL_CALLS\]/i, /<\|python_tag\|>/i];

/** Forms that also occur in stories: a call is meant where what they name is a tool that was offered. */
const namedMarks: readonly RegExp[] = [
  /<function\s{0,4}=\s{0,4}"?(?<tool>\w{1,60})/gi,
  /<(?:\w{1,20}:)?invoke\s{1,4}name\s{0,4}=\s{0,4}"?(?<tool>\w{1,60})/gi,
  /\bto=(?:functions\.)?(?<tool>\w{1,60})/gi,
  /\bfunctions\.(?<tool>\w{1,60})\s{0,4}\(/gi,
  /"(?:name|tool|function)"\s{0,4}:\s{0,4}"(?<tool>\w{1,60})"/gi,
];

/** How a request fails whose call the server could not read, or which it would only have answered whole. */
const parseFailures =
  /failed to parse input|does not match the expected|tools with stream|Expected '(?:id|function)/i;

/** Undefined where no call was lost, as far as can be told; a reply that was cut off by its cap lost nothing. */
export function findLostCall(reply: ModelReply, tools: readonly ToolDeclaration[]): LostCall | undefined {
  if (reply.finish === 'length') return undefined;
  if (reply.calls.some((call) => !isReadable(call.arguments))) return 'broken';
  if (reply.calls.length > 0) return undefined;
  if (reply.text.trim() === '') return 'dropped';
  return hasWrittenCall(reply.text, new Set(tools.map(({ name }) => name))) ? 'written' : undefined;
}

function hasWrittenCall(text: string, tools: ReadonlySet<string>): boolean {
  if (marks.some((mark) => mark.test(text))) return true;
  return namedMarks.some((mark) =>
    [...text.matchAll(mark)].some(({ groups }) => tools.has(groups?.['tool'] ?? '')),
  );
}

/** Whether a request failed at its calls: the same one may succeed without a stream. */
export function isLostInStream(error: unknown): boolean {
  return error instanceof ProviderError && parseFailures.test(error.happened);
}

/** Nothing at all is how servers write the arguments of a tool that takes none. */
function isReadable(text: string): boolean {
  if (text.trim() === '') return true;
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
