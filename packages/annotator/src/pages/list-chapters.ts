// Lists the chapters of the stories, how far the model has read each, and whether the person has come to it.

import { nameThread, type ThreadId } from '../corpus/corpus.ts';
import type { Annotator } from '../journal/open-annotator.ts';
import { nameChapter } from '../world/name-chapter.ts';
import { isReachedThread, type ReaderStanding } from './reader-standing.ts';

export interface ChapterRow {
  readonly corpus: string;
  readonly threadId: ThreadId;
  /** Undefined if the reader has not reached the chapter, because its title may reveal what happens. */
  readonly title: string | undefined;
  /** How many scenes the chapter has, and how many were read; both are 0 before its scenes are planned. */
  readonly scenes: number;
  readonly read: number;
}

/** The chapters, in the order of the stories. */
export function listChapters(
  annotator: Annotator,
  standing: ReaderStanding | undefined,
): readonly ChapterRow[] {
  const { corpora, stores } = annotator;
  const counts = new Map(stores.ledger.countThreads().map((one) => [nameThread(one), one]));
  return [...corpora.values()].flatMap((corpus) => {
    return [...corpus.iterateThreads()].map(({ id, title }) => {
      const thread = { corpus: corpus.name, threadId: id };
      const { scenes, read } = counts.get(nameThread(thread)) ?? { scenes: 0, read: 0 };
      const isReached = standing === undefined || isReachedThread(annotator, thread, standing);
      return {
        corpus: corpus.name,
        threadId: id,
        title: isReached ? nameChapter(annotator, corpus.name, title) : undefined,
        scenes,
        read,
      };
    });
  });
}

/**
 * Finds the chapter with which to go on: the one in which the reader stopped or, if they finished it, the next one.
 * Undefined after the last chapter.
 */
export function findReadOn(
  rows: readonly ChapterRow[],
  { corpus, threadId, isThrough }: ReaderStanding,
): ChapterRow | undefined {
  const own = rows.filter((row) => row.corpus === corpus);
  const index = own.findIndex((row) => row.threadId === threadId);
  return index === -1 ? undefined : own[isThrough ? index + 1 : index];
}
