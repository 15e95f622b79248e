// Parses a model's reply into operations: found wherever they stand in it, strict about what each says.

import { escapeLine } from '@terrarium/kernel/escape-xml';
import { parseItems } from '@terrarium/kernel/parse-items';
import { z } from 'zod';
import { type Operation, operationSchema, type RefusedOperation } from './operation.ts';

export interface ParsedOperations {
  readonly operations: readonly Operation[];
  readonly refused: readonly RefusedOperation[];
  /** Whether the reply had the form of a list of operations at all; an empty list has. */
  readonly isReadable: boolean;
  /** Whether the reply ends in the middle of the list. */
  readonly isCut: boolean;
}

const maxOperations = 500;
const shownCharacters = 160;
const wanted = { member: 'operations', item: z.looseObject({ do: z.string() }) };

/** The operations of a reply, in its order. Never throws. */
export function parseOperations(reply: string): ParsedOperations {
  const { items: found, broken, isReadable, isCut } = parseItems(reply, wanted);
  const operations: Operation[] = [];
  const refused: RefusedOperation[] = broken.map((source) => ({
    proposed: escapeLine(source, shownCharacters),
    say: 'It is no JSON.',
  }));
  for (const value of found.slice(0, maxOperations)) {
    const parsed = operationSchema.safeParse(value);
    if (parsed.success) operations.push(parsed.data);
    else refused.push({ proposed: showProposal(value), say: describeIssue(parsed.error.issues[0]) });
  }
  if (found.length > maxOperations) {
    refused.push({
      proposed: `${found.length - maxOperations} more`,
      say: `A reply may have at most ${maxOperations} operations.`,
    });
  }
  return { operations, refused, isReadable, isCut };
}

function describeIssue(issue: { path: PropertyKey[]; message: string } | undefined): string {
  const place = issue?.path.join('.') ?? '';
  return `${place === '' ? 'It' : `\`${place}\``}: ${issue?.message ?? 'is not clear'}.`;
}

function showProposal(value: unknown): string {
  return escapeLine(JSON.stringify(value) ?? 'undefined', shownCharacters);
}
