// Keeps the entries of a moment in a database in memory; for another moment, it changes only entries that differ.

import type { Connection } from '@terrarium/kernel/open-database';
import type { EntryId, GlossaryEntry } from '../glossary/entry.ts';
import { openEntryStore } from '../glossary/entry-store.ts';
import { isNamedByQuote } from '../glossary/is-naming.ts';
import { type Revision, replayRevisions } from '../glossary/revision.ts';
import { openSearchStore } from '../glossary/search-store.ts';
import { openSurfaceMemory } from '../glossary/surface-memory-store.ts';
import { listOwnNames } from '../glossary/term-forms.ts';
import type { AsOfSource, ReadMoment } from './as-of-source.ts';
import { openProjectionStore } from './moment-store.ts';
import { listNames, type NamesThen } from './recounted-parts.ts';
import type { Standing } from './revision-places-store.ts';

/** A moment, with the revisions from which its entries are computed. */
export interface Then extends ReadMoment {
  /** The revisions of an entry that belong to the moment, as they are shown then. */
  readRevisions(id: EntryId): readonly Revision[];
}

export interface StandingEntries {
  /** The entries that exist at the moment. */
  readonly ids: ReadonlySet<EntryId>;
  /**
   * Fills the empty database. Returns the entries of the moment that may differ from how they are now, with their names
   * at the moment.
   */
  fill(then: Then, standings: ReadonlyMap<EntryId, Standing>): readonly NamesThen[];
  /** Moves to another moment, at which the entries in `changed` differ. Returns the names of all that changed. */
  update(then: Then, changed: ReadonlySet<EntryId>): readonly NamesThen[];
  /** Makes sure that words can be searched for. */
  fillSearch(): void;
}

export function openStandingEntries(source: AsOfSource, target: Connection): StandingEntries {
  const entries = openEntryStore(target);
  const search = openSearchStore(target);
  const memory = openSurfaceMemory(target);
  const projection = openProjectionStore(source.connection, target);
  const ids = new Set<EntryId>();
  /**
   * At the end of a scene: for entries whose quotes do not name them, the first part that does; infinity if none does.
   */
  const firstParts = new Map<EntryId, number>();
  let hasSearch = false;
  const isReached = (entry: GlossaryEntry, { moment, lastPart }: ReadMoment): boolean => {
    firstParts.delete(entry.id);
    if (moment.at !== 'scene' || isNamedByQuote(entry)) return true;
    const part = source.reading.findFirstPart(listOwnNames(entry)) ?? Number.POSITIVE_INFINITY;
    firstParts.set(entry.id, part);
    return part <= lastPart;
  };
  const fold = (then: Then, id: EntryId): GlossaryEntry | undefined => {
    const entry = replayRevisions(then.readRevisions(id));
    if (entry !== undefined && isReached(entry, then)) return entry;
    if (entry === undefined) firstParts.delete(id);
    return undefined;
  };
  const restore = (entry: GlossaryEntry): void => {
    entries.restore(entry);
    if (hasSearch) search.add(entry);
    ids.add(entry.id);
  };
  const remove = (id: EntryId): readonly string[] => {
    const before = listNames(entries.findHead(id));
    if (!ids.delete(id)) return before;
    entries.delete(id);
    if (hasSearch) search.remove(id);
    return before;
  };
  return {
    ids,
    fill(then, standings) {
      const standing = [...standings].filter(([, how]) => how === 'now').map(([id]) => id);
      const unsure = then.moment.at === 'scene' ? projection.listUnsure(standing) : [];
      const hidden = new Set(
        unsure.filter((id) => {
          const entry = source.entries.find(id as EntryId);
          return entry !== undefined && !isReached(entry, then);
        }),
      );
      const copied = standing.filter((id) => !hidden.has(id));
      projection.copyEntries(copied);
      for (const id of projection.listCopied()) ids.add(id as EntryId);
      return [...standings].flatMap(([id, how]) => {
        const entry = how === 'otherwise' ? fold(then, id) : undefined;
        if (entry === undefined) return [];
        restore(entry);
        return [{ id, before: [], after: listNames(entry) }];
      });
    },
    update(then, changed) {
      const moved = [...firstParts].filter(
        ([id, part]) => part === Number.POSITIVE_INFINITY || ids.has(id) !== part <= then.lastPart,
      );
      const all = new Set([...changed, ...moved.map(([id]) => id)]);
      const folded = [...all].map((id) => ({ id, entry: fold(then, id), before: remove(id) }));
      memory.recordEntryChange(0 as EntryId);
      return folded.map(({ id, entry, before }) => {
        if (entry !== undefined) restore(entry);
        return { id, before, after: listNames(entry) };
      });
    },
    fillSearch() {
      if (hasSearch) return;
      for (const entry of entries.iterate({})) search.add(entry);
      hasSearch = true;
    },
  };
}
