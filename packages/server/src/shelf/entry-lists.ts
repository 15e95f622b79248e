// Entry lists: the rows of a glossary as it is known at a place, kept until something is written or the place changes.

import { rankView } from '@terrarium/annotator/export-glossary';
import { findKind } from '@terrarium/annotator/exported-glossary';
import type { WorldView } from '@terrarium/annotator/open-world-view';
import { unexplained } from '@terrarium/annotator/salience';
import { stripLinks } from '@terrarium/annotator/strip-links';
import { stripStoryTitle } from '@terrarium/annotator/strip-story-title';
import type { RouteAnswer } from '@terrarium/protocol/routes';

export type ListedEntry = RouteAnswer<'GET /api/worlds/{world}/entries'>['entries'][number];

/** Heaviest first. */
export type EntryList = readonly ListedEntry[];

export interface EntryLists {
  /** `withView` is called only where the list is not at hand; it gives a view to whoever builds the list. */
  read(key: ListKey, withView: (build: (view: WorldView) => EntryList) => EntryList): EntryList;
}

export interface ListKey {
  readonly dir: string;
  readonly place: string | undefined;
  readonly revision: number;
}

/** One for each world and place that is looked at by turns. */
const keptLists = 6;
/** So much of a definition is shown in a list. */
const shownCharacters = 260;

export function openEntryLists(): EntryLists {
  const kept = new Map<string, EntryList>();
  return {
    read({ dir, place, revision }, withView) {
      const key = JSON.stringify([dir, place, revision]);
      const list = kept.get(key) ?? withView(buildList);
      kept.delete(key);
      kept.set(key, list);
      const [oldest] = kept.keys();
      if (kept.size > keptLists && oldest !== undefined) kept.delete(oldest);
      return list;
    },
  };
}

function buildList(view: WorldView): EntryList {
  const { glossary } = view.stores;
  const spreads = new Map([...glossary.iterateSpreads()].map((spread) => [spread.entryId, spread.mentions]));
  const rows = [...rankView(glossary, {})].toSorted(
    (one, other) => other.salience - one.salience || one.entry.id - other.entry.id,
  );
  return rows.map(({ entry }) => {
    const { id, term, aliases, definition, status, tags, firstSeen } = entry;
    const plain = stripLinks(definition);
    return {
      id,
      term,
      aliases,
      kind: findKind(tags),
      definition: plain.length > shownCharacters ? `${plain.slice(0, shownCharacters).trimEnd()}…` : plain,
      status,
      isUnexplained: tags.includes(unexplained),
      firstThreadId: firstSeen.threadId,
      firstTitle: findTitle(view, firstSeen),
      mentions: spreads.get(id) ?? 0,
    };
  });
}

function findTitle(
  { corpora, world }: WorldView,
  { corpus, threadId }: { corpus: string; threadId: number },
): string | undefined {
  const story = corpora.get(corpus);
  const title = story?.findThread(threadId as Parameters<typeof story.findThread>[0])?.title;
  const name = world.corpora.find((one) => one.name === corpus)?.title ?? world.title;
  return title && stripStoryTitle(title, name);
}
