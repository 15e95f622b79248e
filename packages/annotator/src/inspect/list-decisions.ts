// Lists decisions: what the curator and people added, deleted, merged, brought back or revised, newest first.

import type { Author, EntryId, RevisionId } from '../glossary/entry.ts';
import { readKeptApart } from '../glossary/kept-apart-store.ts';
import type { RevisedField, Revision } from '../glossary/revision.ts';
import type { WorldView } from '../moments/open-world-view.ts';

export type Decided = 'added' | 'deleted' | 'merged' | 'restored' | 'revised';

/** One change of an entry, with all fields that it changed. */
export interface Decision {
  /** The first revision that the change wrote. */
  readonly revision: RevisionId;
  readonly entryId: EntryId;
  /** The term of the entry after the change. */
  readonly term: string;
  readonly decided: Decided;
  /** The entry with which it was merged. */
  readonly into: { readonly id: number; readonly term: string } | undefined;
  /** The fields that were changed, if the entry was revised; without `first_seen`, which follows from other fields. */
  readonly fields: readonly RevisedField[];
  readonly author: Author;
  readonly model: string | undefined;
  readonly postId: number;
  /** The end of the scene from which the change holds, if the change was written later. */
  readonly fromPostId: number | undefined;
  readonly reason: string | undefined;
  /** ISO 8601, UTC. */
  readonly at: string;
}

export interface Decisions {
  readonly decisions: readonly Decision[];
  /** How many older decisions are not listed. */
  readonly older: number;
}

/**
 * The newest decisions: every change by a curator or a person, except changes of the status alone, and changes by the
 * reading model that deleted or merged entries, or removed relations with a reason.
 */
export function listDecisions({ stores: { glossary } }: WorldView, limit: number): Decisions {
  const all = glossary
    .listEntryIds()
    .flatMap((id) => splitChanges(glossary.readRevisions(id)))
    .toSorted((one, other) => readId(other) - readId(one));
  const merges = new Map(all.filter(isMerge).map((change) => [readId(change), change[0]]));
  const decisions = all.flatMap((change) => {
    if (isOfMerge(change, merges.get(readId(change) - 1))) return [];
    return buildDecision(change, glossary.readRevisions) ?? [];
  });
  return { decisions: decisions.slice(0, limit), older: Math.max(0, decisions.length - limit) };
}

/** Two entries that are never to be merged. */
export interface ApartPair {
  readonly one: NamedId;
  readonly other: NamedId;
  readonly author: Author;
  /** Undefined if the list is as of a place, because the reason may mention later events. */
  readonly reason: string | undefined;
  /** ISO 8601, UTC. */
  readonly at: string;
}

interface NamedId {
  readonly id: EntryId;
  readonly term: string;
}

/**
 * Lists the pairs that are kept apart, newest first, without those that a person has merged since and those of which
 * both entries are deleted. As of a place, lists only pairs of entries that are both known there.
 */
export function listApartPairs({
  connection,
  stores: { glossary },
  isAsOf = false,
}: WorldView): readonly ApartPair[] {
  const name = (id: EntryId): readonly NamedId[] => {
    const term = glossary.readRevisions(id).findLast(({ field }) => field === 'term')?.new;
    if (term === undefined || term === null || (isAsOf && glossary.find(id) === undefined)) return [];
    return [{ id, term: String(JSON.parse(term)) }];
  };
  return readKeptApart(connection)
    .toSorted((one, other) => other.at.localeCompare(one.at, 'en'))
    .flatMap(({ one: oneId, other: otherId, author, reason, at }) => {
      const [one] = name(oneId);
      const [other] = name(otherId);
      // The same entry if they were merged, and none if both are deleted: a pair is two while one of them is left.
      const isTwo = glossary.resolve(oneId) !== glossary.resolve(otherId);
      if (one === undefined || other === undefined || !isTwo) return [];
      return [{ one, other, author, reason: isAsOf ? undefined : reason, at }];
    });
}

type Change = readonly Revision[];

function splitChanges(revisions: readonly Revision[]): readonly Change[] {
  const changes: Revision[][] = [];
  for (const revision of revisions) {
    const last = changes.at(-1)?.at(-1);
    const isNext = last !== undefined && last.id + 1 === revision.id && isSameSource(last, revision);
    if (isNext) changes.at(-1)?.push(revision);
    else changes.push([revision]);
  }
  return changes;
}

function isSameSource(one: Revision, other: Revision): boolean {
  return one.at === other.at && one.author === other.author && one.stepId === other.stepId;
}

function readId(change: Change): number {
  return change[0]?.id ?? 0;
}

function isMerge(change: Change): boolean {
  return change.some(({ field, new: value }) => field === 'merged_into' && value !== null);
}

/** In milliseconds: revisions that are further apart do not belong to one merge. */
const apart = 1_000;

/**
 * Whether a change is the part of a merge that concerns the entry that stays. Its revisions directly follow the
 * revision of the merged entry.
 */
function isOfMerge([first]: Change, merge: Revision | undefined): boolean {
  if (first === undefined || merge === undefined) return false;
  const isTarget = merge.new === String(first.entryId) && merge.author === first.author;
  return isTarget && merge.stepId === first.stepId && Date.parse(first.at) - Date.parse(merge.at) < apart;
}

function buildDecision(
  change: Change,
  readRevisions: (id: EntryId) => readonly Revision[],
): Decision | undefined {
  const [first] = change;
  if (first === undefined) return undefined;
  const decided = detectDecided(change);
  const fields = [...new Set(change.map(({ field }) => field))].filter((field) => field !== 'first_seen');
  const isPlain = decided === 'revised' && fields.every((field) => field === 'status');
  const isReading =
    first.author === 'agent' && decided !== 'deleted' && decided !== 'merged' && !isEnding(change);
  if (isPlain || isReading) return undefined;
  const nameEntry = (id: EntryId) => {
    const term = readRevisions(id).findLast(
      (one) => one.field === 'term' && one.id < first.id + change.length,
    );
    return String(JSON.parse(term?.new ?? '""'));
  };
  const target = decided === 'merged' ? Number(JSON.parse(first.new ?? '0')) : undefined;
  return {
    revision: first.id,
    entryId: first.entryId,
    term: nameEntry(first.entryId),
    decided,
    into: target === undefined ? undefined : { id: target, term: nameEntry(target as EntryId) },
    fields: decided === 'revised' ? fields : [],
    author: first.author,
    model: first.model,
    postId: first.position.postId,
    fromPostId: first.holdsFrom?.postId,
    reason: first.reason,
    at: first.at,
  };
}

/** Whether a change shortened the list of relations and says why. */
function isEnding(change: Change): boolean {
  return change.some(({ field, old, new: value, reason }) => {
    return field === 'relations' && reason !== undefined && countItems(value) < countItems(old);
  });
}

function countItems(json: string | null): number {
  const list: unknown = JSON.parse(json ?? '[]');
  return Array.isArray(list) ? list.length : 0;
}

function detectDecided(change: Change): Decided {
  const gone = change.find(({ field }) => field === 'deleted' || field === 'merged_into');
  if (gone !== undefined) {
    if (gone.new === null) return 'restored';
    return gone.field === 'deleted' ? 'deleted' : 'merged';
  }
  return change.some(({ field, old }) => field === 'term' && old === null) ? 'added' : 'revised';
}
