// Exported glossary: the shape in which a glossary leaves a world.

import { UsageError } from '@terrarium/kernel/errors';
import { z } from 'zod';
import type { Position } from '../corpus/corpus.ts';
import type { Evidence, GlossaryEntry } from '../glossary/entry.ts';

const postId = z.int();

export const evidenceSchema = z.strictObject({
  corpus: z.string(),
  post_id: postId,
  /** UTF-16 offsets in the post's body, half-open. */
  start: z.int().min(0),
  end: z.int().min(0),
  quote: z.string(),
});

export const entrySchema = z.strictObject({
  id: z.int(),
  term: z.string(),
  aliases: z.array(z.string()),
  definition: z.string(),
  status: z.enum(['tentative', 'confirmed']),
  tags: z.array(z.string()),
  salience: z.number(),
  first_seen_post_id: postId,
  first_seen_thread_id: z.int(),
  last_updated_post_id: postId,
  last_updated_thread_id: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
  evidence: z.array(evidenceSchema),
});

const positionSchema = z.strictObject({ corpus: z.string(), thread_id: z.int(), post_id: postId });

export const exportedGlossarySchema = z.strictObject({
  world: z.string(),
  /** Of the last change unless told otherwise, so that the same glossary gives the same bytes; null when empty. */
  exported_at: z.string().nullable(),
  /** How far the reader had read; null for the whole story. */
  as_of: positionSchema.nullable(),
  /** Of a glossary that was salvaged from a damaged file: how many things are missing. */
  salvaged: z.strictObject({ left_out: z.int().min(1) }).optional(),
  /** By falling salience, then by id. */
  entries: z.array(entrySchema),
});

export type ExportedGlossary = z.infer<typeof exportedGlossarySchema>;
export type ExportedEntry = z.infer<typeof entrySchema>;
export type ExportedEvidence = z.infer<typeof evidenceSchema>;

/** An entry and its weight, which the store computes and an entry does not carry. */
export interface RankedEntry {
  readonly entry: GlossaryEntry;
  readonly salience: number;
}

export interface ExportInput {
  /** The world's title. */
  readonly world: string;
  readonly entries: Iterable<RankedEntry>;
  readonly asOf?: Position | undefined;
  /** ISO 8601; defaults to the newest `updatedAt`. */
  readonly exportedAt?: string | undefined;
  /** Of what was salvaged: how many things are missing. */
  readonly leftOut?: number | undefined;
}

export function buildExport(input: ExportInput): ExportedGlossary {
  const entries = [...input.entries]
    .map(renderEntry)
    .toSorted((left, right) => right.salience - left.salience || left.id - right.id);
  const newest = entries.map((entry) => entry.updated_at).reduce(chooseLater, '');
  return {
    world: input.world,
    exported_at: input.exportedAt ?? (newest === '' ? null : newest),
    as_of: input.asOf === undefined ? null : renderPosition(input.asOf),
    ...(input.leftOut === undefined ? {} : { salvaged: { left_out: input.leftOut } }),
    entries,
  };
}

/** The export in a JSON text. Throws `UsageError` that says where it is not one. */
export function parseExport(text: string): ExportedGlossary {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw refuse('is not JSON', error);
  }
  const parsed = exportedGlossarySchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw refuse(
    `is not one of ours at "${issue?.path.join('.') ?? ''}": ${issue?.message ?? ''}`,
    parsed.error,
  );
}

function renderEntry({ entry, salience }: RankedEntry): ExportedEntry {
  return {
    id: entry.id,
    term: entry.term,
    aliases: [...entry.aliases],
    definition: entry.definition,
    status: entry.status,
    tags: [...entry.tags],
    salience: salience + 0,
    first_seen_post_id: entry.firstSeen.postId,
    first_seen_thread_id: entry.firstSeen.threadId,
    last_updated_post_id: entry.lastUpdated.postId,
    last_updated_thread_id: entry.lastUpdated.threadId,
    created_at: entry.createdAt,
    updated_at: entry.updatedAt,
    evidence: entry.evidence.map(renderEvidence),
  };
}

function renderEvidence(evidence: Evidence): ExportedEvidence {
  const { corpus, start, end, quote } = evidence;
  return { corpus, post_id: evidence.postId, start, end, quote };
}

function renderPosition(position: Position): z.infer<typeof positionSchema> {
  return { corpus: position.corpus, thread_id: position.threadId, post_id: position.postId };
}

/** ISO 8601 in UTC with equal precision sorts as text. */
function chooseLater(left: string, right: string): string {
  return right > left ? right : left;
}

function refuse(what: string, cause: unknown): UsageError {
  return new UsageError({
    code: 'export.unreadable',
    happened: `The glossary file ${what}.`,
    todo: 'Export it again with --format json.',
    cause,
  });
}
