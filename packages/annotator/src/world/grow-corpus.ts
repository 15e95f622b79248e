// Grows a corpus: a file that was imported before and holds more now takes the place of what it was.

import { renameSync } from 'node:fs';
import { basename } from 'node:path';
import type { Corpus } from '../corpus/corpus.ts';
import { openCorpus } from '../corpus/open-corpus.ts';
import { compareCorpus } from '../runner/compare-corpus.ts';
import type { CorpusRecord, World } from './world.ts';

/** How much more it is, or what it says otherwise than before. */
export type Growth =
  | { readonly isGrown: true; readonly newPosts: number; readonly newThreads: number }
  | { readonly isGrown: false; readonly differentPosts: number; readonly firstDifference: string };

/** The corpus that an earlier version of this file became; linked ones grow by themselves. */
export function findFormer(world: World, source: string): CorpusRecord | undefined {
  const imported = world.corpora.filter(({ kind }) => kind !== 'linked');
  return (
    imported.findLast((corpus) => corpus.source === source) ??
    imported.findLast((corpus) => basename(corpus.source) === basename(source))
  );
}

/** Moves the draft of what was imported to the draft of the former where it begins with all of that; else leaves both. */
export function growCorpus(former: CorpusRecord, imported: CorpusRecord, grown: CorpusRecord): Growth {
  const before = openCorpus(former);
  const after = openCorpus(imported);
  const growth = compare(before, after);
  before.close();
  after.close();
  if (growth.isGrown) renameSync(imported.path, grown.path);
  return growth;
}

function compare(before: Corpus, after: Corpus): Growth {
  const { differences, newPosts } = compareCorpus([...before.iterateDigests()], [...after.iterateDigests()]);
  const oldThreads = [...before.iterateThreads()];
  const newThreads = [...after.iterateThreads()];
  const renamed = oldThreads.find(
    ({ id, title }, at) => newThreads[at]?.id !== id || newThreads[at]?.title !== title,
  );
  const [first] = differences;
  if (first === undefined && renamed === undefined) {
    return { isGrown: true, newPosts, newThreads: newThreads.length - oldThreads.length };
  }
  return {
    isGrown: false,
    differentPosts: differences.length,
    firstDifference:
      first === undefined
        ? `the thread "${renamed?.title ?? ''}" has another title or place`
        : `post ${first.postId} was ${first.kind}`,
  };
}
