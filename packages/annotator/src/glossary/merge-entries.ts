// Merges entries: the id of the merged entry leads to the other from then on, and a merge can be undone.

import { UsageError } from '@terrarium/kernel/errors';
import { createAgain, removeEntry, updateEntry } from './change-entries.ts';
import { type ChangeSource, type EntryId, type Evidence, type GlossaryEntry, kindTags } from './entry.ts';
import { type FindPlaceOf, toEarlier } from './expand-changes.ts';
import { filterQuotes } from './filter-quotes.ts';
import type { Rooms } from './glossary-rooms.ts';
import { isOther, readHumanFields } from './human-fields.ts';
import { isSamePlace } from './is-same-place.ts';
import { renderMergeReason } from './merge-reason.ts';
import {
  findOutliving,
  findPlacesOfOutliving,
  type Histories,
  type Outliving,
  type Returned,
  tagOutliving,
  undoOutliving,
} from './outlive-merge.ts';
import {
  findPlaceOfFreeTerm,
  findPlaceOfUnion,
  type PlacedHistory,
  readPlacedHistory,
  resolvePlace,
} from './place-correction.ts';
import { isSameRelation } from './relation-gate.ts';
import { type RevisedField, type Revision, replayRevisions } from './revision.ts';
import { unexplained } from './salience.ts';
import { describeShape, listSurfaces, stripSuffix } from './term-forms.ts';

export interface Merge {
  /** The entry that is removed; its id leads to `into` from then on. */
  readonly from: EntryId;
  readonly into: EntryId;
  readonly source: ChangeSource;
}

/** What a merge adds to the entry that stays. */
type Addition = Pick<GlossaryEntry, 'aliases' | 'evidence' | 'tags' | 'relations'>;

// A longer chain of redirects must be a circle.
const longestChain = 1_000;

/**
 * Removes the entry `from` and adds its names, quotes, tags and relations to `into`, except for a second kind. A
 * person's definition or kind replaces a model's. Returns the entry `into`. Throws `UsageError` if the two must not be
 * merged.
 */
export function mergeEntries(rooms: Rooms, { from, into, source }: Merge): GlossaryEntry {
  const gone = rooms.entries.find(from);
  const kept = rooms.entries.find(into);
  if (gone === undefined || kept === undefined || from === into) throw refuseMissing(from, into);
  // A person who merges what was kept apart takes back that the two are different.
  const isApart = source.author !== 'human' && rooms.keptApart.isKeptApart(from, into);
  if (isApart) throw refuseKeptApart(gone, kept);
  const outliving = findOutliving(rooms, { gone, kept });
  const union = buildUnion(kept, gone);
  const { definition, former } = outliving;
  const changes = { ...union, tags: tagOutliving(union.tags, outliving), definition: former ?? definition };
  if (source.author !== 'human') refuseHeld(rooms, { gone, kept, changes });
  const placed = findPlacesOfMerge(rooms, { gone, kept, source });
  const findPlaceOf = placed && findPlacesOfOutliving(placed, { gone, kept }, outliving);
  removeEntry(rooms, { id: from, field: 'merged_into', value: into, source, from: placed?.from });
  const told = { ...source, reason: source.reason ?? renderMergeReason(gone, { isUndone: false }) };
  const merged = updateEntry(rooms, { id: into, changes, source: told, findPlaceOf }) ?? kept;
  if (former === undefined) return merged;
  // First the definition of the merged entry is written, then that of the kept entry again, so that the history has
  // both.
  const back = { definition: kept.definition };
  return updateEntry(rooms, { id: into, changes: back, source: told, findPlaceOf }) ?? merged;
}

interface Union {
  readonly gone: GlossaryEntry;
  readonly kept: GlossaryEntry;
  readonly source: ChangeSource;
}

/**
 * The scene from which the two entries are known to be one; for each thing that the merged entry brings, the scene from
 * which this thing is known; and the scene from which the other entry has its definition. Undefined if places are
 * unknown, and for merges by the reading model.
 */
function findPlacesOfMerge(rooms: Rooms, { gone, kept, source }: Union) {
  const histories = [gone, kept].map(({ id }) => readPlacedHistory(rooms, id, source));
  const [ofGone, ofKept] = histories;
  if (source.author === 'agent' || ofGone === undefined || ofKept === undefined) return undefined;
  const { written } = ofGone;
  const made = Math.max(ofGone.made, ofKept.made);
  const from = resolvePlace({ written, made }, findPlaceOfUnion(rooms, gone, kept), source);
  const findPlaceOf: FindPlaceOf = (field, item) =>
    Math.max(from, findPlaceOfItem(ofGone, field, item) ?? from);
  const keptFrom = ofKept.readTimeline('definition').at(-1)?.place ?? from;
  return { from: toEarlier(from, written), findPlaceOf, keptFrom };
}

/**
 * The first scene from which an entry had this value of a field, or this item of a list; for an alias, also as its
 * term. Undefined if it never had it.
 */
function findPlaceOfItem(history: PlacedHistory, field: RevisedField, item: unknown): number | undefined {
  const wanted = JSON.stringify(item);
  const findHeld = (one: RevisedField) =>
    history.readTimeline(one).find(({ value }) => {
      const text = one === 'term' ? stripSuffix(String(value)) : value;
      const items: readonly unknown[] = Array.isArray(value) ? value : [text];
      return items.some((own) => JSON.stringify(own) === wanted);
    })?.place;
  const places = [findHeld(field), ...(field === 'aliases' ? [findHeld('term')] : [])].filter(
    (one) => one !== undefined,
  );
  return places.length === 0 ? undefined : Math.min(...places);
}

/**
 * The lists of the entry `kept` after the entry `gone` was merged into it; `relations` is undefined if none are added.
 */
function buildUnion(kept: GlossaryEntry, gone: GlossaryEntry): Addition {
  const { aliases, evidence, tags, relations = [] } = computeBrought(kept, listOwn(gone));
  return {
    aliases: [...kept.aliases, ...aliases],
    evidence: [...kept.evidence, ...evidence],
    tags: [...kept.tags, ...tags],
    relations: relations.length === 0 ? undefined : [...(kept.relations ?? []), ...relations],
  };
}

function listOwn({ term, aliases, evidence, tags, relations }: GlossaryEntry): Addition {
  return { aliases: [stripSuffix(term), ...aliases], evidence, tags, relations };
}

/**
 * The part of `own` that a merge adds to the entry `kept`: what this entry does not have yet, without the tag
 * `unexplained` and without relations to the entry itself. If the entry has a kind, no other kind is added.
 */
function computeBrought(kept: GlossaryEntry, own: Addition): Addition {
  const known = new Set(listSurfaces(kept).map(describeShape));
  const aliases = own.aliases.filter((name) => {
    const isNew = !known.has(describeShape(name));
    known.add(describeShape(name));
    return isNew;
  });
  const hasKind = kept.tags.some((tag) => kindTags.has(tag));
  // `unexplained` is not taken over: the entry that is kept keeps its definition.
  const isBrought = (tag: string) => tag !== unexplained && !(hasKind && kindTags.has(tag));
  return {
    aliases,
    evidence: own.evidence.filter((piece) => !kept.evidence.some((one) => isSamePlace(one, piece))),
    tags: own.tags.filter((tag) => !kept.tags.includes(tag) && isBrought(tag)),
    relations: own.relations?.filter(
      (relation) =>
        relation.to !== kept.id && !kept.relations?.some((known) => isSameRelation(known, relation)),
    ),
  };
}

/**
 * The entry to which an id leads: the entry with this id, or the one into which it was merged; undefined if there is
 * none.
 */
export function resolveEntryId(
  rooms: {
    readonly entries: Pick<Rooms['entries'], 'find'>;
    readonly revisions: Pick<Rooms['revisions'], 'read'>;
  },
  id: EntryId,
): EntryId | undefined {
  let at = id;
  for (let steps = 0; steps < longestChain; steps += 1) {
    if (rooms.entries.find(at) !== undefined) return at;
    const merged = findMerge(rooms.revisions.read(at));
    if (merged === undefined) return undefined;
    at = Number(merged.new) as EntryId;
  }
  return undefined;
}

/** The last revision of an entry, if it is a merge. */
function findMerge(revisions: readonly Revision[]): Revision | undefined {
  const last = revisions.at(-1);
  return last?.field === 'merged_into' && last.new !== null ? last : undefined;
}

/**
 * Brings back a merged entry as it was, and removes what it had added to the other entry. Later changes of the other
 * entry stay. Undefined if the entry is not merged. Throws `UsageError` if its term was taken in the meantime.
 */
export function revertMerge(rooms: Rooms, id: EntryId, source: ChangeSource): GlossaryEntry | undefined {
  const revisions = rooms.revisions.read(id);
  const merge = findMerge(revisions);
  const former = replayRevisions(revisions.slice(0, -1));
  if (merge === undefined || former === undefined) return undefined;
  const from = findPlaceOfReturn(rooms, { last: merge, former, source });
  const told = { ...source, reason: source.reason ?? renderMergeReason(former, { isUndone: true }) };
  removeHeld(rooms, findHeld(rooms, merge, former), { source: told, from });
  const was = Number(merge.new) as EntryId;
  const revived = createAgain(rooms, { entry: former, field: 'merged_into', was, source, from });
  for (const held of listReturned(rooms, revived)) removeHeld(rooms, held, { source, from });
  return rooms.entries.find(id);
}

interface Return {
  /** The deletion or merge that is undone. */
  readonly last: Revision;
  /** The state to which the entry returns. */
  readonly former: GlossaryEntry;
  readonly source: ChangeSource;
}

/**
 * The scene from which the entry is back: the one that `source` gives or, if it gives none, the one from which the
 * removal held; but not before the term of the entry is free. Undefined if the scene need not be stored, if places are
 * unknown, and for the reading model.
 */
function findPlaceOfReturn(rooms: Rooms, { last, former, source }: Return): number | undefined {
  const history = source.author === 'agent' ? undefined : readPlacedHistory(rooms, former.id, source);
  const place = rooms.corrections.readPlaces(former.id).get(last.id);
  if (history === undefined || place === undefined) return undefined;
  const free = history
    .readTimeline('term')
    .map(({ value }) => findPlaceOfFreeTerm(rooms, String(value), source, former.id));
  const { holds } = source;
  const from = Math.max(holds?.from ?? place, history.made, ...free);
  return toEarlier(from, history.written);
}

/**
 * Deletes an entry. If a curator or a person deletes it without giving a place, the deletion holds from the first
 * place at which the entry existed.
 */
export function deleteEntry(rooms: Rooms, id: EntryId, source: ChangeSource): boolean {
  const history = source.author === 'agent' ? undefined : readPlacedHistory(rooms, id, source);
  const place = history && resolvePlace(history, history.made, source);
  const from = history && place !== undefined ? toEarlier(place, history.written) : undefined;
  return removeEntry(rooms, { id, field: 'deleted', value: true, source, from });
}

/** An entry, and what it has from a merge. */
interface Held {
  readonly kept: GlossaryEntry;
  readonly brought: Addition;
  /** The entry `kept` as it was before the merge. */
  readonly before: GlossaryEntry;
  /** The words that a person wrote about the merged entry and that `kept` took over. */
  readonly outliving: Outliving;
}

/**
 * Finds the entry that now has what a merge brought: the entry that stayed or, if this was merged too, the last in the
 * chain of merges. What an entry in the chain had before does not count as brought. Undefined if the last one is gone.
 */
function findHeld(rooms: Rooms, merge: Revision, former: GlossaryEntry): Held | undefined {
  let brought = listOwn(former);
  let next: Revision | undefined = merge;
  for (let hops = 0; next !== undefined && hops < longestChain; hops += 1) {
    const id = Number(next.new) as EntryId;
    const revisions = rooms.revisions.read(id);
    const before = replayBefore(revisions, next);
    if (before === undefined) return undefined;
    brought = computeBrought(before, brought);
    const kept = rooms.entries.find(id);
    if (kept !== undefined) {
      const outliving = findOutliving(readUntil(rooms, next), { gone: former, kept: before });
      return { kept, brought, before, outliving };
    }
    next = findMerge(revisions);
  }
  return undefined;
}

/** The histories of entries before this revision. */
function readUntil({ revisions }: Rooms, { id }: Revision): Histories {
  return { revisions: { read: (entry) => revisions.read(entry).filter((one) => one.id < id) } };
}

function replayBefore(revisions: readonly Revision[], { id }: Revision): GlossaryEntry | undefined {
  return replayRevisions(revisions.filter((revision) => revision.id < id));
}

/** For each existing entry that was once merged into the revived entry: what its merge brought. */
function listReturned(rooms: Rooms, revived: GlossaryEntry): readonly Held[] {
  const named = new Set(revived.aliases.flatMap((alias) => rooms.entries.listIdsByName(alias)));
  return [...named].flatMap((id) => {
    const revisions = rooms.revisions.read(id);
    const merge = revisions.findLast(({ field, new: into }) => field === 'merged_into' && into !== null);
    const former = merge && replayBefore(revisions, merge);
    const held = merge && former && findHeld(rooms, merge, former);
    return held?.kept.id === revived.id ? [held] : [];
  });
}

interface Placed {
  readonly source: ChangeSource;
  readonly from: number | undefined;
}

function removeHeld(rooms: Rooms, held: Held | undefined, { source, from }: Placed): void {
  if (held === undefined) return;
  const { kept, before } = held;
  const changes = removeBrought(held);
  const isRegained = (item: unknown): boolean => before.evidence.some((piece) => piece === item);
  updateEntry(rooms, {
    id: kept.id,
    changes,
    source,
    findPlaceOf: (_, item) => (isRegained(item) ? undefined : from),
  });
}

/**
 * The fields of the entry without what the merge brought. A quote that names the entry only by names of the other entry
 * is dropped. If no quote would be left, quotes that were dropped return; if none of them names the entry, its names
 * and quotes stay.
 */
function removeBrought({ kept, brought, before, outliving }: Held): Addition & Returned {
  const isBrought = (piece: Evidence): boolean => brought.evidence.some((own) => isSamePlace(own, piece));
  const aliases = kept.aliases.filter((alias) => !brought.aliases.includes(alias));
  const tags = kept.tags.filter((tag) => !brought.tags.includes(tag));
  const relations = kept.relations?.filter(
    (relation) => !brought.relations?.some((own) => isSameRelation(own, relation)),
  );
  const after = listSurfaces({ term: kept.term, aliases });
  const filter = (pieces: readonly Evidence[]) => filterQuotes(pieces, { before: listSurfaces(kept), after });
  const own = filter(kept.evidence.filter((piece) => !isBrought(piece)));
  const left = [own, filter(before.evidence), filter(kept.evidence)].find((pieces) => pieces.length > 0);
  const names =
    left === undefined ? { aliases: kept.aliases, evidence: kept.evidence } : { aliases, evidence: left };
  return { ...names, ...undoOutliving({ kept, before, tags, outliving }), relations };
}

function refuseMissing(from: EntryId, into: EntryId): UsageError {
  return new UsageError({
    code: 'glossary.cannot-merge',
    happened:
      from === into
        ? `Entry ${from} cannot be merged into itself.`
        : `Entry ${from} cannot be merged into entry ${into}: one of them does not exist.`,
    todo: 'Name two different entries by their ids.',
  });
}

interface Adding extends Pick<Union, 'gone' | 'kept'> {
  readonly changes: Addition;
}

/** Throws if the merge would lose or overwrite what a person wrote in either entry. */
function refuseHeld(rooms: Rooms, { gone, kept, changes }: Adding): void {
  const held = readHumanFields(rooms, kept.id);
  const fields = ['aliases', 'evidence', 'tags', 'relations'] as const;
  const isOverwritten = fields.some((field) => held.has(field) && isOther(kept, changes, field));
  if (!isOverwritten && readHumanFields(rooms, gone.id).size === 0) return;
  throw new UsageError({
    code: 'glossary.held-by-person',
    happened: `A person has worked on "${isOverwritten ? kept.term : gone.term}": "${gone.term}" is not merged into "${kept.term}".`,
    todo: 'Leave them as they are; a person may merge them.',
  });
}

function refuseKeptApart(one: GlossaryEntry, other: GlossaryEntry): UsageError {
  return new UsageError({
    code: 'glossary.kept-apart',
    happened: `"${one.term}" and "${other.term}" are kept apart: only a person may merge them.`,
    todo: 'Leave them as they are.',
  });
}

/**
 * Brings back a deleted or merged entry as it was; undefined if it is neither. Throws `UsageError` if its term was
 * taken in the meantime.
 */
export function restoreEntry(rooms: Rooms, id: EntryId, source: ChangeSource): GlossaryEntry | undefined {
  const revisions = rooms.revisions.read(id);
  const last = revisions.at(-1);
  if (last?.field === 'merged_into') return revertMerge(rooms, id, source);
  const entry = replayRevisions(revisions.slice(0, -1));
  if (last?.field !== 'deleted' || last.new === null || entry === undefined) return undefined;
  const from = findPlaceOfReturn(rooms, { last, former: entry, source });
  return createAgain(rooms, { entry, field: 'deleted', was: true, source, from });
}
