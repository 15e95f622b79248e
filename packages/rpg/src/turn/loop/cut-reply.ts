// Handles replies cut off at the length limit: finds their complete calls, and joins the continuation to the narrative.

import { measureRepeated } from '@terrarium/kernel/ask-and-judge';
import { findCallInText } from '@terrarium/kernel/find-call-in-text';
import { gameToolNames } from '../../tools/game-tools.ts';
import { measureSure } from '../after/parse-after.ts';
import type { NotedReply } from '../journal.ts';

/**
 * A continuation is shown once it has this many characters or has ended, so that it is known which words it repeats.
 */
export const awaitedOfRest = 300;

export function isCutOff({ finish }: Pick<NotedReply, 'finish'>): boolean {
  return finish === 'length';
}

/** Whether a reply, as the server returned it, was cut off within its last call. */
export function isLastCallCut(reply: Pick<NotedReply, 'text' | 'calls' | 'finish'>): boolean {
  if (!isCutOff(reply)) return false;
  const last = reply.calls.at(-1);
  if (last !== undefined) return !isJson(last.arguments);
  const written = reply.text.toLowerCase();
  return callElements.some((name) => written.lastIndexOf(`<${name}`) > written.lastIndexOf(`</${name}`));
}

/** Elements whose parts are read one by one even if the element was cut off; cut JSON is not read at all. */
const callElements = ['function', 'invoke'];

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/**
 * Whether the reply is a story in JSON that was cut off; the part that came is used, and without this check nothing
 * would show that the part is incomplete.
 */
export function isCutStory(reply: Pick<NotedReply, 'text' | 'finish'>): boolean {
  return isCutOff(reply) && reply.text.trimStart().startsWith('{') && !isJson(reply.text);
}

/** The text of a reply; if it was cut off within the tag that begins the closing block, without this tag. */
export function cutTail({ text, finish }: Pick<NotedReply, 'text' | 'finish'>): string {
  const isPlain = finish === 'length' && findCallInText(text, gameToolNames) === undefined;
  if (!isPlain || /<\s*after\b|\[after\]/iu.test(text)) return text;
  return text.slice(0, measureSure(text));
}

const lastWords = /[^\s]{1,40}(?:[^\S\n][^\s]{1,40}){0,5}$/u;

/** The last words of a text that was cut off; its continuation should begin with them. */
export function extractLastWords(cut: string): string {
  return lastWords.exec(cut.slice(-200).trimEnd())?.[0] ?? '';
}

/**
 * What a continuation adds to a narrative that was cut off; leaves out the words that it repeats, even if the cut was
 * within a word.
 */
export function joinRest(cut: string, next: string): string {
  const rest = next.trimStart();
  const asked = extractLastWords(cut);
  const repeated = asked !== '' && rest.startsWith(asked) ? asked.length : measureRepeated(cut, rest);
  if (repeated > 0) return rest.slice(repeated);
  const blanks = next.slice(0, next.length - rest.length);
  if (blanks !== '') return `${/\n\s*\n/u.test(blanks) ? '\n\n' : ' '}${rest}`;
  return `${/^[\p{L}\p{N}"“‘(]/u.test(rest) ? ' ' : ''}${rest}`;
}

const comparedOfBeginning = 60;

/** Whether the model began the same narrative again instead of continuing it. */
export function isToldAnew(cut: string, rest: string): boolean {
  const beginning = cut.trim().slice(0, comparedOfBeginning);
  return beginning.length === comparedOfBeginning && rest.trim().startsWith(beginning);
}
