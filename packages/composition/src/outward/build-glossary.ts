// Builds what programs are told about a reading: its entries, and how far it has come.

import type { StoryAnswer } from '@terrarium/annotator/ask-story';
import type { Quality } from '@terrarium/annotator/read-quality';
import type { Recap } from '@terrarium/annotator/read-recap';
import type { ReadingStatus } from '@terrarium/annotator/read-status';
import type { FoundEntries } from '@terrarium/annotator/search-glossary';
import type { FoundPassages } from '@terrarium/annotator/search-story';
import type { Proposals } from '@terrarium/annotator/second-reading';
import type { Outward } from '@terrarium/protocol/shapes';

type Entry = FoundEntries['entries'][number];

export function buildEntry(entry: Entry): Outward<'glossarySearch'>['entries'][number] {
  const { id, term, aliases, definition, status, tags, firstSeen, lastUpdated } = entry;
  const { createdAt, updatedAt, evidence, relations, revision } = entry;
  const said = { id, term, aliases, definition, status, tags, firstSeen, lastUpdated };
  const parts = relations === undefined ? { evidence } : { evidence, relations };
  return { ...said, createdAt, updatedAt, ...parts, revision };
}

export function buildStatus(
  status: ReadingStatus,
  { quality, requests }: { readonly quality: Quality } & Pick<Outward<'readingStatus'>, 'requests'>,
): Outward<'readingStatus'> {
  const {
    world,
    corpora,
    runs,
    readBy,
    runningProcess,
    asking,
    counts,
    totals,
    entriesNow,
    entriesConfirmed,
  } = status;
  const {
    unread,
    toolless,
    speakersWaiting,
    folds,
    checkpoints,
    conflicts,
    differences,
    rereads,
    cut,
    groundless,
    implausible,
  } = status;
  const read = {
    world,
    corpora,
    runs,
    readBy,
    runningProcess,
    asking,
    counts,
    totals,
    entriesNow,
    entriesConfirmed,
  };
  const open = {
    unread,
    toolless,
    speakersWaiting,
    folds,
    checkpoints,
    conflicts,
    differences,
    rereads,
    cut,
    groundless,
    implausible,
  };
  return { ...read, ...open, quality, requests };
}

export function buildRecap(
  { parts, skipped, models, isShortened, asked }: Recap,
  place: string | undefined,
): Omit<Outward<'storyRecap'>, 'kind' | 'servers'> {
  return {
    asOf: place ?? null,
    parts: parts.map(({ noted, ...part }) => ({ ...part, noted: noted.map(buildEntry) })),
    skipped,
    models,
    isShortened,
    asked,
  };
}

export function buildProposals({
  changes,
  rejected,
  held,
  skipped,
  conflicts,
}: Proposals): Omit<Outward<'secondReading'>, 'kind' | 'isApplied'> {
  return {
    changes: changes.map(({ id, before, after, reason, rejected: former, wasHeld, named }) => ({
      id,
      before: before && buildEntry(before),
      after: after && buildEntry(after),
      reason,
      rejected: former,
      wasHeld,
      named,
    })),
    rejected,
    held,
    skipped,
    conflicts,
  };
}

export function buildPassages({ passages }: FoundPassages): Outward<'storySearch'>['passages'] {
  return passages.map(({ position, threadTitle, author, span, text, matches }) => ({
    position,
    threadTitle,
    author,
    span,
    text,
    matches,
  }));
}

export function buildAnswer({
  entries,
  isNamed,
  said,
  passages,
}: StoryAnswer): Pick<Outward<'storyAnswer'>, 'entries' | 'isNamed' | 'said' | 'passages'> {
  return { entries: entries.map(buildEntry), isNamed, said, passages };
}
