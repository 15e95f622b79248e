// Overview handlers: show the glossary as a timeline of chapters and as a network of names.

import { buildTimeline } from '../shelf/build-timeline.ts';
import { collectLinks } from '../shelf/collect-links.ts';
import { readKnownOnShelf } from '../shelf/read-on-shelf.ts';
import type { Handlers } from './handler.ts';

export const overviewHandlers: Handlers<'overview'> = {
  'GET /api/worlds/{world}/timeline': async (desk, { params, query }) =>
    await readKnownOnShelf(desk, params.world, ({ view, place, list }) => ({
      asOf: place ?? null,
      chapters: buildTimeline(
        list(),
        view.world.corpora.map(({ name }) => name),
        readChapter(query),
      ),
    })),
  'GET /api/worlds/{world}/links': async (desk, { params, query }) =>
    await readKnownOnShelf(desk, params.world, ({ view, place, list }) => ({
      asOf: place ?? null,
      ...collectLinks(view, list(), query.entry),
    })),
};

interface Asked {
  readonly corpus?: string | undefined;
  readonly thread?: number | undefined;
}

/** The one chapter that is asked for; undefined if all chapters are wanted. */
function readChapter({ corpus, thread }: Asked = {}) {
  return corpus === undefined || thread === undefined ? undefined : { corpus, threadId: thread };
}
