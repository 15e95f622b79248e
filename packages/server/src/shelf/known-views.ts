// Known views: each world as its reader knows it, kept open until something is written or the reader has come further.

import type { Annotator } from '@terrarium/annotator/open-annotator';
import { type OpenedView, openWorldView, type WorldView } from '@terrarium/annotator/open-world-view';
import { readReaderPlace } from '@terrarium/annotator/reader-place';
import { resolveMoment } from '@terrarium/annotator/resolve-moment';
import type { World } from '@terrarium/annotator/world';
import { openToLook } from '@terrarium/composition/annotator-world';
import { buildEntryList, type EntryList } from './build-entry-list.ts';
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
  close(): void;
}

interface Kept {
  readonly annotator: Annotator;
  readonly opened: OpenedView;
  readonly key: string;
  readonly view: WorldView;
  list: EntryList | undefined;
}

export function openKnownViews(host: ServerHost): KnownViews {
  const kept = new Map<string, Kept>();
  const closeFor = (dir: string): void => {
    const one = kept.get(dir);
    kept.delete(dir);
    one?.opened.close();
    one?.annotator.close();
  };
  const openFor = (world: World): Kept => {
    const before = kept.get(world.dir);
    if (before !== undefined && before.key === buildKey(before.annotator, world)) return before;
    closeFor(world.dir);
    const annotator = openToLook(host, world);
    try {
      const opened = openWorldView(annotator, readReaderPlace(world), host.environment.clock);
      const view = cacheTogether(opened.view);
      const one = { annotator, opened, view, key: buildKey(annotator, world), list: undefined };
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
        if (one.list === undefined) {
          one.list = buildEntryList(view);
          // Whoever has the list chooses one of it next.
          setImmediate(() => one === kept.get(world.dir) && view.stores.glossary.openTogether());
        }
        return one.list;
      };
      return look({ view, place: readReaderPlace(world), list });
    },
    close: () => {
      for (const dir of [...kept.keys()]) closeFor(dir);
    },
  };
}

/** The same view, which reads only once who is named with whom. */
function cacheTogether(view: WorldView): WorldView {
  const { glossary } = view.stores;
  let together: ReturnType<typeof glossary.openTogether> | undefined;
  const openTogether = () => {
    together ??= glossary.openTogether();
    return together;
  };
  return { ...view, stores: { ...view.stores, glossary: { ...glossary, openTogether } } };
}

/** Changes with whatever may change the view. */
function buildKey(annotator: Annotator, world: World): string {
  const place = readReaderPlace(world);
  const moment = place === undefined ? undefined : resolveMoment(annotator, place);
  const revision = annotator.stores.glossary.readNewestRevision();
  return JSON.stringify([world.createdAt, world.corpora, revision, moment]);
}
