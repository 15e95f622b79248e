// Keeps what a person wrote in an entry, and turns what a model wanted instead into a proposal.

import type { ChangeSource, EntryId, GlossaryEntry } from './entry.ts';
import type { Rooms } from './glossary-rooms.ts';
import { isNaming } from './is-naming.ts';
import { type RevisedField, type Revision, replayRevisions } from './revision.ts';
import { unexplained } from './salience.ts';
import { describeShape, listSurfaces } from './term-forms.ts';

type ChangedField = 'term' | 'aliases' | 'definition' | 'status' | 'tags' | 'evidence' | 'relations';
type EntryChanges = { readonly [Field in ChangedField]?: GlossaryEntry[Field] | undefined };

/**
 * Fields that a person was the last to write, without `first_seen`. A change of nothing but the tag `unexplained` does
 * not count. If the definition is one of the fields, so is its evidence.
 */
export function readHumanFields({ revisions }: Rooms, id: EntryId): ReadonlySet<RevisedField> {
  const held = new Set(revisions.listHumanFields(id).filter((field) => field !== 'first_seen'));
  if (held.has('definition')) held.add('evidence');
  const mayBeMarked = !held.has('tags') && revisions.hasHumanRevision(id, 'tags');
  if (mayBeMarked && isTaggedByPerson(revisions.read(id))) held.add('tags');
  return held;
}

/**
 * Whether a person was the last to set the tags. The tag `unexplained` does not count, because it changes with the
 * definition.
 */
function isTaggedByPerson(revisions: readonly Revision[]): boolean {
  const said = revisions.findLast(
    ({ field, old, new: now }) => field === 'tags' && stripMark(old) !== stripMark(now),
  );
  return said?.author === 'human';
}

function stripMark(list: string | null): string {
  const tags: unknown = JSON.parse(list ?? '[]');
  return JSON.stringify(Array.isArray(tags) ? tags.filter((tag) => tag !== unexplained) : tags);
}

interface ModelChange {
  readonly changes: EntryChanges;
  readonly source: ChangeSource;
}

/** The changes that a model may make; records the others as proposals. */
export function filterForModel(
  rooms: Rooms,
  old: GlossaryEntry,
  { changes, source }: ModelChange,
): EntryChanges {
  const held = readHumanFields(rooms, old.id);
  if (held.size === 0) return changes;
  const at = rooms.readTime();
  const { kept: free, refused } = splitChanges(old, changes, held);
  const kept = { ...free, ...listMarked(old, changes, free) };
  const left = { ...old, tags: kept.tags ?? old.tags };
  for (const field of refused.filter((one) => isOther(left, changes, one))) {
    rooms.proposals.append({ entryId: old.id, field, value: changes[field] }, { source, at });
  }
  return removeOwnName(kept, old, refused.includes('term') && isOther(old, changes, 'term'));
}

/**
 * If a model may change the definition but not the tags: the present tags, with `unexplained` added or removed as the
 * model wants. Empty if the tags stay as they are.
 */
function listMarked(old: GlossaryEntry, changes: EntryChanges, free: EntryChanges): EntryChanges {
  const isMarked = changes.tags?.includes(unexplained);
  const isFree = free.definition !== undefined && free.tags === undefined;
  if (!isFree || isMarked === undefined || isMarked === old.tags.includes(unexplained)) return {};
  const others = old.tags.filter((tag) => tag !== unexplained);
  return { tags: isMarked ? [...others, unexplained] : others };
}

interface Divided {
  readonly kept: EntryChanges;
  readonly refused: readonly ChangedField[];
}

/**
 * Divides a change into fields that may change, and fields that are refused because a person wrote them. A field that
 * depends on a refused field, such as a new term on its quotes, is refused too.
 */
export function splitChanges(
  old: GlossaryEntry,
  changes: EntryChanges,
  held: ReadonlySet<RevisedField>,
): Divided {
  const divided = removeFields(changes, held);
  const needing = isNameLost(old, changes, divided.kept)
    ? removeFields(changes, new Set([...held, 'term']))
    : divided;
  const isNamed = hasNamingQuote(old, needing.kept) || !hasNamingQuote(old, {});
  return isNamed ? needing : removeFields(changes, new Set([...held, ...standingTogether]));
}

/**
 * Fields that are refused together if the accepted fields alone would leave the entry without a quote that names it.
 */
const standingTogether = ['term', 'aliases', 'definition', 'evidence'] as const;

function removeFields(changes: EntryChanges, held: ReadonlySet<RevisedField>): Divided {
  const fields = Object.keys(changes) as ChangedField[];
  const kept = fields.filter((field) => !held.has(field)).map((field) => [field, changes[field]]);
  return { kept: Object.fromEntries(kept), refused: fields.filter((field) => held.has(field)) };
}

/**
 * Whether the accepted part of the change would lose the old term, although the whole change would keep it as a name.
 */
function isNameLost(old: GlossaryEntry, changes: EntryChanges, kept: EntryChanges): boolean {
  const [own] = listSurfaces({ term: old.term, aliases: [] });
  const has = (names: EntryChanges) =>
    listNames(old, names)
      .map(describeShape)
      .includes(describeShape(own ?? ''));
  return has(changes) && !has(kept);
}

function hasNamingQuote(old: GlossaryEntry, changes: EntryChanges): boolean {
  const names = listNames(old, changes);
  return (changes.evidence ?? old.evidence).some(({ quote }) => isNaming(quote, names));
}

function listNames(
  old: GlossaryEntry,
  { term = old.term, aliases = old.aliases }: EntryChanges,
): readonly string[] {
  return listSurfaces({ term, aliases });
}

export function isOther(old: GlossaryEntry, changes: EntryChanges, field: ChangedField): boolean {
  const value = changes[field];
  return value !== undefined && JSON.stringify(value) !== JSON.stringify(old[field]);
}

/** If the entry keeps its term, drops an alias that equals the term. */
function removeOwnName(changes: EntryChanges, { term }: GlossaryEntry, keepsTerm: boolean): EntryChanges {
  if (!keepsTerm || changes.aliases === undefined) return changes;
  const own = new Set(listSurfaces({ term, aliases: [] }).map(describeShape));
  return { ...changes, aliases: changes.aliases.filter((alias) => !own.has(describeShape(alias))) };
}

/** If a model wants to remove an entry that a person worked on, records this as a proposal and returns true. */
export function proposeToPerson(
  rooms: Rooms,
  change: {
    readonly id: EntryId;
    readonly field: RevisedField;
    readonly value: unknown;
    readonly source: ChangeSource;
  },
): boolean {
  const { id, field, value, source } = change;
  if (source.author === 'human' || readHumanFields(rooms, id).size === 0) return false;
  rooms.proposals.append({ entryId: id, field, value }, { source, at: rooms.readTime() });
  return true;
}

/** The entry with that name that a person deleted, as it was before the deletion; undefined if there is none. */
export function findDeletedByPerson({ revisions }: Rooms, name: string): GlossaryEntry | undefined {
  const shape = describeShape(name);
  for (const id of revisions.listDeletedByPerson()) {
    const former = replayRevisions(revisions.read(id).slice(0, -1));
    const names = former === undefined ? [] : [former.term, ...listSurfaces(former)];
    if (names.some((one) => describeShape(one) === shape)) return former;
  }
  return undefined;
}
