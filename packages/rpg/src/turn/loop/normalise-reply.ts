// Tidies a reply: calls that a model wrote into its text become calls, a story wrapped in JSON becomes a story.

import type { ToolCall } from '@terrarium/kernel/language-model';
import { parseValue } from '@terrarium/kernel/parse-items';
import { findWrittenCall, measureUncalled, readWrittenCalls } from '@terrarium/kernel/read-written-calls';
import { z } from 'zod';

const wordless = /^\s*["'(]?(?:none|null|undefined|n\/a)["').]?\s*$/i;
/** Shorter texts may still turn out to be no word at all. */
const shortestSure = 12;

export interface RepliedText {
  readonly text: string;
  readonly calls: readonly ToolCall[];
}

/** How much of the unfinished beginning of a reply is surely told: no call, no wrapping. */
export function measureTold(text: string): number {
  const head = text.trimStart();
  return head.startsWith('{') || head.length < shortestSure ? 0 : measureUncalled(text);
}

/** `name` gives the calls ids of their own. What is a call but cannot be read stays one: it is answered with what would do. */
export function normaliseReply({ text, calls }: RepliedText, name: (index: number) => string): RepliedText {
  if (calls.length > 0) return { text: text.slice(0, findWrittenCall(text)), calls };
  if (wordless.test(text)) return { text: '', calls };
  const start = findWrittenCall(text) ?? (text.trimStart().startsWith('{') ? 0 : undefined);
  if (start === undefined) return { text, calls };
  const written = readWrittenCalls(text.slice(start));
  if (written.length > 0) {
    return {
      text: text.slice(0, start).trimEnd(),
      calls: written.map((call, at) => ({ id: name(at), ...call })),
    };
  }
  return { text: extractStory(text) ?? text, calls };
}

/** `{"narrative": "…", "suggestions": […]}`: the story, and what stands beside it as the block behind it. */
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
