// Removes calls that a model wrote into its text, and keeps the rest of the text.

import { findCallInText } from '@terrarium/kernel/find-call-in-text';
import { mostCallsInText } from '@terrarium/kernel/read-calls-in-text';

const tags = ['tool_call', 'function_call'] as const;

/** Undefined if there is no call, if the end of a call cannot be found, or if there are more calls than are read. */
export function cutWrittenCalls(text: string, names: readonly string[]): string | undefined {
  let rest = text;
  for (let count = 0; count <= mostCallsInText; count += 1) {
    const start = findCallInText(rest, names);
    if (start === undefined) return count === 0 ? undefined : rest.trim();
    const end = findEnd(rest, start);
    if (end === undefined) return undefined;
    rest = `${rest.slice(0, start).trimEnd()}\n\n${rest.slice(end).trimStart()}`;
  }
  return undefined;
}

/** The position after the tag that closes the call, or after its bracket. */
function findEnd(text: string, start: number): number | undefined {
  const head = text.slice(start, start + 80);
  const tag = tags.find((one) => head.startsWith(`<${one}`));
  if (tag !== undefined) {
    const closing = text.indexOf(`</${tag}>`, start);
    return closing === -1 ? undefined : closing + tag.length + 3;
  }
  const name = /^\w{1,40}\(/u.exec(head)?.[0];
  return name === undefined ? undefined : findClosing(text, start + name.length);
}

/**
 * The position after the bracket that closes the bracket right before `from`; brackets within quoted words do not
 * count.
 */
function findClosing(text: string, from: number): number | undefined {
  let [depth, isQuoted] = [1, false];
  for (const { 0: sign, index } of text.slice(from).matchAll(/\\.|["()]/gsu)) {
    if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted) depth += steps[sign] ?? 0;
    if (depth === 0) return from + index + 1;
  }
  return undefined;
}

const steps: Readonly<Record<string, number>> = { '(': 1, ')': -1 };
