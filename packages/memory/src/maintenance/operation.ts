// Operations: what a writer of maintenance may propose, in the form in which a reply contains it.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import { parseItems } from '@terrarium/kernel/parse-items';
import { z } from 'zod';
import { keyPattern, tiers } from '../fragments/fragment.ts';

/** Longest texts, in characters: a line, a page, a record of everything said, and what is always in mind. */
export const sizes = {
  ambient: 400,
  recognition: 4_000,
  inventory: 40_000,
  ambientFile: 12_000,
  label: 80,
  because: 500,
  flag: 500,
  value: 120,
  quote: 300,
} as const;

const key = z
  .string()
  .transform((text) => text.trim().replace(/^\[(.*)\]$/, '$1'))
  .pipe(
    z
      .string()
      .regex(
        keyPattern,
        'must be lower-case letters of any script, digits and hyphens, beginning with a letter',
      )
      .max(60),
  );

/** Ids, also written as text such as `"#12"`. */
const id = z.preprocess(
  (value) => (typeof value === 'string' ? Number(/^\D{0,8}(\d{1,15})$/.exec(value.trim())?.[1]) : value),
  z.number('must be a number').int().positive(),
);
const ids = z.array(id).max(5_000);

function buildText(maxCharacters: number) {
  return z
    .string()
    .transform((value) => value.trim())
    .pipe(z.string().min(1, 'must not be empty').max(maxCharacters));
}

const because = buildText(sizes.because);

const createFragment = z.object({
  do: z.literal('create-fragment'),
  key,
  ambient: buildText(sizes.ambient),
  recognition: buildText(sizes.recognition),
  inventory: buildText(sizes.inventory),
  sources: ids.min(1, 'must name the events it was compiled from'),
});

const updateFragment = z.object({
  do: z.literal('update-fragment'),
  key,
  ambient: buildText(sizes.ambient).optional(),
  recognition: buildText(sizes.recognition).optional(),
  inventory: buildText(sizes.inventory).optional(),
  sources: ids.default([]),
  because: because.optional(),
});

/** Adds lines at the end of an inventory, and leaves the rest unchanged. */
const appendInventory = z.object({
  do: z.literal('append-inventory'),
  key,
  inventory: buildText(sizes.inventory),
  sources: ids.default([]),
});

const deleteFragment = z.object({ do: z.literal('delete-fragment'), key, because });

/**
 * Moves what `from` knows to `to`, and deletes `from`. If `ambient` or `recognition` is given, `to` has it afterwards
 * in place of the former texts of both.
 */
const mergeFragments = z.object({
  do: z.literal('merge-fragments'),
  from: key,
  to: key,
  ambient: buildText(sizes.ambient).optional(),
  recognition: buildText(sizes.recognition).optional(),
  because,
});

const renameFragment = z.object({
  do: z.literal('rename-fragment'),
  from: key,
  to: key,
  because: because.optional(),
});

const createEdge = z.object({
  do: z.literal('create-edge'),
  from: key,
  to: key,
  label: z.string().trim().max(sizes.label).default(''),
});

const deleteEdge = z.object({ do: z.literal('delete-edge'), from: key, to: key, because });

/** `active` brings back what had faded or was let go. */
const markItem = z.object({
  do: z.literal('mark-item'),
  item: id,
  status: z.enum(['active', 'resolved', 'dropped', 'superseded']),
  because,
});

const label = z
  .string()
  .transform((text) => text.trim().toLowerCase())
  .pipe(
    z
      .string()
      .regex(/^[\p{L}\p{N}][\p{L}\p{N} '’-]*$/u, 'must be one word or a few, without punctuation')
      .max(40),
  );

/** Something that is true of the person, or of a member of their family, in the person's own words. */
const noteFact = z.object({
  do: z.literal('note-fact'),
  event: id,
  relation: label,
  of: label.or(z.literal('')).default(''),
  value: buildText(sizes.value),
  quote: buildText(sizes.quote),
});

const rewriteAmbient = z.object({
  do: z.literal('rewrite-ambient'),
  text: buildText(sizes.ambientFile),
  because: because.optional(),
});

const flag = z.object({ do: z.literal('flag'), text: buildText(sizes.flag), events: ids.default([]) });

const operationSchema = z.discriminatedUnion('do', [
  createFragment,
  updateFragment,
  appendInventory,
  deleteFragment,
  mergeFragments,
  renameFragment,
  createEdge,
  deleteEdge,
  markItem,
  noteFact,
  rewriteAmbient,
  flag,
]);

export type Operation = z.output<typeof operationSchema>;
export type OperationOf<Name extends Operation['do']> = Extract<Operation, { do: Name }>;

/** An operation that was not done, and the reason, in words for its proposer. */
export interface RefusedOperation {
  /** The operation as it was proposed, cut to one line. */
  readonly proposed: string;
  readonly say: string;
}

/** Says what an operation is called in messages. */
export function describeOperation(operation: Operation): string {
  switch (operation.do) {
    case 'create-fragment':
    case 'update-fragment':
    case 'append-inventory':
    case 'delete-fragment':
      return `${operation.do} ${operation.key}`;
    case 'merge-fragments':
    case 'rename-fragment':
      return `${operation.do} ${operation.from} → ${operation.to}`;
    case 'create-edge':
    case 'delete-edge':
      return `${operation.do} ${operation.from} – ${operation.to}`;
    case 'mark-item':
      return `mark-item ${operation.item} ${operation.status}`;
    case 'note-fact':
      return `note-fact ${operation.of === '' ? '' : `${operation.of}'s `}${operation.relation}`;
    case 'rewrite-ambient':
      return 'rewrite-ambient';
    case 'flag':
      return 'flag';
  }
}

/** An operation as it was stored; undefined if it is no longer a valid one. */
export function readOperation(value: unknown): Operation | undefined {
  return operationSchema.safeParse(value).data;
}

interface ParsedOperations {
  readonly operations: readonly Operation[];
  readonly refused: readonly RefusedOperation[];
  /** Whether the reply had the form of a list of operations at all, even an empty one. */
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
    say: 'It is not JSON.',
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
  if (issue?.message.endsWith('received undefined') === true)
    return tiers.some((tier) => tier === place)
      ? `\`${place}\` is missing: a new fragment needs all three depths, \`ambient\`, \`recognition\` and \`inventory\`.`
      : `\`${place}\` is missing.`;
  return `${place === '' ? 'It' : `\`${place}\``}: ${issue?.message ?? 'is not clear'}.`;
}

function showProposal(value: unknown): string {
  return escapeLine(JSON.stringify(value) ?? 'undefined', shownCharacters);
}
