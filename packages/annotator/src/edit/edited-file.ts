// Edited file: a glossary that was exported, changed by hand, and what its owner changed in it.

import { UsageError } from '@terrarium/kernel/errors';
import { parse } from 'yaml';
import { z } from 'zod';
import type { EntryId, GlossaryEntry } from '../glossary/entry.ts';
import { replayRevisions } from '../glossary/revision.ts';
import type { Annotator } from '../journal/open-annotator.ts';
import type { EntryEdit } from './entry-edit.ts';

const fileSchema = z.object({
  exported_at: z.string().nullish(),
  entries: z.array(
    z.object({
      id: z.int(),
      term: z.string().optional(),
      aliases: z.array(z.string()).optional(),
      definition: z.string().optional(),
      status: z.enum(['tentative', 'confirmed']).optional(),
      tags: z.array(z.string()).optional(),
      updated_at: z.string().optional(),
      evidence: z.array(z.object({ quote: z.string() })).optional(),
    }),
  ),
});

type FileEntry = z.infer<typeof fileSchema>['entries'][number];

const fields = ['term', 'aliases', 'definition', 'status', 'tags'] as const;

export interface ChangedField {
  readonly field: (typeof fields)[number];
  readonly from: string;
  readonly to: string;
  /** Whether the glossary has changed since the file was exported. */
  readonly isOvertaken: boolean;
}

export interface FileEdit {
  readonly entry: GlossaryEntry;
  readonly edit: EntryEdit;
  readonly changes: readonly ChangedField[];
}

export interface FileEdits {
  readonly edits: readonly FileEdit[];
  /** Terms whose quotes were edited in the file: quotes stay as the story has them. */
  readonly requoted: readonly string[];
  /** How many entries existed at export time and are missing from the file: they stay in the glossary. */
  readonly missing: number;
}

/**
 * What a person changed in an export (YAML or JSON), compared with each entry as it stood at export time, so that
 * nothing learnt since is undone. Entries missing from the file stay, and so do quotes, which belong to the story.
 * Throws `UsageError` for what is no export and for entries that are not there.
 */
export function readFileEdits(annotator: Annotator, text: string): FileEdits {
  const file = parseFile(text);
  const requoted: string[] = [];
  const edits = file.entries.flatMap((row) => {
    const entry = annotator.stores.glossary.find(row.id as EntryId);
    if (entry === undefined) {
      throw refuse(
        `names entry ${row.id} (${row.term ?? 'without a term'}), which is not in the glossary`,
        'Take it out of the file. A new entry needs words of the story as its evidence, so only reading can make one.',
      );
    }
    const base = resolveBase(annotator, entry, row.updated_at);
    if (isRequoted(base, row)) requoted.push(entry.term);
    return buildEdit(entry, base, row) ?? [];
  });
  return { edits, requoted, missing: countMissing(annotator, file) };
}

function isRequoted(base: GlossaryEntry, { evidence }: FileEntry): boolean {
  if (evidence === undefined) return false;
  const quotes = evidence.map(({ quote }) => quote);
  return !isSame(
    quotes,
    base.evidence.map(({ quote }) => quote),
  );
}

function countMissing(
  { stores }: Annotator,
  { exported_at: at, entries }: z.infer<typeof fileSchema>,
): number {
  if (typeof at !== 'string') return 0;
  const named = new Set(entries.map(({ id }) => id));
  return [...stores.glossary.iterateEntries()].filter((one) => one.createdAt <= at && !named.has(one.id))
    .length;
}

function buildEdit(entry: GlossaryEntry, base: GlossaryEntry, row: FileEntry): FileEdit | undefined {
  const changes = fields.flatMap((field): ChangedField[] => {
    const to = row[field];
    if (to === undefined || isSame(to, base[field]) || isSame(to, entry[field])) return [];
    const isOvertaken = !isSame(base[field], entry[field]);
    return [{ field, from: describeValue(entry[field]), to: describeValue(to), isOvertaken }];
  });
  if (changes.length === 0) return undefined;
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
  return { entry, edit, changes };
}

/** The entry as it was when the file was written. */
function resolveBase(
  { stores }: Annotator,
  entry: GlossaryEntry,
  updatedAt: string | undefined,
): GlossaryEntry {
  if (updatedAt === undefined) return entry;
  const then = stores.glossary.readRevisions(entry.id).filter((revision) => revision.at <= updatedAt);
  return replayRevisions(then) ?? entry;
}

function isSame(one: string | readonly string[], other: string | readonly string[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function describeValue(value: string | readonly string[]): string {
  return typeof value === 'string' ? value : value.join(', ');
}

function parseFile(text: string): z.infer<typeof fileSchema> {
  let value: unknown;
  try {
    value = parse(text, { maxAliasCount: 0 });
  } catch (error) {
    throw refuse(`is not YAML or JSON: ${describe(error)}`, 'Mend it there, or export it again.', error);
  }
  const parsed = fileSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue?.path.join('.') ?? '';
  throw refuse(
    place === ''
      ? 'is no glossary, which begins with "world" and "entries"'
      : `is no glossary at "${place}": ${issue?.message ?? ''}`,
    'Export one with "annotate export --format yaml", and change that.',
    parsed.error,
  );
}

function describe(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
  return line.replace(/(?<![.:\s])[.:\s]+$/u, '');
}

function refuse(what: string, todo: string, cause?: unknown): UsageError {
  return new UsageError({ code: 'edit.unreadable-file', happened: `The file ${what}.`, todo, cause });
}
