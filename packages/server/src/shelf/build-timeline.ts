// Builds the timeline: lists for each chapter, in reading order, the entries that are named there for the first time.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import type { EntryList } from './build-entry-list.ts';

type Chapters = RouteAnswer<'GET /api/worlds/{world}/timeline'>['chapters'];
type Chapter = Chapters[number];

/** How many entries of a chapter are named; further ones are only counted, unless one chapter is asked for. */
const namedEntries = 12;

/**
 * `rows` must be sorted by weight, and `corpora` by the order of the stories. Chapters that name no new entry are left
 * out. If `only` is given, the answer has this chapter alone, with all its entries.
 */
export function buildTimeline(
  rows: EntryList,
  corpora: readonly string[],
  only?: Pick<Chapter, 'corpus' | 'threadId'>,
): Chapters {
  const chapters = new Map<string, Chapter>();
  for (const { id, term, kind, mentions, firstCorpus, firstThreadId, firstTitle } of rows) {
    if (only !== undefined && (only.corpus !== firstCorpus || only.threadId !== firstThreadId)) continue;
    const key = `${firstThreadId} ${firstCorpus}`;
    const known = chapters.get(key);
    const entry = { id, term, kind, mentions };
    chapters.set(key, {
      corpus: firstCorpus,
      threadId: firstThreadId,
      title: firstTitle,
      entries: known === undefined ? [entry] : joinEntry(known.entries, entry, only === undefined),
      total: (known?.total ?? 0) + 1,
    });
  }
  return [...chapters.values()].toSorted(
    (one, other) =>
      corpora.indexOf(one.corpus) - corpora.indexOf(other.corpus) || one.threadId - other.threadId,
  );
}

function joinEntry(known: Chapter['entries'], entry: Chapter['entries'][number], isCut: boolean) {
  return isCut && known.length >= namedEntries ? known : [...known, entry];
}
