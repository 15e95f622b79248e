// Expands a curator's or person's change into revisions, one for each place in the story from which it holds.

import type { Position } from '../corpus/corpus.ts';
import { type ChangeSource, type Evidence, type GlossaryEntry, kindTags, type Relation } from './entry.ts';
import {
  buildTimeline,
  type CorrectedPart,
  compareLists,
  expandList,
  expandValue,
  findStandingAt,
  type Standing,
} from './expand-correction.ts';
import type { Rooms } from './glossary-rooms.ts';
import {
  findPlaceOfDefinition,
  findPlaceOfFreeTerm,
  findPlaceOfName,
  findPlaceOfNaming,
  findPlaceOfStatement,
  findPlaceOfTag,
  listPlacedNames,
  type PlacedHistory,
  type PlacedName,
  readPlacedHistory,
  resolvePlace,
} from './place-correction.ts';
import { isNamingBoth } from './relation-gate.ts';
import type { RevisedField } from './revision.ts';
import type { FieldChange } from './revision-store.ts';
import { describeShape, listOwnNames, stripSuffix } from './term-forms.ts';

/**
 * The scene from which a new entry holds. Undefined if that is the scene in which the entry is written, as always for
 * the reading model, or if the scene in which it is written is unknown. Even if the change names an earlier place, the
 * entry does not hold before its quotes were read.
 */
export function findPlaceOfCreation(
  rooms: Rooms,
  draft: Pick<GlossaryEntry, 'term' | 'aliases' | 'definition' | 'evidence'>,
  source: ChangeSource,
): number | undefined {
  const written = rooms.corrections.findScene(source.position);
  if (source.author === 'agent' || written === undefined) return undefined;
  const text = [draft.term, ...draft.aliases, draft.definition].join('. ');
  const found = findPlaceOfStatement(rooms, text, draft.evidence);
  const quoted = findPlaceOfStatement(rooms, '', draft.evidence) ?? written;
  const made = Math.max(1, quoted, findPlaceOfFreeTerm(rooms, draft.term, source));
  return toEarlier(resolvePlace({ written, made }, found, source), written);
}

/**
 * Returns the place if it is before the place at which the revision is written. If not, returns undefined, because the
 * place need not be stored.
 */
export function toEarlier(place: number, written: number): number | undefined {
  return place < written ? place : undefined;
}

/**
 * Returns the scene from which an item is in a list, or no longer in it. Undefined if the story does not determine
 * this scene.
 */
export type FindPlaceOf = (field: RevisedField, item: unknown) => number | undefined;

export interface Correcting {
  readonly old: GlossaryEntry;
  readonly wanted: GlossaryEntry;
  /** The fields that the change gives, even if their values stay the same. */
  readonly given: ReadonlySet<string>;
  readonly source: ChangeSource;
  /** Given if places are already known from elsewhere, as in a merge. */
  readonly findPlaceOf?: FindPlaceOf | undefined;
}

type CorrectedField = 'term' | 'definition' | 'status' | 'evidence';
type CorrectedList = 'aliases' | 'tags' | 'evidence' | 'relations';

interface Placing {
  readonly rooms: Rooms;
  readonly correcting: Correcting;
  readonly history: PlacedHistory;
}

/** The changes to write, each with its place; undefined if places are unknown. */
export function expandChanges(rooms: Rooms, correcting: Correcting): FieldChange[] | undefined {
  const { old, given, wanted } = correcting;
  const history = readPlacedHistory(rooms, old.id, correcting.source);
  if (history === undefined) return undefined;
  const placing = { rooms, correcting, history };
  const isMerged = correcting.findPlaceOf !== undefined;
  const isRequoted = !isMerged && given.has('definition') && isReplaced(old.evidence, wanted.evidence);
  const term = given.has('term') ? resolvePlaceOfTerm(placing) : resolve(placing, history.made);
  const names = listNames(placing, term);
  const statement = given.has('definition')
    ? resolvePlaceOfStatement(placing, names)
    : resolve(placing, findPlaceOfDefinition(history));
  return [
    ...expandField(placing, 'term', () => term),
    ...expandItems(
      placing,
      'aliases',
      (item, isAdded) => resolvePlaceOfAlias(placing, { item, isAdded, term }),
      listFormerTerms(placing, term),
    ),
    ...expandField(placing, 'definition', () => statement),
    ...expandField(placing, 'status', () => statement),
    ...expandItems(placing, 'tags', (item, isAdded) =>
      isAdded ? resolve(placing, findPlaceOfTag(history, item)) : resolve(placing, history.made),
    ),
    ...(isRequoted
      ? expandField(placing, 'evidence', () => statement)
      : expandItems(placing, 'evidence', (item, isAdded) =>
          isAdded ? resolvePlaceOfQuote(placing, item as Evidence, [names]) : term,
        )),
    ...expandItems(placing, 'relations', (item, isAdded) =>
      isAdded ? resolvePlaceOfRelation(placing, item as Relation, names) : resolve(placing, history.made),
    ),
  ];
}

/**
 * Whether the change brings quotes that the entry does not have. With a new definition, they replace the old quotes.
 */
function isReplaced(before: readonly Evidence[], after: readonly Evidence[]): boolean {
  return compareLists(before, after).added.length > 0;
}

function resolve({ history, correcting }: Placing, found: number | undefined): number {
  return resolvePlace(history, found, correcting.source);
}

/**
 * The scene from which a definition holds. If its writer had read only up to a certain place, the definition is based
 * on the quotes that the entry has at that place.
 */
function resolvePlaceOfStatement(placing: Placing, names: readonly PlacedName[]): number {
  const { wanted, source } = placing.correcting;
  const { by, besides = [] } = source.holds ?? {};
  const known = by === undefined ? undefined : findStandingAt(placing.history.readTimeline('evidence'), by);
  const evidence = (known ?? wanted.evidence) as readonly Evidence[];
  const found = findPlaceOfStatement(placing.rooms, wanted.definition, [...evidence, ...besides]);
  const naming = evidence.map(({ quote }) => findPlaceOfNaming(quote, names));
  return resolve(placing, found === undefined ? undefined : Math.max(found, ...naming));
}

function resolvePlaceOfTerm(placing: Placing): number {
  const { rooms, correcting } = placing;
  const { old, wanted, source } = correcting;
  const free = findPlaceOfFreeTerm(rooms, wanted.term, source, old.id);
  const place = resolve(placing, findPlaceOfName(rooms, old, stripSuffix(wanted.term)));
  return Math.min(placing.history.written, Math.max(free, place));
}

interface AliasChange {
  readonly item: unknown;
  readonly isAdded: boolean;
  /** The scene from which the new term holds. */
  readonly term: number;
}

function resolvePlaceOfAlias(placing: Placing, { item, isAdded, term }: AliasChange): number {
  const { old, wanted } = placing.correcting;
  const alias = String(item);
  const isSwapped = describeShape(alias) === describeShape(isAdded ? old.term : wanted.term);
  if (isSwapped) return isAdded ? Math.max(term, findPlaceOfTerm(placing, alias)) : term;
  return resolve(placing, isAdded ? findPlaceOfName(placing.rooms, old, alias) : placing.history.made);
}

/** The first scene from which an entry had a term; if it never had the term, the scene from which the entry exists. */
function findPlaceOfTerm({ history }: Placing, term: string): number {
  const shape = describeShape(term);
  const stood = history.readTimeline('term').find(({ value }) => describeShape(String(value)) === shape);
  return stood?.place ?? history.made;
}

/**
 * Former terms that become aliases. At each place where the new term replaces a former term, the former term becomes an
 * alias, provided that it is an alias both before and after the change.
 */
function listFormerTerms({ correcting, history }: Placing, from: number): readonly PlacedItem[] {
  const { old, wanted, given, source } = correcting;
  // A person may give the same term again, so that it holds from an earlier place.
  const isSaid = given.has('term') && (wanted.term !== old.term || source.author === 'human');
  if (!isSaid || !given.has('aliases')) return [];
  return history.readTimeline('term').flatMap(({ place, value }, index, stood) => {
    const end = stood[index + 1]?.place ?? history.written;
    const isReplaced = end > from && describeShape(String(value)) !== describeShape(wanted.term);
    const item = wanted.aliases.find((alias) => describeShape(alias) === describeShape(String(value)));
    return isReplaced && item !== undefined && old.aliases.includes(item)
      ? [{ item, from: Math.max(from, place) }]
      : [];
  });
}

interface PlacedItem {
  readonly item: unknown;
  readonly from: number;
}

/** The names that the entry has or gets, each with the scene from which it has the name. */
function listNames(placing: Placing, term: number): readonly PlacedName[] {
  const { old, wanted, given } = placing.correcting;
  const { added } = compareLists(old.aliases, given.has('aliases') ? wanted.aliases : old.aliases);
  const aliases = added.map((item) => ({
    name: String(item),
    from: resolvePlaceOfAlias(placing, { item, isAdded: true, term }),
  }));
  const own = listPlacedNames(placing.history);
  return [...own, ...(given.has('term') ? [{ name: wanted.term, from: term }] : []), ...aliases];
}

/**
 * The scene from which a quote holds. Unless the source gives one, this is the scene in which the quote was read or, if
 * later, the scene from which the entries have the names in the quote: until then, the reader may not know that these
 * are their names.
 */
function resolvePlaceOfQuote(
  placing: Placing,
  quote: Evidence,
  named: readonly (readonly PlacedName[])[],
): number {
  const part = placing.rooms.reading.findPartOfQuote(quote);
  const read = part === undefined ? undefined : placing.rooms.corrections.findSceneOfPart(part);
  const naming = named.map((names) => findPlaceOfNaming(quote.quote, names));
  return resolve(placing, read === undefined ? undefined : Math.max(read, ...naming));
}

/**
 * The scene from which a relation holds. If its quote does not name both entries, the quote does not determine the
 * scene: until the relation is written, the reader may not know whom a pronoun means.
 */
function resolvePlaceOfRelation(placing: Placing, relation: Relation, names: readonly PlacedName[]): number {
  const other = readPlacedHistory(placing.rooms, relation.to, placing.correcting.source);
  const others = other === undefined ? [] : listPlacedNames(other);
  const ends = [names, others].map((own) => ({ term: '', aliases: own.map(({ name }) => name) }));
  if (!isNamingBoth(relation.evidence.quote, ends)) return resolve(placing, undefined);
  return resolvePlaceOfQuote(placing, relation.evidence, [names, others]);
}

function expandField(
  { correcting, history }: Placing,
  field: CorrectedField,
  place: () => number,
): readonly FieldChange[] {
  const { old, wanted, given } = correcting;
  if (!given.has(field)) return [];
  const isSame = JSON.stringify(old[field]) === JSON.stringify(wanted[field]);
  if (isSame && correcting.source.author !== 'human') return [];
  const known = correcting.findPlaceOf?.(field, wanted[field]);
  const from = known === undefined ? place() : Math.max(history.made, Math.min(known, history.written));
  const parts = expandValue(history.readTimeline(field), { from, value: wanted[field] });
  return toChanges(field, { old: old[field], parts, written: history.written });
}

function expandItems(
  { correcting, history }: Placing,
  field: CorrectedList,
  place: (item: unknown, isAdded: boolean) => number,
  further: readonly PlacedItem[] = [],
): readonly FieldChange[] {
  const { old, wanted, findPlaceOf } = correcting;
  const [before, after] = [old[field] ?? [], wanted[field] ?? []];
  const { added, removed } = compareLists(before, after);
  const restated = listRestated(correcting, field);
  if (added.length + removed.length + restated.length + further.length === 0) return [];
  const { written, made } = history;
  const withPlace = (items: readonly unknown[], isAdded: boolean) =>
    items.map((item) => {
      const known = findPlaceOf?.(field, item);
      const from = known === undefined ? place(item, isAdded) : Math.max(made, Math.min(known, written));
      return { item, from };
    });
  // If a correction says from which place an item holds, the item is not in the list before that place.
  const isMoved = correcting.source.holds?.from !== undefined;
  const hidden = isMoved ? restated.map((item) => ({ item, from: made })) : [];
  const timeline = history.readTimeline(field);
  const replaced = field === 'tags' ? listFormerKinds(timeline, wanted.tags, [...added, ...restated]) : [];
  const list = {
    added: [...withPlace([...added, ...restated], true), ...further],
    removed: [...withPlace([...removed, ...replaced], false), ...hidden],
  };
  const expanded = expandList(timeline, list);
  const parts = field === 'tags' ? expanded.map(sortKinds) : expanded;
  return toChanges(field, { old: before, parts, written });
}

/** Puts the kinds before other tags: the kind of an entry is the first of its tags. */
function sortKinds({ from, value }: CorrectedPart): CorrectedPart {
  const isOther = (tag: unknown) => Number(!kindTags.has(String(tag)));
  return { from, value: (value as readonly unknown[]).toSorted((a, b) => isOther(a) - isOther(b)) };
}

/** The kinds that the entry had at any place and that a kind given by the change replaces. */
function listFormerKinds(
  timeline: readonly Standing[],
  wanted: readonly string[],
  said: readonly unknown[],
): readonly unknown[] {
  if (!said.some((tag) => kindTags.has(String(tag)))) return [];
  const stood = new Set(timeline.flatMap(({ value }) => (Array.isArray(value) ? value.map(String) : [])));
  return [...stood].filter((tag) => kindTags.has(tag) && !wanted.includes(tag));
}

/** Aliases or tags that the change gives again although the entry already has them. */
function listRestated({ old, wanted, source }: Correcting, field: CorrectedList): readonly unknown[] {
  if (field === 'evidence' || field === 'relations') return [];
  const said = new Set((source.holds?.restated ?? []).map(describeShape));
  return old[field].filter((item) => said.has(describeShape(item)) && wanted[field].includes(item));
}

interface Written {
  /** The field's latest value, which the first change replaces. */
  readonly old: unknown;
  readonly parts: readonly CorrectedPart[];
  readonly written: number;
}

function toChanges(field: RevisedField, { old, parts, written }: Written): readonly FieldChange[] {
  return parts.map(({ from, value }, index) => ({
    field,
    old: index === 0 ? old : parts[index - 1]?.value,
    new: value,
    from: toEarlier(from, written),
  }));
}

interface Renamed {
  readonly old: GlossaryEntry;
  /** The changes of the entry's names. */
  readonly fields: readonly FieldChange[];
  /** Where the entry's names of today were first read. */
  readonly firstSeen: Position;
  readonly source: ChangeSource;
}

/** The changes of an entry's `first_seen`: it depends on the names that the entry has at each place. */
export function expandFirstSeen(rooms: Rooms, { old, fields, firstSeen, source }: Renamed): FieldChange[] {
  const history = readPlacedHistory(rooms, old.id, source);
  const renamed = fields.filter(({ field }) => field === 'term' || field === 'aliases');
  const isSame = JSON.stringify(firstSeen) === JSON.stringify(old.firstSeen);
  if (source.author === 'agent' || history === undefined || renamed.length === 0) {
    return isSame ? [] : [{ field: 'first_seen', old: old.firstSeen, new: firstSeen }];
  }
  const { written } = history;
  const stood = history.readTimeline('first_seen');
  const froms = renamed.map(({ from }) => from ?? written);
  const first = Math.min(...froms);
  const places = [...new Set([...froms, ...stood.map(({ place }) => place)])].filter((one) => one >= first);
  const parts: CorrectedPart[] = [];
  for (const place of places.toSorted((one, other) => one - other)) {
    const standing = findStandingAt(stood, place);
    const isLast = place === Math.max(...places);
    const value = isLast ? firstSeen : (findFirstAt(rooms, { history, fields, place }) ?? standing);
    const before = parts.length === 0 ? standing : parts.at(-1)?.value;
    if (JSON.stringify(value) !== JSON.stringify(before)) parts.push({ from: place, value });
  }
  return [...toChanges('first_seen', { old: old.firstSeen, parts, written })];
}

interface NamedAt {
  readonly history: PlacedHistory;
  readonly fields: readonly FieldChange[];
  readonly place: number;
}

/** Where the names that an entry has at a place were first read; undefined if that was after the place. */
function findFirstAt(rooms: Rooms, { history, fields, place }: NamedAt): Position | undefined {
  const read = (field: 'term' | 'aliases'): unknown => {
    const changed = fields
      .filter((one) => one.field === field)
      .map((one) => ({ place: one.from ?? history.written, value: one.new }));
    return findStandingAt(buildTimeline([...history.readWritten(field), ...changed]), place);
  };
  const aliases = read('aliases');
  const names = listOwnNames({
    term: String(read('term') ?? ''),
    aliases: Array.isArray(aliases) ? aliases.map(String) : [],
  });
  const part = rooms.reading.findNamingPart(names) ?? rooms.reading.findFirstPart(names);
  if (part === undefined || part > rooms.corrections.readLastPart(place)) return undefined;
  return rooms.reading.findPart(part)?.position;
}
