// Plans a revision: which posts of a story keep their ids in its new version, which are new, and which are gone.

import type { PostId, ThreadId } from '../corpus/corpus.ts';
import { alignPosts, type GonePost, type RevisedPiece, type RevisedThread } from './align-posts.ts';
import { alignThreads, normaliseTitle } from './align-threads.ts';
import type { OutlineThread } from './build-outline.ts';

export interface PlannedThread {
  readonly id: ThreadId;
  readonly title: string;
  readonly posts: readonly PlannedPost[];
}

export interface PlannedPost extends Pick<RevisedPiece, 'source' | 'body'> {
  readonly id: PostId;
  /** Whether the post was there before, with this id and these words. */
  readonly isKept: boolean;
}

export interface PlannedFormer {
  readonly id: PostId;
  /** The new posts in its place, or new posts that may have its words, from the first to the last. */
  readonly now: { readonly first: PostId; readonly last: PostId } | undefined;
  /** The nearest earlier post that stays. */
  readonly behind: PostId | undefined;
}

/** What has changed about a thread; `after` is the title of the thread before it. */
export type ThreadChange =
  | {
      readonly kind: 'inserted' | 'added';
      readonly title: string;
      readonly posts: number;
      readonly after: string;
    }
  | { readonly kind: 'removed'; readonly title: string; readonly posts: number }
  | { readonly kind: 'moved'; readonly title: string; readonly posts: number; readonly after: string }
  | { readonly kind: 'renamed'; readonly title: string; readonly was: string }
  | {
      readonly kind: 'edited';
      readonly title: string;
      readonly kept: number;
      readonly fresh: number;
      readonly gone: number;
    };

export interface Revision {
  readonly threads: readonly PlannedThread[];
  readonly formers: readonly PlannedFormer[];
  readonly formerThreads: readonly ThreadId[];
  /** In the order of the present story; threads that are gone come last. */
  readonly changes: readonly ThreadChange[];
  readonly keptPosts: number;
  readonly newPosts: number;
  readonly newThreads: number;
  /** Whether all earlier posts still exist, and new posts only come after them. */
  readonly isGrowth: boolean;
}

export interface StoryVersions {
  readonly before: readonly OutlineThread[];
  readonly after: readonly OutlineThread[];
  readonly isDivided: boolean;
  readonly readBody: (id: PostId) => string;
  /** All ids that posts ever had. */
  readonly usedPosts: ReadonlySet<number>;
  readonly usedThreads: ReadonlySet<number>;
}

/** A thread of the new version, the thread that it was before, and what became of its posts. */
interface Line {
  readonly thread: OutlineThread;
  readonly former: OutlineThread | undefined;
  readonly isMoved: boolean;
  readonly revised: RevisedThread;
}

export function planRevision(versions: StoryVersions): Revision {
  const { before, after } = versions;
  const paired = alignThreads(before, after);
  const kept = new Map(paired.kept.map(([place, other]) => [other, place]));
  const moved = new Map(paired.moved.map(([place, other]) => [other, place]));
  const lines = after.map((thread, at): Line => {
    const former = before[kept.get(at) ?? -1];
    const revised = alignPosts({ ...versions, before: former?.posts ?? [], after: thread.posts });
    return {
      thread,
      former: former ?? before[moved.get(at) ?? -1],
      isMoved: !kept.has(at) && moved.has(at),
      revised,
    };
  });
  const isKept = new Set(paired.kept.map(([place]) => place));
  const lost = before.filter((_, place) => !isKept.has(place));
  const threads = withIds(lines, versions);
  const formers = [
    ...lines.flatMap(({ revised }, at) => revised.gone.map((gone) => ({ gone, thread: threads[at] }))),
    ...lost.flatMap(({ posts }) =>
      posts.map(({ id, units }) => ({ gone: { id, units, gap: undefined }, thread: undefined })),
    ),
  ];
  const newPosts = threads.reduce((sum, { posts }) => sum + posts.filter((post) => !post.isKept).length, 0);
  const keptPosts = threads.reduce((sum, { posts }) => sum + posts.filter((post) => post.isKept).length, 0);
  const whereNow = buildFinder(lines, threads);
  const behind = collectBehind(before, new Set(formers.map(({ gone }) => gone.id)));
  return {
    threads,
    formers: formers.map(({ gone, thread }) => ({
      id: gone.id,
      now: whereNow(gone, thread),
      behind: behind.get(gone.id),
    })),
    formerThreads: lost.map(({ id }) => id),
    changes: listChanges(
      lines,
      lost,
      paired.moved.map(([place]) => before[place]),
    ),
    keptPosts,
    newPosts,
    newThreads: lines.filter(({ former, isMoved }) => former === undefined || isMoved).length,
    isGrowth: formers.length === 0 && isGrowth(lines, threads),
  };
}

/** For each post that is gone, the nearest one before it that stays. */
function collectBehind(
  before: readonly OutlineThread[],
  gone: ReadonlySet<PostId>,
): ReadonlyMap<PostId, PostId | undefined> {
  const found = new Map<PostId, PostId | undefined>();
  let last: PostId | undefined;
  for (const { id } of before.flatMap(({ posts }) => posts)) {
    if (gone.has(id)) found.set(id, last);
    else last = id;
  }
  return found;
}

/**
 * A post that keeps its words keeps its id. A new post gets its id in the file, unless another post ever had this id.
 */
function withIds(lines: readonly Line[], versions: StoryVersions): readonly PlannedThread[] {
  const givePost = buildGiver(
    versions.usedPosts,
    versions.after.flatMap(({ posts }) => posts),
  );
  const giveThread = buildGiver(versions.usedThreads, versions.after);
  return lines.map(({ thread, former, isMoved, revised }) => ({
    id: former !== undefined && !isMoved ? former.id : (giveThread(thread.id) as ThreadId),
    title: chooseTitle(thread, isMoved ? undefined : former),
    posts: revised.pieces.map(({ kept, source, body }) => ({
      id: kept ?? (givePost(source) as PostId),
      isKept: kept !== undefined,
      source,
      body,
    })),
  }));
}

/** Keeps the former title if the new one is only another spelling of it. */
function chooseTitle({ title }: OutlineThread, former: OutlineThread | undefined): string {
  const isSame = former !== undefined && normaliseTitle(former.title) === normaliseTitle(title);
  return isSame ? former.title : title;
}

function buildGiver(
  used: ReadonlySet<number>,
  file: readonly { readonly id: number }[],
): (wanted: number) => number {
  const given = new Set<number>();
  let highest = 0;
  for (const id of used) highest = Math.max(highest, id);
  for (const { id } of file) highest = Math.max(highest, id);
  return (wanted) => {
    const isFree = !used.has(wanted) && !given.has(wanted);
    if (!isFree) highest += 1;
    const id = isFree ? wanted : highest;
    given.add(id);
    return id;
  };
}

type Finder = (gone: GonePost, thread: PlannedThread | undefined) => PlannedFormer['now'];

/**
 * Finds the posts that are now in the place of a former post; if there are none, posts that have its words. The range
 * stays within one thread, because all posts in it are searched for quotes.
 */
function buildFinder(lines: readonly Line[], threads: readonly PlannedThread[]): Finder {
  const homes = collectHomes(lines);
  return ({ units, gap }, thread) => {
    if (thread !== undefined && gap !== undefined) return findEnds(thread, gap);
    const found = units.flatMap((unit) => homes.get(unit) ?? []);
    const [first] = found;
    if (first === undefined) return undefined;
    const places = found.filter((home) => home.thread === first.thread).map(({ place }) => place);
    const from = places.reduce((least, place) => Math.min(least, place));
    const to = places.reduce((most, place) => Math.max(most, place));
    return findEnds(threads[first.thread], { from, to });
  };
}

/** Maps each unit of words to the new piece that has it, if only one piece does. */
function collectHomes(lines: readonly Line[]) {
  const fresh = lines.flatMap(({ revised }, thread) =>
    revised.pieces.flatMap(({ kept, units }, place) =>
      kept === undefined ? units.map((unit) => ({ unit, home: { thread, place } })) : [],
    ),
  );
  const homes = new Map<string, { readonly thread: number; readonly place: number } | undefined>();
  for (const { unit, home } of fresh) homes.set(unit, homes.has(unit) ? undefined : home);
  return homes;
}

function findEnds(
  thread: PlannedThread | undefined,
  { from, to }: { readonly from: number; readonly to: number },
): PlannedFormer['now'] {
  const [first, last] = [thread?.posts[from]?.id, thread?.posts[to]?.id];
  return first === undefined || last === undefined ? undefined : { first, last };
}

function isGrowth(lines: readonly Line[], threads: readonly PlannedThread[]): boolean {
  const isSame = lines.every(({ former }, at) => former === undefined || former.title === threads[at]?.title);
  const posts = threads.flatMap((thread) => thread.posts);
  const firstNew = posts.findIndex((post) => !post.isKept);
  return isSame && (firstNew === -1 || posts.slice(firstNew).every((post) => !post.isKept));
}

function listChanges(
  lines: readonly Line[],
  lost: readonly OutlineThread[],
  moved: readonly (OutlineThread | undefined)[],
): readonly ThreadChange[] {
  const lastKnown = lines.findLastIndex(({ former, isMoved }) => former !== undefined && !isMoved);
  const changes = lines.flatMap((line, at) => {
    const after = lines[at - 1]?.thread.title ?? '';
    return describeLine(line, { after, isBehind: at > lastKnown });
  });
  const gone = lost.filter((thread) => !moved.includes(thread));
  return [
    ...changes,
    ...gone.map(({ title, posts }) => ({ kind: 'removed', title, posts: posts.length }) as const),
  ];
}

function describeLine(
  { thread, former, isMoved, revised }: Line,
  { after, isBehind }: { readonly after: string; readonly isBehind: boolean },
): readonly ThreadChange[] {
  const { title, posts } = thread;
  if (isMoved) return [{ kind: 'moved', title, posts: posts.length, after }];
  if (former === undefined) {
    return [{ kind: isBehind ? 'added' : 'inserted', title, posts: posts.length, after }];
  }
  const isRenamed = normaliseTitle(former.title) !== normaliseTitle(title);
  const kept = revised.pieces.filter((piece) => piece.kept !== undefined).length;
  const fresh = revised.pieces.length - kept;
  const gone = revised.gone.length;
  return [
    ...(isRenamed ? [{ kind: 'renamed', title, was: former.title } as const] : []),
    ...(fresh + gone > 0 ? [{ kind: 'edited', title, kept, fresh, gone } as const] : []),
  ];
}
