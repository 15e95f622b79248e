// Opens the stores of a past glossary, whose entries it builds from the revisions that hold at a moment.

import type { Connection } from '@terrarium/kernel/open-database';
import type { GlossaryEntry, RevisionId } from '../glossary/entry.ts';
import { type EntryStore, openEntryStore } from '../glossary/entry-store.ts';
import { isNamedByQuote } from '../glossary/is-naming.ts';
import { isToldMerge } from '../glossary/merge-reason.ts';
import type { ReadBody } from '../glossary/read-parts.ts';
import { openReadingStore, type ReadingStore } from '../glossary/reading-store.ts';
import { type RevisedField, type Revision, replayRevisions } from '../glossary/revision.ts';
import { openRevisionStore, type RevisionStore } from '../glossary/revision-store.ts';
import { listOwnNames } from '../glossary/term-forms.ts';
import type { Moment } from './moment-store.ts';

export interface AsOfSource {
  readonly connection: Connection;
  readonly revisions: RevisionStore;
  readonly entries: EntryStore;
  readonly reading: ReadingStore;
}

export function openAsOfSource(connection: Connection, readBody: ReadBody): AsOfSource {
  return {
    connection,
    revisions: openRevisionStore(connection),
    entries: openEntryStore(connection),
    reading: openReadingStore(connection, readBody),
  };
}

/** Which revisions hold at a moment, and which of them were written later in the story. */
export interface Shown {
  isKnown(id: RevisionId): boolean;
  isLater(id: RevisionId): boolean;
}

/** The revisions that hold, oldest first. Their former values contain nothing that holds only later in the story. */
export function showRevisions(
  revisions: readonly Revision[],
  { isKnown, isLater }: Shown,
): readonly Revision[] {
  const values = new Map<RevisedField, string | null>();
  const skipped = new Set<RevisedField>();
  const known = revisions.filter(({ id }) => isKnown(id));
  return revisions.flatMap((one) => {
    const { id, field } = one;
    if (!isKnown(id)) {
      skipped.add(field);
      return [];
    }
    const old = skipped.delete(field) ? (values.get(field) ?? null) : one.old;
    values.set(field, one.new);
    return [isLater(id) ? showFromPlace({ ...one, old }, known) : { ...one, old }];
  });
}

/**
 * Shows a correction at the place from which it holds, and without its reason: the place where it was written and its
 * reason may give away what comes later. A merge keeps its reason if the name in the reason is known by then.
 */
function showFromPlace(revision: Revision, known: readonly Revision[]): Revision {
  const { holdsFrom } = revision;
  if (holdsFrom === undefined) return revision;
  const reason = isToldMerge(revision, known) ? revision.reason : undefined;
  return { ...revision, position: holdsFrom, reason };
}

/** A moment, and the newest part read by then. */
export interface ReadMoment {
  readonly moment: Moment;
  readonly lastPart: number;
}

/**
 * An entry as it was at the moment. Undefined if it did not exist then. For the end of a scene, also undefined if the
 * story had not named the entry by then.
 */
export function replayShown(
  { reading }: Pick<AsOfSource, 'reading'>,
  { moment, lastPart }: ReadMoment,
  revisions: readonly Revision[],
): GlossaryEntry | undefined {
  const entry = replayRevisions(revisions);
  if (entry === undefined || moment.at !== 'scene' || isNamedByQuote(entry)) return entry;
  const part = reading.findFirstPart(listOwnNames(entry));
  return part === undefined || part > lastPart ? undefined : entry;
}
