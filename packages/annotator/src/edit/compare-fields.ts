// Compares the fields of an entry in an edited file with the entry at the time of its export.

import type { PostId, ThreadId } from '../corpus/corpus.ts';
import { openCorrectionStore } from '../glossary/correction-store.ts';
import type { EntryId, GlossaryEntry } from '../glossary/entry.ts';
import { replayRevisions } from '../glossary/revision.ts';
import type { Annotator } from '../journal/open-annotator.ts';
import type { EntryEdit } from './entry-edit.ts';
import type { ChangedField, FileEdit } from './file-edit.ts';
import type { EditedFile, FileEntry } from './parse-edited-file.ts';

export const comparedFields = ['term', 'aliases', 'definition', 'status', 'tags'] as const;
export type ComparedField = (typeof comparedFields)[number];

export interface Row {
  readonly row: FileEntry;
  readonly line: number;
}

interface ComparedRow extends Row {
  /** Whether the person sees the story up to an earlier place only: the edit then says nothing from later. */
  readonly isAtPlace?: boolean;
}

export function compareFields(
  entry: GlossaryEntry,
  base: GlossaryEntry,
  { row, line, isAtPlace = false }: ComparedRow,
): readonly FileEdit[] {
  const known = isAtPlace ? base : entry;
  const changes = comparedFields.flatMap((field): ChangedField[] => {
    const to = row[field];
    if (to === undefined || isSame(to, base[field]) || isSame(to, entry[field])) return [];
    const isOvertaken = !isSame(base[field], entry[field]);
    return [{ field, from: describeValue(known[field]), to: describeValue(to), isOvertaken }];
  });
  if (changes.length === 0) return [];
  const changed = new Set(changes.map(({ field }) => field));
  const aliases = changed.has('aliases') ? (row.aliases ?? []) : undefined;
  const edit: EntryEdit = {
    term: changed.has('term') ? row.term : undefined,
    definition: changed.has('definition') ? row.definition : undefined,
    status: changed.has('status') ? row.status : undefined,
    tags: changed.has('tags') ? row.tags : undefined,
    addedAliases: aliases?.filter((alias) => !base.aliases.includes(alias)),
    removedAliases: aliases && base.aliases.filter((alias) => !aliases.includes(alias)),
  };
  return [{ act: 'revised', id: entry.id, term: known.term, line, edit, changes }];
}

export type FindBase = ReturnType<typeof openBases>;

/** Finds an entry as it was when the file was written, at the place up to which the file tells the story. */
export function openBases({ connection, stores }: Annotator, asOf: EditedFile['as_of']) {
  const corrections = openCorrectionStore(connection);
  const scene = asOf == null ? undefined : corrections.findScene(readPosition(asOf));
  return (id: EntryId, writtenAt: string | undefined): GlossaryEntry | undefined => {
    if (writtenAt === undefined) return stores.glossary.find(id);
    const places = scene === undefined ? undefined : corrections.readPlaces(id);
    const isKnown = (revision: number) => (places?.get(revision) ?? 0) <= (scene ?? 0);
    const then = stores.glossary.readRevisions(id).filter((one) => one.at <= writtenAt && isKnown(one.id));
    return replayRevisions(then);
  };
}

export function readPosition({
  corpus,
  thread_id: threadId,
  post_id: postId,
}: NonNullable<EditedFile['as_of']>) {
  return { corpus, threadId: threadId as ThreadId, postId: postId as PostId };
}

/** Compares without regard to white space: a text may take several lines in the file. */
export function isSame(one: string | readonly string[], other: string | readonly string[]): boolean {
  const settle = (value: string | readonly string[]) =>
    typeof value === 'string' ? value.replace(/\s+/gu, ' ').trim() : value;
  return JSON.stringify(settle(one)) === JSON.stringify(settle(other));
}

function describeValue(value: string | readonly string[]): string {
  return typeof value === 'string' ? value : value.join(', ');
}
