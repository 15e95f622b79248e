// Changes entries: rows, revisions, counts and indexes together, inside the caller's transaction.

import { UsageError } from '@terrarium/kernel/errors';
import type {
  ChangeSource,
  EntryId,
  EntryStatus,
  Evidence,
  GlossaryEntry,
  Relation,
  RevisionId,
} from './entry.ts';
import { expandChanges, expandFirstSeen, type FindPlaceOf, findPlaceOfCreation } from './expand-changes.ts';
import type { Rooms } from './glossary-rooms.ts';
import { filterForModel, proposeToPerson } from './human-fields.ts';
import type { FieldChange } from './revision-store.ts';
import { listCountedNames, listOwnNames } from './term-forms.ts';
import { type Renaming, updateMentions } from './update-mentions.ts';

export interface EntryDraft {
  readonly term: string;
  readonly aliases: readonly string[];
  readonly definition: string;
  readonly status: EntryStatus;
  readonly tags: readonly string[];
  readonly evidence: readonly Evidence[];
  readonly relations?: readonly Relation[] | undefined;
}

/** New values for an entry's fields; omitted fields stay. */
export type EntryChanges = { readonly [Field in keyof EntryDraft]?: EntryDraft[Field] | undefined };

export function createEntry(rooms: Rooms, draft: EntryDraft, source: ChangeSource): GlossaryEntry {
  refuseTakenTerm(rooms, draft.term, undefined);
  const at = rooms.readTime();
  const firstSeen = findFirstSeen(rooms, draft, source) ?? source.position;
  const fresh = { ...draft, firstSeen, lastUpdated: source.position, createdAt: at, updatedAt: at };
  const id = rooms.entries.insert({ ...fresh, revision: 0 as RevisionId });
  const from = findPlaceOfCreation(rooms, draft, source);
  const changes: FieldChange[] = [
    ...draftFields.flatMap((field) =>
      isWithout(draft, field) ? [] : [{ field, old: undefined, new: draft[field], from }],
    ),
    { field: 'first_seen', old: undefined, new: firstSeen, from },
  ];
  const revision = rooms.revisions.append(id, changes, { source, at });
  const entry: GlossaryEntry = { ...fresh, id, revision };
  rooms.entries.setRevision(id, revision);
  updateNames(rooms, { id, before: [], after: listCountedNames(draft) });
  rooms.search.add(entry);
  return entry;
}

interface Update {
  readonly id: EntryId;
  readonly changes: EntryChanges;
  readonly source: ChangeSource;
  readonly findPlaceOf?: FindPlaceOf | undefined;
}

const draftFields = ['term', 'aliases', 'definition', 'status', 'tags', 'evidence', 'relations'] as const;

/** Whether the field is `relations` and the entry has none: then nothing is written for this field. */
function isWithout(entry: Pick<EntryDraft, 'relations'>, field: (typeof draftFields)[number]): boolean {
  return field === 'relations' && (entry.relations ?? []).length === 0;
}

export function updateEntry(
  rooms: Rooms,
  { id, changes, source, findPlaceOf }: Update,
): GlossaryEntry | undefined {
  const old = rooms.entries.find(id);
  if (old === undefined) return undefined;
  const settled = source.author === 'human' ? changes : filterForModel(rooms, old, { changes, source });
  const given = Object.fromEntries(Object.entries(settled).filter(([, value]) => value !== undefined));
  const wanted: GlossaryEntry = { ...old, ...given };
  if (wanted.term !== old.term) refuseTakenTerm(rooms, wanted.term, id);
  const correcting = { old, wanted, given: new Set(Object.keys(given)), source, findPlaceOf };
  const placed = source.author === 'agent' ? undefined : expandChanges(rooms, correcting);
  const fields = placed ?? listChanges(old, wanted);
  if (fields.length === 0) return old;
  const next: GlossaryEntry = { ...wanted, ...readFinal(old, fields) };
  const hasNewNames = listCountedNames(old).join('\n') !== listCountedNames(next).join('\n');
  const firstSeen = (hasNewNames ? findFirstSeen(rooms, next, source) : undefined) ?? old.firstSeen;
  fields.push(...expandFirstSeen(rooms, { old, fields, firstSeen, source }));
  const at = rooms.readTime();
  const revision = rooms.revisions.append(id, fields, { source, at });
  const entry: GlossaryEntry = { ...next, firstSeen, lastUpdated: source.position, updatedAt: at, revision };
  rooms.entries.replace(entry);
  if (hasNewNames) updateNames(rooms, { id, before: listCountedNames(old), after: listCountedNames(entry) });
  rooms.search.replace(entry);
  return entry;
}

function listChanges(old: GlossaryEntry, wanted: GlossaryEntry): FieldChange[] {
  return draftFields
    .filter((field) => !(isWithout(old, field) && isWithout(wanted, field)))
    .filter((field) => JSON.stringify(old[field]) !== JSON.stringify(wanted[field]))
    .map((field) => ({ field, old: old[field], new: wanted[field] }));
}

/** The final value of each field after all changes. */
function readFinal(old: GlossaryEntry, fields: readonly FieldChange[]): Partial<GlossaryEntry> {
  const last = new Map(fields.map(({ field, new: value }) => [field, value]));
  return Object.fromEntries(
    draftFields.map((field) => [field, last.has(field) ? last.get(field) : old[field]]),
  );
}

export interface Retirement {
  readonly id: EntryId;
  readonly field: 'deleted' | 'merged_into';
  readonly value: unknown;
  readonly source: ChangeSource;
  /** The scene from which the removal holds, if it is earlier than the scene in which the removal is written. */
  readonly from: number | undefined;
}

/**
 * Removes an entry that is deleted or merged. Returns false if there is no such entry, or if a model asks to remove an
 * entry that a person worked on: then the wish is stored as a proposal.
 */
export function removeEntry(rooms: Rooms, { id, field, value, source, from }: Retirement): boolean {
  const entry = rooms.entries.find(id);
  if (entry === undefined || proposeToPerson(rooms, { id, field, value, source })) return false;
  const change = { field, old: undefined, new: value, from };
  rooms.revisions.append(id, [change], { source, at: rooms.readTime() });
  rooms.reading.replaceMentions(id, []);
  rooms.entries.delete(id);
  updateNames(rooms, { id, before: listCountedNames(entry), after: [] });
  rooms.search.remove(id);
  if (field === 'deleted') rooms.removed.add(entry.term, id);
  return true;
}

/** An entry to bring back as it was. */
export interface Revival {
  readonly entry: GlossaryEntry;
  readonly field: Retirement['field'];
  /** The value that was recorded when the entry was removed. */
  readonly was: unknown;
  readonly source: ChangeSource;
  /** The scene from which the entry is back, if it is earlier than the scene in which the change is written. */
  readonly from: number | undefined;
}

/** Creates the entry again under its own id and counts its mentions again. Throws `UsageError` if its term is taken. */
export function createAgain(rooms: Rooms, { entry, field, was, source, from }: Revival): GlossaryEntry {
  refuseTakenTerm(rooms, entry.term, undefined);
  const at = rooms.readTime();
  const change = { field, old: was, new: undefined, from };
  const revision = rooms.revisions.append(entry.id, [change], { source, at });
  const revived: GlossaryEntry = { ...entry, lastUpdated: source.position, updatedAt: at, revision };
  rooms.entries.restore(revived);
  updateNames(rooms, { id: entry.id, before: [], after: listCountedNames(revived) });
  rooms.search.add(revived);
  return revived;
}

function refuseTakenTerm(rooms: Rooms, term: string, id: EntryId | undefined): void {
  const taken = rooms.entries.findByTerm(term);
  if (taken === undefined || taken.id === id) return;
  throw new UsageError({
    code: 'glossary.duplicate-term',
    happened: `Entry ${taken.id} is already called "${taken.term}".`,
    todo: `Change that entry, or tell the two apart with a suffix: "${term} (character)".`,
  });
}

/**
 * Counts the mentions anew, and takes words with the new names off hold. Call it after the row of the entry was
 * changed.
 */
function updateNames(rooms: Rooms, names: Renaming): void {
  rooms.memory.recordEntryChange(names.id);
  updateMentions(rooms, names);
  for (const candidateId of rooms.candidates.remove(names.after))
    rooms.memory.recordCandidateChange(candidateId);
}

/**
 * How many of the last parts that name an entry are examined. Parts are in the order of reading, so a later part may be
 * from an earlier place in the story.
 */
const lookedBack = 64;

/**
 * The first place, in what was read of the story, that names the entry by its term or by an alias that is a name;
 * undefined if there is none.
 */
function findFirstSeen(
  { reading }: Rooms,
  entry: Pick<EntryDraft, 'term' | 'aliases'>,
  { isBefore }: ChangeSource,
): GlossaryEntry['firstSeen'] | undefined {
  const names = listOwnNames(entry);
  const first = reading.findNamingPart(names) ?? reading.findFirstPart(names);
  if (first === undefined) return undefined;
  const last = isBefore === undefined ? [] : reading.listLastNamingParts(names, lookedBack).toReversed();
  const positions = [first, ...last.map(({ partId }) => partId)].flatMap(
    (partId) => reading.findPart(partId)?.position ?? [],
  );
  return positions.reduce((earliest, one) => (isBefore?.(one, earliest) === true ? one : earliest));
}
