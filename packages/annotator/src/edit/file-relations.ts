// Compares the relations in an edited file with the relations at the time of its export.

import type { EntryId, GlossaryEntry } from '../glossary/entry.ts';
import { describeShape, listSurfaces } from '../glossary/term-forms.ts';
import type { Annotator } from '../journal/open-annotator.ts';
import {
  parseRelationKind,
  type RelationKind,
  relationKinds,
  renderInverse,
} from '../reader/relation-kinds.ts';
import type { RelationEdit } from './file-edit.ts';
import { type FileEntry, type FileRelation, refuseFile } from './parse-edited-file.ts';
import { cutWords } from './read-posts.ts';
import { listCalled } from './require-entry.ts';

/** An entry of the file that is in the glossary, or will be. */
export interface KeptRow {
  readonly row: FileEntry;
  readonly line: number;
  readonly term: string;
  /** The entry as it is in the glossary, or was before it was removed; undefined for a new one. */
  readonly entry: GlossaryEntry | undefined;
}

export interface RelationInput {
  readonly rows: readonly KeptRow[];
  readBase(id: EntryId): GlossaryEntry | undefined;
}

export interface ComparedRelations {
  readonly edits: readonly RelationEdit[];
  /** Terms of entries whose relations have different quotes in the file. */
  readonly requoted: readonly string[];
}

/** One of the two entries of a relation. */
interface End {
  readonly id: EntryId | undefined;
  /** The number of the entry, or its term if it is new: used to find the entry when the file is applied. */
  readonly name: string;
  /** Two ends have the same key if and only if they are the same entry. */
  readonly key: string;
  readonly term: string;
}

type KnownEnd = End & { readonly id: EntryId };

interface Statement {
  readonly from: End;
  readonly kind: RelationKind;
  readonly to: End;
  /** The number by which the file names the other entry of the row; that entry may have been merged since. */
  readonly former?: EntryId | undefined;
}

/** A relation that a row of the file states, in the words of the row. */
interface Said extends Statement {
  readonly wording: string;
  readonly quotes: readonly string[];
}

/** A relation of the glossary, read from the entry with which it is stored. */
interface Tie extends Statement {
  readonly from: KnownEnd;
  readonly to: KnownEnd;
  readonly quote: string;
}

/**
 * Compares the relations that entries list in the file with those at export time. A relation may be listed by either
 * of its two entries. A new relation is added. A relation between two entries of the file is removed if either of them
 * no longer lists it. If a relation makes no sense, throws a `UsageError` that gives the line.
 */
export function compareRelations(annotator: Annotator, { rows, readBase }: RelationInput): ComparedRelations {
  const { glossary } = annotator.stores;
  const here = new Map(rows.flatMap((one) => (one.entry === undefined ? [] : [[one.entry.id, one.entry]])));
  const findToday = (id: EntryId) => here.get(id) ?? glossary.find(id);
  const ends = openEnds(annotator, rows, findToday);
  const today = openTies(findToday, ends.resolve);
  const base = openTies(readBase, ends.resolve);
  const baseOf = collectTies(base.listOwn, [...here.keys()]);
  const seen = new Set<string>();
  const requoted = new Set<string>();
  const edits = rows.flatMap((kept): readonly RelationEdit[] => {
    const { row, entry, term } = kept;
    if (row.relations === undefined) return [];
    const said = row.relations.flatMap((relation) => parseSaid({ kept, relation }, ends) ?? []);
    const keys = new Set(said.map(buildKey));
    const gone = (entry === undefined ? [] : (baseOf.get(entry.id) ?? [])).filter(
      (tie) => !keys.has(buildKey(tie)) && today.listSame(tie).length > 0 && isFirst(seen, tie),
    );
    const added = said.filter((one) => {
      const [known] = base.listSame(one);
      if (known !== undefined && isRequoted(one, known)) requoted.add(term);
      return known === undefined && today.listSame(one).length === 0 && isFirst(seen, one);
    });
    return [
      ...gone.map((tie) => buildRemoval(kept, tie, today.listSame(tie))),
      ...added.map((one) => buildAddition(kept, one)),
    ];
  });
  return { edits, requoted: [...requoted] };
}

/** Whether this relation is not in `seen` yet, from either end. Adds it to `seen`. */
function isFirst(seen: Set<string>, statement: Statement): boolean {
  const count = seen.size;
  return seen.add(buildKey(statement)).size > count;
}

/** A key that is the same from whichever end the relation is read. */
function buildKey({ from, kind, to }: Statement): string {
  const forward = JSON.stringify([from.key, kind, to.key]);
  const backward = JSON.stringify([to.key, renderInverse(kind), from.key]);
  return forward < backward ? forward : backward;
}

function isRequoted({ quotes }: Said, { quote }: Tie): boolean {
  return quotes.length > 0 && !quotes.includes(quote);
}

type FindEntry = (id: EntryId) => GlossaryEntry | undefined;

/**
 * Relations as they are stored with entries. A relation to a merged entry leads to the entry into which it was merged.
 */
function openTies(find: FindEntry, resolve: Ends['resolve']) {
  const listOwn = (id: EntryId): readonly Tie[] => {
    const entry = find(id);
    if (entry === undefined) return [];
    return (entry.relations ?? []).flatMap(({ kind, to, evidence }) => {
      const other = resolve(to);
      const from = resolve(id);
      return other.id === from.id ? [] : [{ from, kind, to: other, quote: evidence.quote }];
    });
  };
  /** All relations that say the same as the statement, with whichever of the two entries they are stored. */
  const listSame = (statement: Statement): readonly Tie[] => {
    const key = buildKey(statement);
    const ids = new Set([statement.from.id, statement.to.id, statement.former]);
    return [...ids]
      .flatMap((id) => (id === undefined ? [] : listOwn(id)))
      .filter((tie) => buildKey(tie) === key);
  };
  return { listOwn, listSame };
}

/** For each of these entries, its relations to others of these entries, from either end. */
function collectTies(
  listOwn: (id: EntryId) => readonly Tie[],
  ids: readonly EntryId[],
): ReadonlyMap<EntryId, readonly Tie[]> {
  const ties = new Map(ids.map((id): [EntryId, Tie[]] => [id, []]));
  for (const tie of ids.flatMap(listOwn)) {
    if (!ties.has(tie.to.id)) continue;
    ties.get(tie.from.id)?.push(tie);
    ties.get(tie.to.id)?.push(tie);
  }
  return ties;
}

function buildEnd({ id, term }: Pick<GlossaryEntry, 'id' | 'term'>): KnownEnd {
  return { id, name: `#${id}`, key: `#${id}`, term };
}

function buildNewEnd(term: string): End {
  return { id: undefined, name: term, key: describeShape(term), term };
}

/** Finds the ends of relations. */
interface Ends {
  /** The entry that this id leads to today. If the id leads to none, the end has only the id. */
  resolve(id: EntryId): KnownEnd;
  /**
   * Finds an entry by number or name. If the name means no entry yet, or several entries, it is looked up again when
   * the file is applied.
   */
  find(to: number | string): End;
  /** Whether the entry that `to` leads to has this term, or had it when the file was written. */
  isCalled(to: number | string, term: string): boolean;
}

function openEnds(annotator: Annotator, rows: readonly KeptRow[], findToday: FindEntry): Ends {
  const { glossary } = annotator.stores;
  const fresh = new Set(
    rows.flatMap(({ entry, term }) => (entry === undefined ? [describeShape(term)] : [])),
  );
  const findResolved = (id: EntryId) => {
    const today = findToday(id) === undefined ? glossary.resolve(id) : id;
    return today === undefined ? undefined : findToday(today);
  };
  const resolve = (id: EntryId) => buildEnd(findResolved(id) ?? { id, term: `#${id}` });
  const listFormer = (id: EntryId) =>
    glossary
      .readRevisions(id)
      .flatMap(({ field, new: value }) => (field === 'term' ? [String(JSON.parse(value ?? 'null'))] : []));
  const find = (to: number | string): End => {
    if (typeof to === 'number') return resolve(to as EntryId);
    const [only, ...others] = listCalled(annotator, to);
    const isClear = only !== undefined && others.length === 0;
    const isNew = fresh.has(describeShape(to)) && describeShape(only?.term ?? '') !== describeShape(to);
    return isClear && !isNew ? buildEnd(only) : buildNewEnd(to);
  };
  return {
    resolve,
    find,
    isCalled(to, term) {
      const { id, term: own } = find(to);
      const entry = id === undefined ? undefined : findToday(id);
      const names = [own, ...(entry === undefined ? [] : listSurfaces(entry))];
      const former = typeof to === 'number' ? [to as EntryId, ...(id === undefined ? [] : [id])] : [];
      const isAlike = (one: string) => describeShape(one) === describeShape(term);
      return names.some(isAlike) || former.flatMap(listFormer).some(isAlike);
    },
  };
}

interface RowRelation {
  readonly kept: KeptRow;
  readonly relation: FileRelation;
}

/** Undefined if the two entries have been merged since the file was written. */
function parseSaid(written: RowRelation, ends: Ends): Said | undefined {
  const { kept, relation } = written;
  const { kind: words, evidence = [], is_inverse: isOfOther = false } = relation;
  const said = parseRelationKind(words);
  if (said === undefined) {
    throw refuseFile(
      `gives "${kept.term}" on line ${kept.line} the relation "${words}", and there is no such kind of relation`,
      `The kinds are ${relationKinds.join(', ')}.`,
    );
  }
  const own = kept.entry === undefined ? buildNewEnd(kept.term) : buildEnd(kept.entry);
  const other = findOther(written, ends);
  const quotes = [evidence].flat().map(({ quote }) => quote);
  const former = typeof relation.to === 'number' ? (relation.to as EntryId) : undefined;
  if (own.id !== undefined && own.id === other.id && former !== undefined && former !== own.id)
    return undefined;
  const told = { wording: `${words} ${other.term}`, quotes, former };
  if (said.isInverse) return { ...told, from: other, kind: said.kind, to: own };
  // "child of" is a kind of its own, and also "parent of" read from the other end: an export marks which one is meant.
  const turned = isOfOther ? parseRelationKind(renderInverse(said.kind)) : undefined;
  if (turned?.isInverse === false) return { ...told, from: other, kind: turned.kind, to: own };
  return { ...told, from: own, kind: said.kind, to: other };
}

function findOther({ kept, relation }: RowRelation, ends: Ends): End {
  const { term, to = term } = relation;
  if (to === undefined) {
    throw refuseFile(
      `has on line ${kept.line} a relation of "${kept.term}" that leads to nobody`,
      'Write below it "term" with the name of the other entry, or "to" with its number.',
    );
  }
  const end = ends.find(to);
  if (term === undefined || ends.isCalled(to, term)) return end;
  throw refuseFile(
    `has on line ${kept.line} a relation of "${kept.term}" that leads to ${to} and to "${term}"`,
    'Keep only the one that you mean, "to" or "term".',
  );
}

function buildAddition({ entry, line, term }: KeptRow, said: Said): RelationEdit {
  const { from, kind, to, wording, quotes } = said;
  const words = [wording, ...quotes.map((quote) => `“${cutWords(quote)}”`)].join(' ');
  return {
    act: 'related',
    id: entry?.id,
    line,
    term,
    changes: [{ field: 'relations', from: '', to: words, isOvertaken: false }],
    from: from.name,
    kind,
    to: to.name,
    quotes,
  };
}

function buildRemoval({ entry, line, term }: KeptRow, tie: Tie, same: readonly Tie[]): RelationEdit {
  const { from, kind, to, quote } = tie;
  const wording = from.id === entry?.id ? `${kind} ${to.term}` : `${renderInverse(kind)} ${from.term}`;
  const words = `${wording} “${cutWords(quote)}”`;
  return {
    act: 'unrelated',
    id: entry?.id,
    line,
    term,
    changes: [{ field: 'relations', from: words, to: '', isOvertaken: false }],
    relations: same.map((one) => ({ id: one.from.id, kind: one.kind, to: one.to.id })),
  };
}
