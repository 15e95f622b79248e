// Compares a corpus with the posts that were read: finds new posts at the end, and changes before them.

import type { PostDigest, PostId } from '../corpus/corpus.ts';

/** A post as it was read; `digest` is undefined if none was kept. */
export interface KnownPost {
  readonly postId: PostId;
  readonly digest: string | undefined;
}

export type DifferenceKind = 'inserted' | 'edited' | 'removed' | 'moved';

export interface CorpusDifference {
  readonly postId: PostId;
  readonly kind: DifferenceKind;
  /** Digest of the current words; empty if the post is gone. */
  readonly digest: string;
}

export interface Comparison {
  /** The last post that was read and still exists; all posts after it are new. */
  readonly last: PostId | undefined;
  readonly newPosts: number;
  readonly differences: readonly CorpusDifference[];
  /** Whether the former words of some posts are not known. */
  readonly isUnsure: boolean;
}

/** Both lists must be in reading order. */
export function compareCorpus(known: readonly KnownPost[], now: readonly PostDigest[]): Comparison {
  const places = new Map(known.map(({ postId }, place) => [postId, place]));
  const end = now.findLastIndex(({ postId }) => places.has(postId));
  const present = new Set(now.map(({ postId }) => postId));
  const differences: CorpusDifference[] = [];
  let furthest = -1;
  for (const { postId, digest } of now.slice(0, end + 1)) {
    const place = places.get(postId);
    const then = place === undefined ? undefined : known[place]?.digest;
    if (place === undefined) differences.push({ postId, digest, kind: 'inserted' });
    else if (place < furthest) differences.push({ postId, digest, kind: 'moved' });
    if (then !== undefined && then !== digest) differences.push({ postId, digest, kind: 'edited' });
    furthest = Math.max(furthest, place ?? furthest);
  }
  const removed = known.filter(({ postId }) => !present.has(postId));
  return {
    last: now[end]?.postId,
    newPosts: now.length - end - 1,
    differences: [
      ...differences,
      ...removed.map(({ postId }) => ({ postId, kind: 'removed', digest: '' }) as const),
    ],
    isUnsure: known.some(({ digest }) => digest === undefined),
  };
}
