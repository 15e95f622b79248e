// Edited file: a glossary that was exported, changed by hand, and what its owner changed in it.

import { UsageError } from '@terrarium/kernel/errors';
import { type Document, isNode, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import type { EntryId, GlossaryEntry } from '../glossary/entry.ts';
import { replayRevisions } from '../glossary/revision.ts';
import type { Annotator } from '../journal/open-annotator.ts';
import type { NewEntry } from './add-entry.ts';
import type { EntryEdit } from './entry-edit.ts';

const fileSchema = z.object({
  exported_at: z.string().nullish(),
  entries: z.array(
    z.object({
      /** Left out for a new entry. */
      id: z.int().optional(),
      term: z.string().optional(),
      aliases: z.array(z.string()).optional(),
      definition: z.string().optional(),
      status: z.enum(['tentative', 'confirmed']).optional(),
      tags: z.array(z.string()).optional(),
      updated_at: z.string().optional(),
      evidence: z.array(z.object({ quote: z.string() })).optional(),
      delete: z.boolean().optional(),
      merge_into: z.union([z.int(), z.string()]).optional(),
    }),
  ),
});

type FileEntry = z.infer<typeof fileSchema>['entries'][number];

const fields = ['term', 'aliases', 'definition', 'status', 'tags'] as const;

export interface ChangedField {
  readonly field: (typeof fields)[number] | 'evidence';
  readonly from: string;
  readonly to: string;
  /** Whether the glossary has changed since the file was exported. */
  readonly isOvertaken: boolean;
}

interface InFile {
  /** The line on which the entry begins in the file, from 1. */
  readonly line: number;
  readonly term: string;
  readonly changes: readonly ChangedField[];
}

/** What the file says of one entry. */
export type FileEdit =
  | (InFile & { readonly act: 'revised'; readonly id: EntryId; readonly edit: EntryEdit })
  | (InFile & { readonly act: 'added'; readonly id: undefined; readonly entry: NewEntry })
  | (InFile & { readonly act: 'deleted'; readonly id: EntryId })
  | (InFile & { readonly act: 'merged'; readonly id: EntryId; readonly into: string });

export interface FileEdits {
  readonly edits: readonly FileEdit[];
  /** Terms whose quotes were edited in the file: quotes stay as the story has them. */
  readonly requoted: readonly string[];
  /** How many entries existed at export time and are missing from the file: they stay in the glossary. */
  readonly missing: number;
}

/**
 * What a person changed in an export (YAML or JSON), compared with each entry as it stood at export time, so that
 * nothing learnt since is undone. One without an id is new; `delete: true` and `merge_into: TERM` take one out.
 * Entries missing from the file stay, and so do quotes, which belong to the story. Throws `UsageError` with the line
 * for what is no export and for entries that are not there.
 */
export function readFileEdits(annotator: Annotator, text: string): FileEdits {
  const { file, readLine } = parseFile(text);
  const requoted: string[] = [];
  const edits = file.entries.flatMap((row, index) => {
    const line = readLine(index);
    if (row.id === undefined) return buildAddition(annotator, row, line);
    const removal = buildRemoval(annotator, row, line);
    if (removal === 'done') return [];
    const entry = requireEntry(annotator, row, line);
    const base = resolveBase(annotator, entry, row.updated_at);
    if (isRequoted(base, row)) requoted.push(entry.term);
    if (removal?.act === 'deleted') return [removal];
    const revised = buildEdit(entry, base, { row, line });
    return [revised, removal].filter((edit) => edit !== undefined);
  });
  return { edits, requoted, missing: countMissing(annotator, file) };
}

function requireEntry({ stores }: Annotator, { id, term }: FileEntry, line: number): GlossaryEntry {
  const entry = stores.glossary.find(id as EntryId);
  if (entry !== undefined) return entry;
  throw refuse(
    `names entry ${id} (${term ?? 'without a term'}) on line ${line}, which is not in the glossary`,
    'Take it out of the file, or leave out its "id" to make a new entry of it.',
  );
}

/** A new entry; nothing where it is in the glossary already, as the file says it. */
function buildAddition({ stores }: Annotator, row: FileEntry, line: number): readonly FileEdit[] {
  const { term = '', definition = '', aliases = [], tags = [], status, evidence = [] } = row;
  if (term.trim() === '' || definition.trim() === '') {
    throw refuse(
      `has an entry on line ${line} without ${term.trim() === '' ? 'a term' : 'a definition'}`,
      'A new entry has no "id", but a term, a definition and evidence: a quote of the story that names it.',
    );
  }
  if (row.delete === true || row.merge_into !== undefined) throw refuseUnclear(term, line);
  if (stores.glossary.findByTerm(term)?.definition === definition) return [];
  const quotes = evidence.map(({ quote }) => quote);
  const said: Readonly<Record<string, string>> = {
    term,
    aliases: aliases.join(', '),
    definition,
    tags: tags.join(', '),
    evidence: quotes.join(' … '),
  };
  const changes = (['term', 'aliases', 'definition', 'tags', 'evidence'] as const)
    .map((field) => ({ field, from: '', to: said[field] ?? '', isOvertaken: false }))
    .filter(({ to }) => to !== '');
  const entry = { term, definition, quotes, aliases, tags, status };
  return [{ act: 'added', id: undefined, term, line, changes, entry }];
}

/** What takes an entry out; `done` if it is out already, as after a first time. */
function buildRemoval(
  { stores: { glossary } }: Annotator,
  row: FileEntry,
  line: number,
): Extract<FileEdit, { readonly act: 'deleted' | 'merged' }> | 'done' | undefined {
  if (row.delete !== true && row.merge_into === undefined) return undefined;
  const term = row.term ?? `entry ${row.id}`;
  if (row.delete === true && row.merge_into !== undefined) throw refuseUnclear(term, line);
  const id = row.id as EntryId;
  const isGone = glossary.find(id) === undefined && glossary.readRevisions(id).length > 0;
  if (isGone) return 'done';
  const out = { id, term, line, changes: [] };
  return row.merge_into === undefined
    ? { ...out, act: 'deleted' }
    : { ...out, act: 'merged', into: String(row.merge_into) };
}

function refuseUnclear(term: string, line: number): UsageError {
  return refuse(
    `says several things at once of "${term}" on line ${line}`,
    'Leave one of "delete" and "merge_into"; a new entry has neither.',
  );
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
  const named = new Set<number | undefined>(entries.map(({ id }) => id));
  return [...stores.glossary.iterateEntries()].filter((one) => one.createdAt <= at && !named.has(one.id))
    .length;
}

interface Row {
  readonly row: FileEntry;
  readonly line: number;
}

function buildEdit(entry: GlossaryEntry, base: GlossaryEntry, { row, line }: Row): FileEdit | undefined {
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
  return { act: 'revised', id: entry.id, term: entry.term, line, edit, changes };
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

interface ParsedFile {
  readonly file: z.infer<typeof fileSchema>;
  /** The line on which an entry begins. */
  readLine(index: number): number;
}

function parseFile(text: string): ParsedFile {
  const lineCounter = new LineCounter();
  let value: unknown;
  let document: Document;
  try {
    document = parseDocument(text, { lineCounter });
    const [error] = document.errors;
    if (error !== undefined) throw error;
    value = document.toJS({ maxAliasCount: 0 });
  } catch (error) {
    throw refuse(`is not YAML or JSON: ${describe(error)}`, 'Mend it there, or export it again.', error);
  }
  const readLine = (index: number) => {
    const node = document.getIn(['entries', index], true);
    const [start = 0] = isNode(node) ? (node.range ?? []) : [];
    return lineCounter.linePos(start).line;
  };
  const parsed = fileSchema.safeParse(value);
  if (parsed.success) return { file: parsed.data, readLine };
  const [issue] = parsed.error.issues;
  const path = issue?.path ?? [];
  const [, index] = path;
  const line = typeof index === 'number' ? ` on line ${readLine(index)}` : '';
  throw refuse(
    path.length === 0
      ? 'is no glossary, which begins with "world" and "entries"'
      : `is no glossary at "${path.join('.')}"${line}: ${issue?.message ?? ''}`,
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
