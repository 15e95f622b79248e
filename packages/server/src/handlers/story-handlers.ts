// Story handlers: list and return chapters and cards of entries, and store how far the person has read.

import { findReadOn, listChapters } from '@terrarium/annotator/list-chapters';
import type { Annotator } from '@terrarium/annotator/open-annotator';
import { type EntryCard, findCard } from '@terrarium/annotator/read-card';
import { readChapter } from '@terrarium/annotator/read-chapter';
import { isEnglishCorpus } from '@terrarium/annotator/read-status';
import {
  readReaderPlace,
  readReadingPoint,
  removeReaderLimit,
  writeReaderPlace,
} from '@terrarium/annotator/reader-place';
import {
  findKeptPlace,
  findKeptStanding,
  findReaderStanding,
  moveReadingPoint,
  setReadingPoint,
} from '@terrarium/annotator/reader-standing';
import { resolveMoment } from '@terrarium/annotator/resolve-moment';
import type { RouteAnswer } from '@terrarium/protocol/routes';
import { findToldStory } from '../shelf/find-told-story.ts';
import { readOnShelf } from '../shelf/read-on-shelf.ts';
import { stripQuoteTitles } from '../shelf/strip-quote-titles.ts';
import type { Handlers } from './handler.ts';

export const storyHandlers: Handlers<'story'> = {
  'GET /api/worlds/{world}/contents': async (desk, { params }) =>
    await readOnShelf(desk, params.world, (annotator) => {
      const standing = findReaderStanding(annotator);
      const rows = listChapters(annotator, standing);
      const kept = findKeptStanding(annotator);
      const on = kept && findReadOn(rows, kept);
      return {
        stories: annotator.world.corpora.map(({ name, title }) => ({
          corpus: name,
          title,
          chapters: rows.filter(({ corpus }) => corpus === name),
          isEnglish: isEnglishCorpus(annotator.corpora.get(name)),
          told: findToldStory(annotator, name),
        })),
        standing: buildStanding(annotator),
        readOn: on === undefined ? null : { corpus: on.corpus, threadId: on.threadId },
      };
    }),
  'GET /api/worlds/{world}/stories/{corpus}/chapters/{thread}': async (desk, { params, query }) =>
    await readOnShelf(desk, params.world, (annotator) =>
      readChapter(annotator, desk.histories.read(annotator), {
        corpus: params.corpus,
        threadId: params.thread as Parameters<typeof readChapter>[2]['threadId'],
        from: query.from,
      }),
    ),
  'GET /api/worlds/{world}/entries/{entry}/card': async (desk, { params, query }) =>
    await readOnShelf(desk, params.world, (annotator) => {
      const { corpus, post, offset } = query;
      const postId = post as Parameters<typeof findCard>[2]['postId'];
      const card = findCard(annotator, params.entry as EntryCard['id'], { corpus, postId, offset });
      return card === undefined ? null : { ...card, quotes: stripQuoteTitles(annotator.world, card.quotes) };
    }),
  'PUT /api/worlds/{world}/point': async (desk, { params, body }) =>
    await readOnShelf(desk, params.world, (annotator) => {
      const { isForward, ...said } = body;
      const point = said as unknown as Parameters<typeof setReadingPoint>[1];
      if (isForward) moveReadingPoint(annotator, point);
      else setReadingPoint(annotator, point);
      return buildStanding(annotator);
    }),
  'PUT /api/worlds/{world}/place': async (desk, { params, body }) =>
    await readOnShelf(desk, params.world, (annotator) => {
      setPlace(annotator, body.place);
      return buildStanding(annotator);
    }),
};

function buildStanding(annotator: Annotator): RouteAnswer<'PUT /api/worlds/{world}/point'> {
  const { world, corpora } = annotator;
  const place = readReaderPlace(world) ?? null;
  const point = readReadingPoint(world);
  const others = [...(findKeptStanding(annotator)?.others ?? [])];
  const kept = findKeptPlace(annotator) ?? null;
  if (point === undefined) return { place, kept, others };
  const threadId = corpora.get(point.corpus)?.findPlace(point.postId)?.threadId;
  return { place, kept, point: { ...point, ...(threadId === undefined ? {} : { threadId }) }, others };
}

/** Throws `UsageError` for a place that does not exist. */
function setPlace(annotator: Annotator, place: string | null): void {
  if (place === null) removeReaderLimit(annotator.world);
  else {
    resolveMoment(annotator, place);
    writeReaderPlace(annotator.world, place);
  }
}
