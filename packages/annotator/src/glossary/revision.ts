// Revision: a change of one field of an entry; all revisions of an entry together give the entry.

import { z } from 'zod';
import type { Position, PostId, ThreadId } from '../corpus/corpus.ts';
import { stored } from '../database/packed-text.ts';
import { relationKinds } from '../reader/relation-kinds.ts';
import type { Author, EntryId, Evidence, GlossaryEntry, Relation, RevisionId } from './entry.ts';

export type RevisedField =
  | 'term'
  | 'aliases'
  | 'definition'
  | 'status'
  | 'tags'
  | 'evidence'
  | 'relations'
  | 'first_seen'
  | 'deleted'
  | 'merged_into';

/** One changed field; `old` and `new` are JSON, null if there is no value. */
export interface Revision {
  readonly id: RevisionId;
  readonly entryId: EntryId;
  readonly field: RevisedField;
  readonly old: string | null;
  readonly new: string | null;
  readonly position: Position;
  readonly stepId: number | undefined;
  readonly author: Author;
  readonly model: string | undefined;
  readonly promptVersion: string | undefined;
  readonly reason: string | undefined;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** The end of the scene from which a correction holds; undefined if it holds from the place where it was written. */
  readonly holdsFrom?: Position | undefined;
}

const postIdSchema = z.number().transform((id) => id as PostId);
const threadIdSchema = z.number().transform((id) => id as ThreadId);
const pieceSchema: z.ZodType<Evidence> = z.object({
  corpus: z.string(),
  postId: postIdSchema,
  start: z.number(),
  end: z.number(),
  quote: z.string(),
  isSnapped: z.boolean(),
});
const evidenceSchema = z.array(pieceSchema);
const relationsSchema: z.ZodType<readonly Relation[]> = z.array(
  z.object({
    kind: z.enum(relationKinds),
    to: z.number().transform((id) => id as EntryId),
    evidence: pieceSchema,
  }),
);
const positionSchema = z.object({ corpus: z.string(), threadId: threadIdSchema, postId: postIdSchema });
const statusSchema = z.enum(['tentative', 'confirmed']);
const listSchema = z.array(z.string());

/** The relations after a revision of the field `relations`. Throws `StorageError` on an invalid value. */
export function readRelations(revision: Revision): readonly Relation[] {
  return parseValue(relationsSchema, revision);
}

interface ReplayedFields {
  term: string;
  aliases: readonly string[];
  definition: string;
  status: GlossaryEntry['status'];
  tags: readonly string[];
  evidence: readonly Evidence[];
  relations: readonly Relation[];
  firstSeen: Position | undefined;
  isGone: boolean;
}

/**
 * The entry that its revisions, oldest first, add up to; undefined before the first revision, and after a deletion or a
 * merge into another entry. If the newest revisions are left out, the others give the entry as it was before them.
 * Throws `StorageError` on an invalid value.
 */
export function replayRevisions(revisions: readonly Revision[]): GlossaryEntry | undefined {
  const [first] = revisions;
  const last = revisions.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const fields: ReplayedFields = {
    term: '',
    aliases: [],
    definition: '',
    status: 'tentative',
    tags: [],
    evidence: [],
    relations: [],
    firstSeen: undefined,
    isGone: false,
  };
  for (const revision of revisions) apply(fields, revision);
  const { firstSeen, isGone, relations, ...rest } = fields;
  if (isGone) return undefined;
  return {
    id: first.entryId,
    ...rest,
    ...(relations.length === 0 ? {} : { relations }),
    firstSeen: firstSeen ?? first.position,
    lastUpdated: last.position,
    createdAt: first.at,
    updatedAt: last.at,
    revision: last.id,
  };
}

function apply(fields: ReplayedFields, revision: Revision): void {
  const read = <T>(schema: z.ZodType<T>): T => parseValue(schema, revision);
  switch (revision.field) {
    case 'term':
      fields.term = read(z.string());
      break;
    case 'definition':
      fields.definition = read(z.string());
      break;
    case 'aliases':
      fields.aliases = read(listSchema);
      break;
    case 'tags':
      fields.tags = read(listSchema);
      break;
    case 'status':
      fields.status = read(statusSchema);
      break;
    case 'evidence':
      fields.evidence = read(evidenceSchema);
      break;
    case 'relations':
      fields.relations = read(relationsSchema);
      break;
    case 'first_seen':
      fields.firstSeen = read(positionSchema);
      break;
    case 'deleted':
    case 'merged_into':
      fields.isGone = revision.new !== null;
      break;
  }
}

function parseValue<T>(schema: z.ZodType<T>, revision: Revision): T {
  return stored.read(['revision', revision.id, 'new'], () =>
    schema.parse(JSON.parse(revision.new ?? 'null')),
  );
}

/** Renders the fields in a fixed order, so that equal entries give equal texts. */
export function renderEntry(entry: GlossaryEntry | undefined): string {
  if (entry === undefined) return '';
  const {
    id,
    term,
    aliases,
    definition,
    status,
    tags,
    firstSeen,
    lastUpdated,
    createdAt,
    updatedAt,
    revision,
  } = entry;
  const relations = (entry.relations ?? []).map((one) => [one.kind, one.to, ...listValues(one.evidence)]);
  const places = [firstSeen, lastUpdated].map((place) => [place.corpus, place.threadId, place.postId]);
  return JSON.stringify([
    id,
    term,
    aliases,
    definition,
    status,
    tags,
    places,
    createdAt,
    updatedAt,
    entry.evidence.map(listValues),
    ...(relations.length === 0 ? [] : [relations]),
    revision,
  ]);
}

function listValues({ corpus, postId, start, end, quote, isSnapped }: Evidence): readonly unknown[] {
  return [corpus, postId, start, end, quote, isSnapped];
}
