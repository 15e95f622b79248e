// Builds the rows of a glossary as it is known at the reader's place.

import { nameThread, type ThreadRef } from '@terrarium/annotator/corpus';
import { type RankedHead, rankHead, rankHeads } from '@terrarium/annotator/export-glossary';
import { findKind } from '@terrarium/annotator/exported-glossary';
import { nameChapter } from '@terrarium/annotator/name-chapter';
import type { WorldView } from '@terrarium/annotator/open-world-view';
import { computeSalience, noCounts, type SalienceCounts, unexplained } from '@terrarium/annotator/salience';
import { stripLinks } from '@terrarium/annotator/strip-links';
import type { RouteAnswer } from '@terrarium/protocol/routes';
import { cutBeginning } from './cut-snippet.ts';

export type ListedEntry = RouteAnswer<'GET /api/worlds/{world}/entries'>['entries'][number];

/** The entries with the greatest weight come first. */
export type EntryList = readonly ListedEntry[];

export interface WeighedEntry {
  readonly row: ListedEntry;
  readonly salience: number;
  readonly tags: readonly string[];
}

/** How much of a definition a list shows. */
const shownCharacters = 260;

export function buildEntryList(view: WorldView): readonly WeighedEntry[] {
  const findTitle = openTitles(view);
  return sortHeaviest([...rankHeads(view.stores.glossary)].map((ranked) => buildRow(ranked, findTitle)));
}

/** What has changed since a list was made. */
export interface ListChange {
  readonly changed: ReadonlySet<number>;
  /** Whether entries that were not changed may now be named more or less often than before. */
  readonly isRecounted: boolean;
}

export function renewEntryList(
  list: readonly WeighedEntry[],
  view: WorldView,
  { changed, isRecounted }: ListChange,
): readonly WeighedEntry[] {
  const { glossary } = view.stores;
  const findTitle = openTitles(view);
  const renewed = [...changed].flatMap((id) => {
    const ranked = rankHead(glossary, id as RankedHead['head']['id']);
    return ranked === undefined ? [] : [buildRow(ranked, findTitle)];
  });
  const kept = list.filter(({ row }) => !changed.has(row.id));
  return sortHeaviest([...(isRecounted ? countAnew(kept, view) : kept), ...renewed]);
}

function countAnew(list: readonly WeighedEntry[], { stores }: WorldView): readonly WeighedEntry[] {
  const spreads = new Map<number, SalienceCounts>();
  for (const spread of stores.glossary.iterateSpreads()) spreads.set(spread.entryId, spread);
  return list.map((one) => replaceCounts(one, spreads.get(one.row.id) ?? noCounts));
}

function replaceCounts(one: WeighedEntry, counts: SalienceCounts): WeighedEntry {
  const { row, tags } = one;
  const salience = computeSalience(counts, tags);
  if (row.mentions === counts.mentions && salience === one.salience) return one;
  return { row: { ...row, mentions: counts.mentions }, salience, tags };
}

function sortHeaviest(list: readonly WeighedEntry[]): readonly WeighedEntry[] {
  return list.toSorted((one, other) => other.salience - one.salience || one.row.id - other.row.id);
}

function buildRow({ head, salience, mentions }: RankedHead, findTitle: FindTitle): WeighedEntry {
  return { row: buildEntryRow({ head, mentions }, findTitle), salience, tags: head.tags };
}

export function buildEntryRow(
  { head, mentions }: Pick<RankedHead, 'head' | 'mentions'>,
  findTitle: FindTitle,
): ListedEntry {
  const { id, term, aliases, definition, status, tags, firstSeen } = head;
  const plain = stripLinks(definition);
  return {
    id,
    term,
    aliases,
    kind: findKind(tags),
    definition: cutBeginning(plain, shownCharacters),
    status,
    isUnexplained: tags.includes(unexplained),
    firstCorpus: firstSeen.corpus,
    firstThreadId: firstSeen.threadId,
    firstTitle: findTitle(firstSeen),
    mentions,
  };
}

type FindTitle = (thread: ThreadRef) => string | undefined;

/** Looks up each thread only once: many entries begin in the same one. */
export function openTitles({ corpora, world }: WorldView): FindTitle {
  const titles = new Map<string, string | undefined>();
  const readTitle: FindTitle = ({ corpus, threadId }) => {
    const title = corpora.get(corpus)?.findThread(threadId)?.title;
    return title && nameChapter({ world }, corpus, title);
  };
  return (thread) => {
    const key = nameThread(thread);
    if (!titles.has(key)) titles.set(key, readTitle(thread));
    return titles.get(key);
  };
}
