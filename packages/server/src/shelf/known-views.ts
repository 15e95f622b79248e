// Known views: each world as its reader knows it, kept open until something is written or the reader has come further.

import type { Annotator } from '@terrarium/annotator/open-annotator';
import { type OpenedView, openWorldView, type WorldView } from '@terrarium/annotator/open-world-view';
import { readReaderPlace } from '@terrarium/annotator/reader-place';
import { resolveMoment } from '@terrarium/annotator/resolve-moment';
import type { World } from '@terrarium/annotator/world';
import { openToLook } from '@terrarium/composition/annotator-world';
import { buildEntryList, type EntryList, renewEntryList, type WeighedEntry } from './build-entry-list.ts';
import type { ServerHost } from './server-host.ts';

/** A world as its reader knows it. */
export interface Known {
  readonly view: WorldView;
  /** Undefined for a reader who sees the whole story. */
  readonly place: string | undefined;
  /** Heaviest first; made when it is first asked for. */
  readonly list: () => EntryList;
}

export interface KnownViews {
  /**
   * Opening a glossary as of a place costs time in proportion to all that was written: the view is kept while the reader
   * is in the same scene and nothing is written.
   */
  read<Result>(world: World, look: (known: Known) => Result): Result;
  /** Lets go of the view of a folder that is about to go. */
  forget(dir: string): void;
  close(): void;
}

type RevisionId = ReturnType<Annotator['stores']['glossary']['readNewestRevision']>;

interface Kept {
  readonly annotator: Annotator;
  readonly opened: OpenedView;
  readonly key: string;
  readonly written: Written;
  readonly view: WorldView;
  readonly together: KnownTogether;
  list: readonly WeighedEntry[] | undefined;
  rows: EntryList | undefined;
}

/** What was written of a world when it was looked at. */
interface Written {
  /** The newest revision. */
  readonly revision: RevisionId;
  /** Whatever else the list follows from, where the whole story is seen; undefined for a reader at a place. */
  readonly rest: string | undefined;
}

export function openKnownViews(host: ServerHost): KnownViews {
  const kept = new Map<string, Kept>();
  const closeFor = (dir: string): Kept | undefined => {
    const one = kept.get(dir);
    kept.delete(dir);
    one?.opened.close();
    one?.annotator.close();
    return one;
  };
  const openFor = (world: World): Kept => {
    const known = kept.get(world.dir);
    if (known !== undefined && isUpToDate(known, world)) return known;
    const before = closeFor(world.dir);
    const annotator = openToLook(host, world);
    try {
      const opened = openWorldView(annotator, readReaderPlace(world), host.environment.clock);
      const written = readWritten(annotator);
      const carried = before && renewKept(before, opened.view, written);
      const together = { read: carried?.together };
      const key = buildKey(annotator, world);
      const view = cacheTogether(opened.view, together);
      const one = { annotator, opened, key, written, view, together, list: carried?.list, rows: undefined };
      kept.set(world.dir, one);
      return one;
    } catch (error) {
      annotator.close();
      throw error;
    }
  };
  return {
    read(world, look) {
      const one = openFor(world);
      const { view } = one;
      const list = (): EntryList => {
        one.list ??= buildEntryList(view);
        if (one.rows === undefined && one.together.read === undefined) {
          // Whoever has the list chooses one of it next.
          setImmediate(() => one === kept.get(world.dir) && view.stores.glossary.openTogether());
        }
        one.rows ??= one.list.map(({ row }) => row);
        return one.rows;
      };
      return look({ view, place: readReaderPlace(world), list });
    },
    forget: closeFor,
    close: () => {
      for (const dir of [...kept.keys()]) closeFor(dir);
    },
  };
}

function readWritten({ world, stores: { glossary } }: Annotator): Written {
  const isWhole = readReaderPlace(world) === undefined;
  const rest = JSON.stringify([world.createdAt, world.corpora, glossary.readTotals()]);
  return { revision: glossary.readNewestRevision(), rest: isWhole ? rest : undefined };
}

/** Fields that say nothing of where an entry is named. */
const besideNames: ReadonlySet<string> = new Set(['definition', 'status', 'tags', 'evidence', 'relations']);

/** What of the last view still holds where only some entries were changed since: their rows are made anew. */
function renewKept(
  before: Kept,
  view: WorldView,
  { revision, rest }: Written,
): (Pick<Kept, 'list'> & { readonly together: Together | undefined }) | undefined {
  const since = before.written.revision;
  if (rest === undefined || rest !== before.written.rest || revision < since) return undefined;
  const { glossary } = view.stores;
  const changed = glossary.listEntryIds(since);
  const isRenamed = changed.some((id) =>
    glossary.readRevisions(id).some((one) => one.id > since && !besideNames.has(one.field)),
  );
  return {
    list: before.list && renewEntryList(before.list, view, new Set(changed)),
    together: isRenamed ? undefined : before.together.read,
  };
}

type Together = ReturnType<WorldView['stores']['glossary']['openTogether']>;

interface KnownTogether {
  /** Undefined until it is asked for. */
  read: Together | undefined;
}

/** The same view, which reads only once who is named with whom. */
function cacheTogether(view: WorldView, known: KnownTogether): WorldView {
  const { glossary } = view.stores;
  const openTogether = () => {
    known.read ??= glossary.openTogether();
    return known.read;
  };
  return { ...view, stores: { ...view.stores, glossary: { ...glossary, openTogether } } };
}

/** A view that was opened before a story came in does not have it, so a place in that story is unknown to it. */
function isUpToDate({ annotator, key }: Kept, world: World): boolean {
  const hasAll = JSON.stringify(annotator.world.corpora) === JSON.stringify(world.corpora);
  return hasAll && key === buildKey(annotator, world);
}

/** Changes with whatever may change the view. */
function buildKey(annotator: Annotator, world: World): string {
  const place = readReaderPlace(world);
  const moment = place === undefined ? undefined : resolveMoment(annotator, place);
  const revision = annotator.stores.glossary.readNewestRevision();
  return JSON.stringify([world.createdAt, revision, moment]);
}
