// Declares the shape in which a glossary leaves a world, builds a glossary in this shape, and converts it to and from JSON.

import { UsageError } from '@terrarium/kernel/errors';
import { z } from 'zod';
import type { Position } from '../corpus/corpus.ts';
import type { EntryId, Evidence, GlossaryEntry } from '../glossary/entry.ts';
import { listLeaning } from '../glossary/filter-quotes.ts';
import type { ShownEnded } from '../glossary/list-ended.ts';
import type { ShownRelation } from '../glossary/list-relations.ts';
import { isNamingBoth } from '../glossary/relation-gate.ts';
import { listSurfaces } from '../glossary/term-forms.ts';
import { entryKinds } from '../reader/entry-kinds.ts';
import type { FindAddress } from '../world/post-address.ts';

const postId = z.int();

export const evidenceSchema = z.strictObject({
  corpus: z.string(),
  post_id: postId,
  /** UTF-16 offsets in the post's body, half-open. */
  start: z.int().min(0),
  end: z.int().min(0),
  quote: z.string(),
  /**
   * Whether the quote does not name the entry, but another quote of the same or a neighbouring post does. In a
   * relation: whether the quote names only one of the two entries.
   */
  is_supporting: z.literal(true).optional(),
  /** The web address of the post, if the story has a template for addresses. */
  url: z.string().optional(),
});

const relationSchema = z.strictObject({
  /**
   * What this entry is to the other one: for example "parent of", or "child of" if the relation is stored with the
   * other entry.
   */
  kind: z.string(),
  to: z.int(),
  term: z.string(),
  /** Whether the relation is stored with the other entry. */
  is_inverse: z.literal(true).optional(),
  evidence: evidenceSchema,
});

const formerRelationSchema = z.strictObject({
  ...relationSchema.shape,
  /** The post from which the relation no longer holds. */
  until_post_id: postId,
  /** The corpus of this post; absent in older exports. */
  until_corpus: z.string().optional(),
  reason: z.string().optional(),
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
  /** Relations to other entries of the export, first those stored with this entry; absent if there are none. */
  relations: z.array(relationSchema).optional(),
  /** Relations to other entries of the export that no longer hold; absent if there are none. */
  former_relations: z.array(formerRelationSchema).optional(),
});

export const positionSchema = z.strictObject({ corpus: z.string(), thread_id: z.int(), post_id: postId });

export const exportedGlossarySchema = z.strictObject({
  world: z.string(),
  /**
   * Time of the last change unless set otherwise, so that the same glossary gives the same bytes; null for an empty
   * glossary.
   */
  exported_at: z.string().nullable(),
  /** How far the story had been read; null if all of it had been read. */
  as_of: positionSchema.nullable(),
  /** Only in a glossary salvaged from a damaged file: how many things are missing. */
  salvaged: z.strictObject({ left_out: z.int().min(1) }).optional(),
  /** In order of falling salience, then by id. */
  entries: z.array(entrySchema),
});

export type ExportedGlossary = z.infer<typeof exportedGlossarySchema>;
export type ExportedEntry = z.infer<typeof entrySchema>;
export type ExportedRelation = z.infer<typeof relationSchema>;
export type ExportedEvidence = z.infer<typeof evidenceSchema>;

/** An entry and its salience, which is computed and not stored with the entry. */
export interface RankedEntry {
  readonly entry: GlossaryEntry;
  readonly salience: number;
}

export interface ExportInput {
  /** The world's title. */
  readonly world: string;
  readonly entries: Iterable<RankedEntry>;
  /** The relations of each entry. If undefined, the export has no relations. */
  readonly relations?: ReadonlyMap<EntryId, readonly ShownRelation[]> | undefined;
  /** The relations of each entry that no longer hold. */
  readonly ended?: ReadonlyMap<EntryId, readonly ShownEnded[]> | undefined;
  readonly asOf?: Position | undefined;
  /** ISO 8601; defaults to the newest `updatedAt`. */
  readonly exportedAt?: string | undefined;
  /** For a salvaged glossary: how many things are missing. */
  readonly leftOut?: number | undefined;
  readonly findAddress?: FindAddress | undefined;
}

export function buildExport(input: ExportInput): ExportedGlossary {
  const ranked = [...input.entries];
  const byId = new Map(ranked.map(({ entry }) => [entry.id, entry]));
  const entries = ranked
    .map((one) => {
      const relations = renderRelations(one.entry, input.relations?.get(one.entry.id), byId);
      const former = (input.ended?.get(one.entry.id) ?? []).flatMap((ended) =>
        renderRelations(one.entry, [ended], byId).map((relation) => renderFormer(relation, ended)),
      );
      return {
        ...renderEntry(one, input.findAddress),
        ...(relations.length === 0 ? {} : { relations }),
        ...(former.length === 0 ? {} : { former_relations: former }),
      };
    })
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

/** Parses an export in JSON. Throws a `UsageError` that says where the export is wrong. */
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
    `is not a valid export (at "${issue?.path.join('.') ?? ''}": ${issue?.message ?? ''})`,
    parsed.error,
  );
}

/** Leaves out relations to entries that are not in the export: they would lead nowhere. */
function renderRelations(
  entry: GlossaryEntry,
  relations: readonly ShownRelation[] | undefined,
  byId: ReadonlyMap<EntryId, GlossaryEntry>,
): ExportedRelation[] {
  return (relations ?? []).flatMap(({ wording: kind, to, isInverse, evidence }) => {
    const other = byId.get(to);
    if (other === undefined) return [];
    const inverse = isInverse ? { is_inverse: true as const } : {};
    const isSupporting = !isNamingBoth(evidence.quote, [entry, other]);
    return [{ kind, to, term: other.term, ...inverse, evidence: renderEvidence(evidence, isSupporting) }];
  });
}

function renderFormer(relation: ExportedRelation, { by }: ShownEnded): z.infer<typeof formerRelationSchema> {
  const { reason, position, holdsFrom = position } = by;
  const { postId: until, corpus } = holdsFrom;
  return {
    ...relation,
    until_post_id: until,
    until_corpus: corpus,
    ...(reason === undefined ? {} : { reason }),
  };
}

/**
 * Says until which place a relation held, such as a chapter, and why it ended. If the place has no name, its post is
 * named.
 */
export function renderUntil(
  { until_post_id: post, reason }: z.infer<typeof formerRelationSchema>,
  place = `post ${post}`,
): string {
  return `until ${place}${reason === undefined ? '' : `: ${reason}`}`;
}

function renderEntry({ entry, salience }: RankedEntry, findAddress?: FindAddress): ExportedEntry {
  const leaning = listLeaning(entry.evidence, listSurfaces(entry));
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
    evidence: entry.evidence.map((piece) => ({
      ...renderEvidence(piece, leaning.get(piece) !== undefined),
      ...renderUrl(findAddress?.(piece.corpus, piece.postId)),
    })),
  };
}

function renderUrl(url: string | undefined): Pick<ExportedEvidence, 'url'> {
  return url === undefined ? {} : { url };
}

function renderEvidence(evidence: Evidence, isSupporting: boolean): ExportedEvidence {
  const { corpus, start, end, quote } = evidence;
  const place = { corpus, post_id: evidence.postId, start, end, quote };
  return isSupporting ? { ...place, is_supporting: true } : place;
}

function renderPosition(position: Position): z.infer<typeof positionSchema> {
  return { corpus: position.corpus, thread_id: position.threadId, post_id: position.postId };
}

/** Compares the times as texts, which works for ISO 8601 times in UTC with equal precision. */
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

export function findKind(tags: readonly string[]): string | undefined {
  return entryKinds.find((kind) => tags.includes(kind));
}

/** Chunks of an indented JSON document, one entry at a time, so that a big glossary is never a single string. */
export function* renderJson(glossary: ExportedGlossary): Generator<string> {
  const { entries, ...head } = glossary;
  yield `${JSON.stringify(head, undefined, 2).slice(0, -2)},\n  "entries": [`;
  let separator = '\n';
  for (const entry of entries) {
    yield `${separator}    ${JSON.stringify(entry, undefined, 2).replaceAll('\n', '\n    ')}`;
    separator = ',\n';
  }
  yield entries.length === 0 ? ']\n}\n' : '\n  ]\n}\n';
}
