// Copies the whole glossary, as it was at a moment, into an empty database: for a branch of a world.

import type { Connection } from '@terrarium/kernel/open-database';
import type { EntryId, GlossaryEntry } from '../glossary/entry.ts';
import { openEntryStore } from '../glossary/entry-store.ts';
import type { ReadBody } from '../glossary/read-parts.ts';
import { openReadingStore, type PartPage, type ReadingStore } from '../glossary/reading-store.ts';
import type { Revision } from '../glossary/revision.ts';
import { openSearchStore } from '../glossary/search-store.ts';
import { buildSurfaceIndex, type SurfaceIndex } from '../glossary/surface-index.ts';
import { listCountedNames, listDifferentNames, listMissing } from '../glossary/term-forms.ts';
import {
  type AsOfSource,
  openAsOfSource,
  type ReadMoment,
  replayShown,
  showRevisions,
} from './as-of-source.ts';
import { type Moment, openMomentStore, openProjectionStore } from './moment-store.ts';

interface CopyOptions {
  readonly moment: Moment;
  readonly readBody: ReadBody;
}

interface Then extends ReadMoment {
  readRevisions(id: EntryId): readonly Revision[];
}

interface EntryThen {
  readonly id: EntryId;
  readonly entry: GlossaryEntry | undefined;
  readonly lastPart: number;
}

/**
 * Fills an empty glossary with entries, parts, counts and search indexes as they were at the moment. Call it in a
 * transaction.
 */
export function copyGlossary(
  connection: Connection,
  target: Connection,
  { moment, readBody }: CopyOptions,
): void {
  const source = openAsOfSource(connection, readBody);
  const moments = openMomentStore(connection);
  const known = new Set(moments.listRevisionIds(moment));
  const later = new Set(moments.listLaterIds(moment));
  const readRevisions = (id: EntryId) =>
    showRevisions(source.revisions.read(id), {
      isKnown: (revision) => known.has(revision),
      isLater: (revision) => later.has(revision),
    });
  const lastPart = moments.readLastPart(moment);
  copyEntries(source, target, { moment, lastPart, readRevisions });
}

function copyEntries(source: AsOfSource, target: Connection, then: Then): void {
  const { lastPart, readRevisions } = then;
  const entries = openEntryStore(target);
  const search = openSearchStore(target);
  const projection = openProjectionStore(source.connection, target);
  const counts = openReadingStore(target, () => undefined);
  projection.copyParts(lastPart);
  const names = buildSurfaceIndex();
  const recounted = new Set<number>();
  const copied: EntryId[] = [];
  for (const id of source.revisions.listEntryIds()) {
    const entry = replayShown(source, then, readRevisions(id));
    for (const part of listRecounted(source, { id, entry, lastPart })) recounted.add(part);
    if (entry === undefined) continue;
    entries.restore(entry);
    search.add(entry);
    names.set(id, listCountedNames(entry));
    copied.push(id);
  }
  for (const id of copied) projection.copyMentions(id, { lastPart, except: recounted });
  for (const part of recounted) countAnew(source.reading.readPage(part), names, counts);
}

/** The parts in which mentions must be counted again, because the entry had other names then than today. */
function listRecounted(
  { entries, reading }: AsOfSource,
  { id, entry: then, lastPart }: EntryThen,
): readonly number[] {
  const now = entries.findHead(id);
  const before = then === undefined ? [] : listCountedNames(then);
  const after = now === undefined ? [] : listCountedNames(now);
  if (listDifferentNames(before, after).length === 0) return [];
  const named = reading.readMentions(id).map(({ partId }) => partId);
  const parts = [...named, ...reading.listParts(listMissing(before, after))];
  return parts.filter((partId) => partId <= lastPart);
}

function countAnew(page: PartPage | undefined, names: SurfaceIndex, counts: ReadingStore): void {
  if (page === undefined) return;
  const { partId, text, words } = page;
  for (const [id, mentions] of names.countMentions(text, words)) {
    counts.addMention(id as EntryId, { partId, mentions });
  }
}
