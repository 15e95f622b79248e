// Builds the rows of a glossary as it is known at a place.

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

/** So much of a definition is shown in a list. */
const shownCharacters = 260;

export function buildEntryList(view: WorldView): EntryList {
  const { glossary } = view.stores;
  const rows = [...rankView(glossary, {})].toSorted(
    (one, other) => other.salience - one.salience || one.entry.id - other.entry.id,
  );
  return rows.map(({ entry, mentions }) => {
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
      firstCorpus: firstSeen.corpus,
      firstThreadId: firstSeen.threadId,
      firstTitle: findTitle(view, firstSeen),
      mentions,
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
