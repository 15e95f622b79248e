// Updates a corpus: a new version of a file that was imported before takes the place of the old one.

import { basename } from 'node:path';
import { isThere } from '@terrarium/kernel/is-there';
import type { Corpus } from '../corpus/corpus.ts';
import { openCorpusFolder } from '../corpus/corpus-folder.ts';
import { openCorpus } from '../corpus/open-corpus.ts';
import { buildOutline } from '../revise/build-outline.ts';
import { measureLikeness, planRevision, type Revision, type ThreadChange } from '../revise/plan-revision.ts';
import { readUsedIds, writeRevisedCorpus } from '../revise/revised-corpus-store.ts';
import type { CorpusRecord, World } from './world.ts';

/** What became of a corpus whose story was imported again. */
export type RevisedCorpus =
  | { readonly kind: 'same' }
  /** It has everything it had, and more after that. */
  | { readonly kind: 'grown'; readonly newPosts: number; readonly newThreads: number }
  | {
      readonly kind: 'revised';
      /** Posts that say what they said, in the same order. */
      readonly keptPosts: number;
      readonly newPosts: number;
      /** Posts that are gone from the story; their words are kept. */
      readonly formerPosts: number;
      readonly changes: readonly ThreadChange[];
      /** Threads of the story as it is now. */
      readonly threads: number;
    }
  /** Next to nothing of it is in the file, which is another story. */
  | { readonly kind: 'other' };

/** Two versions of one story share at least this much of the shorter one. */
const leastLikeness = 0.2;

/**
 * The corpus that an earlier version of this file became. Never a linked one: those are read from their own files,
 * which grow by themselves.
 */
export function findFormer(world: World, source: string): CorpusRecord | undefined {
  const imported = world.corpora.filter(({ kind, path }) => kind !== 'linked' && isThere(path));
  return (
    imported.findLast((corpus) => corpus.source === source) ??
    imported.findLast((corpus) => basename(corpus.source) === basename(source))
  );
}

export interface CorpusVersions {
  readonly former: CorpusRecord;
  /** The draft that the file became when imported alone; left as it is unless it replaces the former corpus. */
  readonly imported: CorpusRecord;
  /** Where the draft of the new version is written. */
  readonly draftPath: string;
  /** Whether posts are pieces of a running text, as an importer of prose makes them. */
  readonly isDivided: boolean;
}

/**
 * Writes the draft of the new version, with the ids of what was there. Writes none when nothing has changed, or when
 * the file is another story.
 */
export function updateCorpus(versions: CorpusVersions): RevisedCorpus {
  const revision = withCorpora(versions, (before, after) => plan(versions, before, after));
  if (revision === undefined) return { kind: 'other' };
  const { changes, formers, keptPosts, newPosts, newThreads, threads } = revision;
  if (changes.length === 0 && formers.length === 0 && newPosts === 0) return { kind: 'same' };
  const { former, imported, draftPath } = versions;
  if (isFileItself(revision)) openCorpusFolder(draftPath).move(imported.path, draftPath);
  else writeRevisedCorpus({ former: former.path, imported: imported.path, destination: draftPath }, revision);
  if (revision.isGrowth) return { kind: 'grown', newPosts, newThreads };
  const formerPosts = formers.length;
  return { kind: 'revised', keptPosts, newPosts, formerPosts, changes, threads: threads.length };
}

function plan({ former, isDivided }: CorpusVersions, before: Corpus, after: Corpus): Revision | undefined {
  const outlines = { before: buildOutline(before, isDivided), after: buildOutline(after, isDivided) };
  if (measureLikeness(outlines.before, outlines.after) < leastLikeness) return undefined;
  const used = readUsedIds(former.path);
  return planRevision({
    ...outlines,
    isDivided,
    readBody: (id) => after.findBody(id) ?? '',
    usedPosts: used.posts,
    usedThreads: used.threads,
  });
}

/**
 * A story that has only grown gets the same ids when imported alone, so the draft of that import can be used as it is.
 */
function isFileItself({ isGrowth, threads }: Revision): boolean {
  return (
    isGrowth &&
    threads.every(({ posts }) => posts.every(({ id, source, body }) => id === source && body === undefined))
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
