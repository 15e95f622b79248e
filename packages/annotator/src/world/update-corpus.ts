// Updates a corpus: a new version of a file that was imported before replaces the old version.

import type { Corpus } from '../corpus/corpus.ts';
import { openCorpusFolder } from '../corpus/corpus-folder.ts';
import { openCorpus } from '../corpus/open-corpus.ts';
import { buildOutline } from '../revise/build-outline.ts';
import { planRevision, type Revision, type ThreadChange } from '../revise/plan-revision.ts';
import { readUsedIds, writeRevisedCorpus } from '../revise/revised-corpus-store.ts';
import type { CorpusRecord } from './world.ts';

/** The result for a corpus whose story was imported again. */
export type RevisedCorpus =
  | { readonly kind: 'same' }
  /** The story still has all its posts, and new ones after them. */
  | { readonly kind: 'grown'; readonly newPosts: number; readonly newThreads: number }
  | {
      readonly kind: 'revised';
      /** Posts that still have the same words, in the same order. */
      readonly keptPosts: number;
      readonly newPosts: number;
      /** Posts that are gone from the story; their words are kept. */
      readonly formerPosts: number;
      readonly changes: readonly ThreadChange[];
      /** How many threads the story has now. */
      readonly threads: number;
    };

export interface CorpusVersions {
  readonly former: CorpusRecord;
  /**
   * The draft that results from importing the file by itself. It is not changed unless it replaces the former corpus.
   */
  readonly imported: CorpusRecord;
  readonly draftPath: string;
  /** Whether posts are pieces of a running text: paragraphs are then compared. */
  readonly isDivided: boolean;
}

/**
 * Writes the draft of the new version, in which unchanged posts keep their ids. Writes nothing if nothing has changed.
 */
export function updateCorpus(versions: CorpusVersions): RevisedCorpus {
  const { former, imported, draftPath } = versions;
  const { revision, isFileItself } = withCorpora(versions, (before, after) => {
    const planned = plan(versions, before, after);
    return { revision: planned, isFileItself: planned.isGrowth && isUnchanged(planned, before, after) };
  });
  const { changes, formers, keptPosts, newPosts, newThreads, threads } = revision;
  if (changes.length === 0 && formers.length === 0 && newPosts === 0) return { kind: 'same' };
  if (isFileItself) openCorpusFolder(draftPath).move(imported.path, draftPath);
  else writeRevisedCorpus({ former: former.path, imported: imported.path, destination: draftPath }, revision);
  if (revision.isGrowth) return { kind: 'grown', newPosts, newThreads };
  const formerPosts = formers.length;
  return { kind: 'revised', keptPosts, newPosts, formerPosts, changes, threads: threads.length };
}

function plan({ former, isDivided }: CorpusVersions, before: Corpus, after: Corpus): Revision {
  const used = readUsedIds(former.path);
  return planRevision({
    before: buildOutline(before, isDivided),
    after: buildOutline(after, isDivided),
    isDivided,
    readBody: (id) => after.findBody(id) ?? '',
    usedPosts: used.posts,
    usedThreads: used.threads,
  });
}

/**
 * Whether a story that has only grown got the same ids, titles and texts when it was imported by itself, so that this
 * draft can be used unchanged.
 */
function isUnchanged({ threads }: Revision, before: Corpus, after: Corpus): boolean {
  const titles = [...after.iterateThreads()].map(({ title }) => title);
  return threads.every(
    ({ title, posts }, at) =>
      title === titles[at] &&
      posts.every(
        ({ id, source, body, isKept }) =>
          id === source && body === undefined && (!isKept || before.findBody(id) === after.findBody(id)),
      ),
  );
}

function withCorpora<Value>(
  { former, imported }: CorpusVersions,
  work: (before: Corpus, after: Corpus) => Value,
): Value {
  const before = openCorpus(former);
  try {
    const after = openCorpus(imported);
    try {
      return work(before, after);
    } finally {
      after.close();
    }
  } finally {
    before.close();
  }
}
