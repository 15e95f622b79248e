// Edited file: reads a glossary that was exported and then changed by hand, and finds what its owner changed.

import type { EntryId, GlossaryEntry } from '../glossary/entry.ts';
import { replayRevisions } from '../glossary/revision.ts';
import { describeShape } from '../glossary/term-forms.ts';
import type { Annotator } from '../journal/open-annotator.ts';
import { compareFields, type FindBase, isSame, openBases, type Row } from './compare-fields.ts';
import type { FileEdit } from './file-edit.ts';
import { compareRelations, type KeptRow, type RelationInput } from './file-relations.ts';
import { type EditedFile, type FileEntry, parseEditedFile, refuseFile } from './parse-edited-file.ts';
import { listCalled } from './require-entry.ts';

export interface FileEdits {
  readonly edits: readonly FileEdit[];
  /** Terms of entries whose quotes were edited in the file. The glossary keeps quotes as the story has them. */
  readonly requoted: readonly string[];
  /** How many entries existed at export time and are missing from the file. They stay in the glossary. */
  readonly missing: number;
}

/**
 * What a person changed in an export (YAML or JSON). Each entry is compared with the entry at export time, so that
 * nothing learnt since then is undone. An entry without an id is new. `delete: true` and `merge_into: TERM` remove an
 * entry, and `restore: true` brings it back. Entries missing from the file stay. Quotes stay too, because they belong
 * to the story. If the text is not an export or an entry does not exist, throws a `UsageError` that gives the line.
 */
export function readFileEdits(annotator: Annotator, text: string): FileEdits {
  const { file, readLine } = parseEditedFile(text);
  const findBase = openBases(annotator, file.as_of);
  const requoted = new Set<string>();
  const edits: FileEdit[] = [];
  const kept: KeptRow[] = [];
  const gone: KeptRow[] = [];
  for (const [index, row] of file.entries.entries()) {
    const line = readLine(index);
    refuseSeveral(row, line);
    if (row.id === undefined) {
      const added = compareNew(annotator, row, line);
      edits.push(...added.edits);
      kept.push(...added.kept);
      continue;
    }
    const known = findKnown(annotator, findBase, { row, line });
    if (known === undefined) {
      gone.push(...listGone(annotator, { row, line }));
      continue;
    }
    const { entry } = known;
    const base = findBase(entry.id, row.updated_at) ?? entry;
    if (isRequoted(base, row)) requoted.add(entry.term);
    edits.push(...known.edits);
    if (row.delete === true) continue;
    edits.push(
      ...compareFields(entry, base, { row, line }),
      ...compareDecisions(annotator, { row, line, term: entry.term, id: entry.id }),
    );
    kept.push({ row, line, term: entry.term, entry });
  }
  const writtenAt = new Map(file.entries.map((row) => [row.id, row.updated_at]));
  const readBase = (id: EntryId) => findBase(id, writtenAt.get(id) ?? file.exported_at ?? undefined);
  const relations = compareRelations(annotator, { rows: kept, readBase });
  refuseOfGone(annotator, gone, { rows: kept, readBase });
  for (const term of relations.requoted) requoted.add(term);
  return {
    edits: [...edits, ...relations.edits].toSorted((one, other) => one.line - other.line),
    requoted: [...requoted],
    missing: countMissing(annotator, file),
  };
}

/** The removed entry of a row, as it was before; empty if the row itself only asks to remove or merge the entry. */
function listGone({ stores }: Annotator, { row, line }: Row): readonly KeptRow[] {
  if (row.delete === true || row.merge_into !== undefined) return [];
  const former = replayRevisions(stores.glossary.readRevisions(row.id as EntryId).slice(0, -1));
  return former === undefined ? [] : [{ row, line, term: former.term, entry: former }];
}

/** Refuses changes of relations in a row whose entry is gone: they could have no effect. */
function refuseOfGone(annotator: Annotator, gone: readonly KeptRow[], input: RelationInput): void {
  if (gone.length === 0) return;
  const { edits } = compareRelations(annotator, { ...input, rows: [...input.rows, ...gone] });
  const lines = new Set(gone.map(({ line }) => line));
  const [first] = edits.filter(({ line }) => lines.has(line));
  if (first === undefined) return;
  throw refuseGone({ id: first.id as EntryId, term: first.term, line: first.line });
}

function refuseGone({
  id,
  term,
  line,
}: {
  readonly id: EntryId;
  readonly term: string;
  readonly line: number;
}) {
  return refuseFile(
    `changes an entry that is no longer in the glossary: ${id} (${term}), on line ${line}`,
    'Take it out of the file, or write "restore: true" below its "id" to bring it back.',
  );
}

interface Known {
  readonly row: FileEntry;
  readonly line: number;
  /** The entry as it is, or as it was before it was removed. */
  readonly entry: GlossaryEntry;
  readonly edits: readonly FileEdit[];
}

/**
 * Undefined if the entry is gone and the row changes nothing, or removes it again. Throws `UsageError` if the entry is
 * gone and the row asks for any other change than restoring it, or if there never was such an entry.
 */
function findKnown(annotator: Annotator, findBase: FindBase, { row, line }: Row): Known | undefined {
  const id = row.id as EntryId;
  const { glossary } = annotator.stores;
  const standing = glossary.find(id);
  if (standing !== undefined) {
    const place = { id, term: standing.term, line, changes: [] };
    return { row, line, entry: standing, edits: row.delete === true ? [{ act: 'deleted', ...place }] : [] };
  }
  const former = replayRevisions(glossary.readRevisions(id).slice(0, -1));
  if (former === undefined) {
    throw refuseFile(
      `names an entry that is not in the glossary: ${id} (${row.term ?? 'without a term'}), on line ${line}`,
      'Take it out of the file, or leave out its "id" to make a new entry of it.',
    );
  }
  if (row.restore === true) {
    const place = { id, term: former.term, line, changes: [] };
    return { row, line, entry: former, edits: [{ act: 'restored', ...place }] };
  }
  if (isUnsaid(findBase, { row, line })) return undefined;
  throw refuseGone({ id, term: former.term, line });
}

/**
 * Whether the row of an entry that is gone changes nothing, or removes the entry again, as when a file is applied
 * twice.
 */
function isUnsaid(findBase: FindBase, { row, line }: Row): boolean {
  if (row.delete === true || row.merge_into !== undefined) return true;
  const base = row.updated_at === undefined ? undefined : findBase(row.id as EntryId, row.updated_at);
  return base !== undefined && compareFields(base, base, { row, line }).length === 0;
}

/** Refuses a row that says two things of which only one can be done. */
function refuseSeveral({ id, term, ...row }: FileEntry, line: number): void {
  const outcomes = [row.delete === true, row.restore === true, row.merge_into !== undefined].filter(Boolean);
  const isUnclear = outcomes.length > 1 || (row.delete === true && row.keep_apart !== undefined);
  const isNewAndOut = id === undefined && (row.delete === true || row.restore === true);
  if (!isUnclear && !isNewAndOut) return;
  throw refuseFile(
    `asks for several things at once for "${term ?? `entry ${id}`}" on line ${line}`,
    'Keep only one of "delete", "restore", "merge_into" and "keep_apart"; a new entry cannot have "delete" or "restore".',
  );
}

interface NewRow {
  readonly edits: readonly FileEdit[];
  readonly kept: readonly KeptRow[];
}

/**
 * The edits that create a new entry and carry out the other decisions of its row; edits that were applied before are
 * left out.
 */
function compareNew(annotator: Annotator, row: FileEntry, line: number): NewRow {
  const { term = '', definition = '' } = row;
  if (term.trim() === '' || definition.trim() === '') {
    throw refuseFile(
      `has an entry on line ${line} without ${term.trim() === '' ? 'a term' : 'a definition'}`,
      'A new entry has no "id", but a term, a definition and evidence: a quote of the story that names it.',
    );
  }
  if (row.merge_into !== undefined && isMerged(annotator, row, String(row.merge_into))) {
    return { edits: [], kept: [] };
  }
  const standing = annotator.stores.glossary.findByTerm(term);
  const entry = standing !== undefined && isSame(standing.definition, definition) ? standing : undefined;
  const added = entry === undefined ? [buildAddition(row, { term, definition, line })] : [];
  const decided = compareDecisions(annotator, { row, line, term, id: entry?.id });
  return { edits: [...added, ...decided], kept: [{ row, line, term, entry }] };
}

/** Whether the entry of a row was already created and merged, because the file was applied before. */
function isMerged(annotator: Annotator, { term = '', definition = '' }: FileEntry, into: string): boolean {
  const { glossary } = annotator.stores;
  const [kept] = listCalled(annotator, into);
  if (kept === undefined) return false;
  return glossary.listEntryIds().some((id) => {
    if (id === kept.id || glossary.resolve(id) !== kept.id) return false;
    const former = replayRevisions(glossary.readRevisions(id).slice(0, -1));
    if (former === undefined) return false;
    return describeShape(former.term) === describeShape(term) && isSame(former.definition, definition);
  });
}

interface Told {
  readonly term: string;
  readonly definition: string;
  readonly line: number;
}

function buildAddition(row: FileEntry, { term, definition, line }: Told): FileEdit {
  const { aliases = [], tags = [], status, evidence = [] } = row;
  const quotes = evidence.map(({ quote }) => quote);
  const said = {
    term,
    aliases: aliases.join(', '),
    definition,
    tags: tags.join(', '),
    evidence: quotes.join(' … '),
  };
  const changes = (['term', 'aliases', 'definition', 'tags', 'evidence'] as const)
    .map((field) => ({ field, from: '', to: said[field], isOvertaken: false }))
    .filter(({ to }) => to !== '');
  const entry = { term, definition, quotes, aliases, tags, status };
  return { act: 'added', id: undefined, term, line, changes, entry };
}

interface Deciding {
  readonly row: FileEntry;
  readonly line: number;
  readonly term: string;
  readonly id: EntryId | undefined;
}

/** The edits that merge the entry into another, and that keep it apart from further entries. */
function compareDecisions(annotator: Annotator, { row, line, term, id }: Deciding): readonly FileEdit[] {
  const { glossary } = annotator.stores;
  const place = { id, term, line, changes: [] };
  const isApart = (name: string) => {
    const [only, ...others] = listCalled(annotator, name);
    return id !== undefined && only !== undefined && others.length === 0 && glossary.isKeptApart(id, only.id);
  };
  const apart = [row.keep_apart ?? []].flat().map(String);
  return [
    ...apart.flatMap((other): FileEdit[] => (isApart(other) ? [] : [{ act: 'apart', ...place, other }])),
    ...(row.merge_into === undefined
      ? []
      : [{ act: 'merged', ...place, other: String(row.merge_into) } as const]),
  ];
}

function isRequoted(base: GlossaryEntry, { evidence }: FileEntry): boolean {
  if (evidence === undefined) return false;
  const quotes = evidence.map(({ quote }) => quote);
  return !isSame(
    quotes,
    base.evidence.map(({ quote }) => quote),
  );
}

function countMissing({ stores }: Annotator, { exported_at: at, entries }: EditedFile): number {
  if (typeof at !== 'string') return 0;
  const named = new Set<number | undefined>(entries.map(({ id }) => id));
  return [...stores.glossary.iterateEntries()].filter((one) => one.createdAt <= at && !named.has(one.id))
    .length;
}
