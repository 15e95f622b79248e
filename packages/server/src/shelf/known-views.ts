// Known views: keeps for each world what is known at its reader's place, and updates it when the world or the place changes.

import { readChangeMark } from '@terrarium/annotator/change-mark';
import type { Annotator } from '@terrarium/annotator/open-annotator';
import { type MovingView, openMovingView, type WorldView } from '@terrarium/annotator/open-world-view';
import { readReaderPlace } from '@terrarium/annotator/reader-place';
import type { World } from '@terrarium/annotator/world';
import { openToLook } from '@terrarium/composition/annotator-world';
import { readFileStamp } from '@terrarium/kernel/read-file-stamp';
import {
  buildEntryList,
  type EntryList,
  type ListChange,
  renewEntryList,
  type WeighedEntry,
} from './build-entry-list.ts';
import { openRemovedList, type RemovedList } from './build-removed-list.ts';
import type { ServerHost } from './server-host.ts';

/** A world as its reader knows it. */
export interface Known {
  /** The whole world, including what the reader does not know yet. */
  readonly annotator: Annotator;
  readonly view: WorldView;
  /** Undefined for a reader who sees the whole story. */
  readonly place: string | undefined;
  /** Returns the list of entries, those with the greatest weight first; it is made when it is first asked for. */
  readonly list: () => EntryList;
  readonly removed: RemovedList;
  /**
   * Whether nobody has decided about an entry anywhere in what was read. At the reader's place, an entry may look
   * undecided although it was decided later in the story.
   */
  readonly isUndecided: (id: number) => boolean;
}

export interface KnownViews {
  /**
   * Views are kept because building a view takes time in proportion to everything that was written, and updating it
   * only in proportion to what has changed since.
   */
  read<Result>(world: World, look: (known: Known) => Result): Result;
  /** Closes the view of a folder that is about to be removed. */
  forget(dir: string): void;
  close(): void;
}

type EntryId = Parameters<Annotator['stores']['glossary']['findHead']>[0];
type RevisionId = ReturnType<Annotator['stores']['glossary']['readNewestRevision']>;

interface Kept {
  readonly annotator: Annotator;
  readonly moving: MovingView;
  /** The stamp of the file that was opened. */
  readonly file: string | undefined;
  /** Describes the stories as they were when the view was opened. */
  readonly stories: string;
  /** The last list of the whole glossary, and the last list at a place: a reader may switch between the two. */
  readonly shown: { whole?: Shown; placed?: Shown };
}

interface Shown {
  readonly view: WorldView;
  readonly place: string | undefined;
  /** A mark of the state of the database. */
  readonly mark: string;
  readonly revision: RevisionId;
  /** A description of how much of the story had been read. */
  readonly totals: string;
  readonly list: KeptList;
  readonly removed: RemovedList;
}

export function openKnownViews(host: ServerHost): KnownViews {
  const kept = new Map<string, Kept>();
  const forget = (dir: string): void => {
    const one = kept.get(dir);
    kept.delete(dir);
    one?.moving.close();
    one?.annotator.close();
  };
  const openFor = (world: World): Kept => {
    const known = kept.get(world.dir);
    const file = readFileStamp(world.annotatorPath)?.file;
    if (known !== undefined && known.file === file) {
      if (known.stories === describeStories(world, known.annotator.corpora)) return known;
    }
    forget(world.dir);
    const annotator = openToLook(host, world);
    const moving = openMovingView(annotator, host.environment.clock);
    const stories = describeStories(world, annotator.corpora);
    const opened = { annotator, moving, file, stories, shown: {} };
    kept.set(world.dir, opened);
    return opened;
  };
  return {
    read(world, look) {
      const one = openFor(world);
      const { view, place, list, removed } = showNow(one, readReaderPlace(world));
      // A person who sees the list will probably choose an entry next, and then needs the names that occur together
      // with it.
      const prepare = (rows: EntryList) =>
        setImmediate(() => one === kept.get(world.dir) && prepareTogether(view, rows));
      const { glossary } = one.annotator.stores;
      const isUndecided = (id: number) => glossary.findHead(id as EntryId)?.status === 'tentative';
      return look({
        annotator: one.annotator,
        view,
        place,
        list: () => list.read(view, prepare),
        removed,
        isUndecided,
      });
    },
    forget,
    close: () => {
      for (const dir of [...kept.keys()]) forget(dir);
    },
  };
}

function prepareTogether({ stores }: WorldView, [first]: EntryList): void {
  type Id = Parameters<WorldView['stores']['glossary']['find']>[0];
  if (first !== undefined) stores.glossary.openTogether().list(first.id as Id, 1);
}

function showNow(kept: Kept, place: string | undefined): Shown {
  const mark = readChangeMark(kept.annotator.connection);
  const before = place === undefined ? kept.shown.whole : kept.shown.placed;
  if (before?.mark === mark && before.place === place) return before;
  const { view, changed, isSameMoment } =
    place === undefined ? showWhole(kept.annotator, before) : kept.moving.showAt(place);
  const revision = kept.annotator.stores.glossary.readNewestRevision();
  const isRecounted = !isSameMoment || before === undefined || hasRenamed(kept.annotator, before.revision);
  const list = openList(changed && before?.list.withChange({ changed, isRecounted }));
  const totals = readTotals(kept.annotator);
  const shown = { view, place, mark, revision, totals, list, removed: openRemovedList(view) };
  kept.shown[place === undefined ? 'whole' : 'placed'] = shown;
  return shown;
}

function showWhole(annotator: Annotator, before: Shown | undefined): ReturnType<MovingView['showAt']> {
  const { glossary } = annotator.stores;
  const isOlder = before === undefined || glossary.readNewestRevision() < before.revision;
  const changed = isOlder ? undefined : new Set(glossary.listEntryIds(before.revision));
  return { view: annotator, changed, isSameMoment: before?.totals === readTotals(annotator) };
}

function readTotals({ stores }: Annotator): string {
  return JSON.stringify(stores.glossary.readTotals());
}

/** Fields whose changes do not affect where an entry is named. */
const besideNames: ReadonlySet<string> = new Set(['definition', 'status', 'tags', 'evidence', 'relations']);

/**
 * Whether a name of any entry was added or removed after `since`, so that other entries may be named more or less
 * often.
 */
function hasRenamed({ stores: { glossary } }: Annotator, since: RevisionId): boolean {
  return glossary
    .listEntryIds(since)
    .some((id) => glossary.listFieldsSince(id, since).some((field) => !besideNames.has(field)));
}

/** A list that was made for an earlier view, and what has changed since. */
interface FormerList extends ListChange {
  readonly list: readonly WeighedEntry[];
}

interface KeptList {
  /** Returns the list; makes it first if necessary, and then calls `onMade`. */
  read(view: WorldView, onMade: (rows: EntryList) => void): EntryList;
  /** Returns this list with the change, to make a later list from; undefined if there is no list yet. */
  withChange(change: ListChange): FormerList | undefined;
}

/** A list that is made when it is first read, from a former one if there is any. */
function openList(former: FormerList | undefined): KeptList {
  let list: readonly WeighedEntry[] | undefined;
  let rows: EntryList | undefined;
  return {
    read(view, onMade) {
      if (rows !== undefined) return rows;
      list = former === undefined ? buildEntryList(view) : renewEntryList(former.list, view, former);
      rows = list.map(({ row }) => row);
      onMade(rows);
      return rows;
    },
    withChange({ changed, isRecounted }) {
      if (list !== undefined) return { list, changed, isRecounted };
      return (
        former && {
          list: former.list,
          changed: new Set([...former.changed, ...changed]),
          isRecounted: former.isRecounted || isRecounted,
        }
      );
    },
  };
}

/** Describes the stories: the text changes if a story is added, gets another title, or is in another file. */
function describeStories({ createdAt, title, corpora }: World, opened: Annotator['corpora']): string {
  const stamps = [...opened.values()].map((corpus) => corpus.readStamp());
  return JSON.stringify([createdAt, title, corpora, stamps]);
}
