// Mending: what the reader sends again when the harness asked whether two names are one thing.

import type { Message, ToolCall } from '@terrarium/kernel/language-model';
import { findGenderedTitle } from './collect-candidates.ts';
import { buildTermKey } from './lexicon.ts';

interface Refused {
  readonly call: ToolCall;
  readonly answer: string;
}

/** Calls to send again after the newest results, each at most once; empty when there is nothing to mend. */
export function retryCalls(messages: readonly Message[]): readonly ToolCall[] {
  return listRefused(messages).flatMap(({ call, answer }) => retryCall(call, answer));
}

/** The newest calls that were answered with look-alikes. */
function listRefused(messages: readonly Message[]): readonly Refused[] {
  const asked = messages.findLast((message) => message.role === 'assistant');
  if (asked === undefined) return [];
  const calls = new Map((asked.calls ?? []).map((call) => [call.id, call]));
  return messages.slice(messages.lastIndexOf(asked) + 1).flatMap((message) => {
    const call = message.role === 'tool' ? calls.get(message.callId) : undefined;
    if (call === undefined || !message.content.startsWith('Not created')) return [];
    return [{ call, answer: message.content }];
  });
}

/** The ids the answer asks to tell apart, when the reader is sure that the names are not one. */
function retryCall(call: ToolCall, answer: string): readonly ToolCall[] {
  const ids = /"distinct_from": \[([\d, ]+)\]/.exec(answer)?.[1]?.split(',').map(Number) ?? [];
  const input = parseCreate(call.arguments);
  if (ids.length === 0 || input === undefined || 'distinct_from' in input) return [];
  const others = [...answer.matchAll(/<entry [^>]*?term="([^"]*)"/g)].map((match) => match[1] ?? '');
  if (others.length === 0 || !others.every((other) => isApart(input.term, other))) return [];
  return [
    { id: `${call.id}_again`, name: call.name, arguments: JSON.stringify({ ...input, distinct_from: ids }) },
  ];
}

function parseCreate(text: string): { readonly term: string } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isCreate =
      typeof value === 'object' && value !== null && 'term' in value && typeof value.term === 'string';
    return isCreate ? { ...value, term: String(value.term) } : undefined;
  } catch {
    return undefined; // Not a call of ours: there is nothing to mend in it.
  }
}

/**
 * Two people of one surname, or two names neither of which holds the other; a name inside another one is left to the
 * entry that is there, because a missed entry is mended later and a wrong one stays.
 */
function isApart(one: string, other: string): boolean {
  if (findGenderedTitle(one) !== findGenderedTitle(other)) return true;
  const words = buildTermKey(one).split(' ');
  const otherWords = buildTermKey(other).split(' ');
  const hasAll = (longer: readonly string[], shorter: readonly string[]) =>
    shorter.every((word) => longer.includes(word));
  return (
    words.length > 1 && otherWords.length > 1 && !hasAll(words, otherWords) && !hasAll(otherWords, words)
  );
}
