// Lists relations that have ended: they held at one place of the story and no longer hold at a later one.

import { renderInverse } from '../reader/relation-kinds.ts';
import type { EntryId, GlossaryEntry, Relation } from './entry.ts';
import { buildTimeline } from './expand-correction.ts';
import { isSamePlace } from './is-same-place.ts';
import type { RelationSource, ShownRelation, StoredRelation } from './list-relations.ts';
import { isSameRelation } from './relation-gate.ts';
import { type Revision, readRelations } from './revision.ts';

/** A relation that has ended, and the entry that had it. */
export interface EndedRelation extends StoredRelation {
  /** The revision that removed the relation. The relation no longer holds from the place of this revision on. */
  readonly by: Revision;
}

export interface EndedSource {
  /** The entries that ever had a relation. */
  listRelatedIds(): readonly EntryId[];
  find(id: EntryId): GlossaryEntry | undefined;
  readRevisions(id: EntryId): readonly Revision[];
  /** The scene from which each revision holds. */
  readPlaces(id: EntryId): ReadonlyMap<number, number>;
}

/**
 * Ended relations of existing entries, in the order of the entries. If the removal of a relation holds from the place
 * where the relation began, the relation never held and is left out. A relation that moved to another entry has not
 * ended.
 */
export function listEndedRelations(source: EndedSource): readonly EndedRelation[] {
  const entries = source.listRelatedIds().flatMap((id) => source.find(id) ?? []);
  const standing = entries.flatMap(({ relations = [] }) => relations);
  return entries.flatMap((entry) =>
    listOfEntry(source, entry).filter((ended) => !standing.some((one) => isMoved(ended, one))),
  );
}

function isMoved(ended: Relation, other: Relation): boolean {
  return isSameRelation(ended, other) && isSamePlace(ended.evidence, other.evidence);
}

function listOfEntry(source: EndedSource, { id, relations = [] }: GlossaryEntry): readonly EndedRelation[] {
  const revisions = source.readRevisions(id).filter(({ field }) => field === 'relations');
  const places = source.readPlaces(id);
  // If a revision has no place, it is not known what held before it.
  if (revisions.some((one) => !places.has(one.id))) return [];
  const placed = revisions.map((value) => ({ place: places.get(value.id) ?? 0, value }));
  const stood = buildTimeline(placed).map(({ value }) => value);
  const ended = stood.slice(1).flatMap((by, at) => {
    const before = stood[at];
    const now = readRelations(by);
    const gone = before === undefined ? [] : readRelations(before).filter((one) => !isAmong(one, now));
    return gone.map((one) => ({ ...one, from: id, by }));
  });
  const last = ended.filter((one, at) => !isAmong(one, ended.slice(at + 1)));
  return last.filter((one) => !isAmong(one, relations));
}

function isAmong(relation: Relation, others: readonly Relation[]): boolean {
  return others.some((one) => isSameRelation(one, relation));
}

/** An ended relation from the side of one of its two entries. */
export interface ShownEnded extends ShownRelation {
  readonly by: Revision;
}

/** The ended relations of each entry, without those to deleted entries. Those stored with the entry come first. */
export function groupEnded(
  source: Pick<RelationSource, 'resolve'> & { listEnded(): readonly EndedRelation[] },
): ReadonlyMap<EntryId, readonly ShownEnded[]> {
  const ended = source.listEnded().flatMap((one) => {
    const to = source.resolve(one.to);
    return to === undefined || to === one.from ? [] : [{ ...one, to }];
  });
  const shown = [
    ...ended.map(({ kind, from, ...rest }) => ({ at: from, ...rest, wording: kind, isInverse: false })),
    ...ended.map(({ kind, from, to, ...rest }) => ({
      at: to,
      ...rest,
      to: from,
      wording: renderInverse(kind),
      isInverse: true,
    })),
  ];
  return new Map(
    [...Map.groupBy(shown, ({ at }) => at)].map(([id, own]) => [id, own.map(({ at: _at, ...one }) => one)]),
  );
}
