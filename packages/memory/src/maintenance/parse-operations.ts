// Parses a model's reply into operations: tolerant of fences, words around it and a cut end, strict about what each says.

import { escapeLine } from '@terrarium/kernel/escape-xml';
import { type Operation, operationSchema, type RefusedOperation } from './operation.ts';

export interface ParsedOperations {
  readonly operations: readonly Operation[];
  readonly refused: readonly RefusedOperation[];
  /** Whether the reply had the form of a list of operations at all; an empty list has. */
  readonly isReadable: boolean;
}

const longestReply = 2_000_000;
const maxOperations = 500;
const shownCharacters = 160;

/** The operations of a reply, in its order. Never throws. */
export function parseOperations(reply: string): ParsedOperations {
  const found = findProposals(reply.slice(0, longestReply));
  if (found === undefined) return { operations: [], refused: [], isReadable: false };
  const operations: Operation[] = [];
  const refused: RefusedOperation[] = [];
  for (const value of found.slice(0, maxOperations)) {
    const parsed = operationSchema.safeParse(value);
    if (parsed.success) operations.push(parsed.data);
    else refused.push({ proposed: showProposal(value), say: sayIssue(parsed.error.issues[0]) });
  }
  if (found.length > maxOperations) {
    refused.push({
      proposed: `${found.length - maxOperations} more`,
      say: `A reply may have at most ${maxOperations} operations.`,
    });
  }
  return { operations, refused, isReadable: true };
}

function sayIssue(issue: { path: PropertyKey[]; message: string } | undefined): string {
  const place = issue?.path.join('.') ?? '';
  return `${place === '' ? 'It' : `\`${place}\``}: ${issue?.message ?? 'is not clear'}.`;
}

function showProposal(value: unknown): string {
  return escapeLine(JSON.stringify(value) ?? 'undefined', shownCharacters);
}

/** What was proposed: the whole as JSON where it is, else every whole object in it that says what to do. */
function findProposals(reply: string): readonly unknown[] | undefined {
  const whole = listOperations(parseJson(cutToBrackets(reply)));
  if (whole !== undefined) return whole;
  const objects = findObjects(reply).map(parseJson).filter(isProposal);
  return objects.length > 0 ? objects : undefined;
}

function cutToBrackets(reply: string): string {
  const start = reply.search(/[[{]/);
  const end = Math.max(reply.lastIndexOf(']'), reply.lastIndexOf('}'));
  return start < 0 ? '' : reply.slice(start, end + 1);
}

function listOperations(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'object' || value === null) return undefined;
  if ('operations' in value && Array.isArray(value.operations)) return value.operations;
  return isProposal(value) ? [value] : undefined;
}

function isProposal(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'do' in value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // No JSON: the caller looks further, or asks again and says so.
  }
}

/** The innermost `{…}` of a text, brackets inside quotes left alone. */
function findObjects(text: string): readonly string[] {
  const found: string[] = [];
  let start = -1;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '\\' && isQuoted) at++;
    else if (character === '"') isQuoted = !isQuoted;
    else if (character === '{' && !isQuoted) start = at;
    else if (character === '}' && !isQuoted && start >= 0) {
      found.push(text.slice(start, at + 1));
      start = -1;
    }
  }
  return found;
}
