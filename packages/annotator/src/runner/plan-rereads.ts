// Plans what to read out of order: posts inserted before the last post read, and the scenes that these posts changed.

import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import type { Corpus, PostId, SceneLimits, ThreadId } from '../corpus/corpus.ts';
import type { LedgerScene, LedgerStore } from '../journal/ledger-store.ts';
import type { Annotator } from '../journal/open-annotator.ts';
import type { RunStores } from '../journal/open-run-stores.ts';
import { listCutScenes } from '../journal/read-cut-scenes.ts';
import { listRetries, type RetryRecord } from './open-retry.ts';
import { computeSceneLimit, type RunSettings } from './run-settings.ts';

/**
 * Posts of one thread that are read together, like a scene: what is learnt from them holds from the end of `scene` on.
 */
export interface Reread {
  readonly scene: LedgerScene;
  readonly posts: readonly PostId[];
  readonly addedPosts: number;
}

export interface RereadSource {
  readonly corpus: Corpus;
  readonly stores: Pick<RunStores, 'ledger' | 'journal' | 'context'>;
  readonly limits: SceneLimits;
  /** All scenes of this thread are read again, even if the thread has not changed. */
  readonly threadId?: ThreadId | undefined;
}

/** A post of the present story. */
interface CurrentPost {
  readonly postId: PostId;
  readonly threadId: ThreadId;
  /**
   * The scene in which it was read. Of a post that was read in parts, the scene of the last one: it is read again whole,
   * and what this brings would come too early at any other scene.
   */
  readonly owner: LedgerScene | undefined;
  /** The scene at which it begins. */
  readonly opener: LedgerScene | undefined;
}

interface Assigned {
  readonly postId: PostId;
  readonly threadId: ThreadId;
  readonly scene: LedgerScene;
  /** Whether the scene is read again as a whole, and not only posts that were inserted before it. */
  readonly isWithin: boolean;
  readonly isNew: boolean;
  readonly isAdded: boolean;
}

/** If the words of a former post may be in more new posts, none of these counts as its replacement. */
const widest = 60;

/** Returns the rereads in the order of the story. */
export function planRereads(source: RereadSource): readonly Reread[] {
  const owners = collectOwners(source);
  const standing = listStanding(source.corpus, owners);
  const replaced = collectReplaced(source.corpus, owners, standing);
  const assigned = withOwners(standing, replaced);
  const touched = new Set(assigned.filter(({ isWithin }) => isWithin).map(({ scene }) => scene.id));
  const isWanted = (post: CurrentPost) =>
    post.owner !== undefined && (touched.has(post.owner.id) || post.threadId === source.threadId);
  const again = standing.flatMap((post): readonly Assigned[] =>
    post.owner !== undefined && isWanted(post)
      ? [
          {
            ...post,
            scene: post.owner,
            isWithin: true,
            isNew: post.threadId === source.threadId,
            isAdded: false,
          },
        ]
      : [],
  );
  const places = new Map(standing.map(({ postId }, place) => [postId, place]));
  const all = [...assigned, ...again].sort(
    (one, other) => (places.get(one.postId) ?? 0) - (places.get(other.postId) ?? 0),
  );
  return splitRereads(all, source).filter(
    ({ scene }) => scene.status !== 'pending' && scene.status !== 'running',
  );
}

/**
 * Yields everything that is to be read again: first rereads that a stopped run left open, then changes of the story,
 * then scenes that were read with a cut prompt.
 */
export function* listRereads(
  { stores }: Pick<Annotator, 'stores'>,
  corpus: Corpus,
  options: { readonly settings: RunSettings; readonly threadId?: ThreadId | undefined },
): Generator<Pick<Reread, 'scene'> & Partial<Reread>> {
  for (const { sceneId, posts } of listOpenRereads(stores)) {
    const scene = stores.ledger.findScene(sceneId);
    if (scene?.corpus === corpus.name) yield { scene, posts };
  }
  const limits = { maxCharacters: computeSceneLimit(options.settings) };
  const planned = planRereads({ corpus, stores, limits, threadId: options.threadId });
  yield* planned;
  // If the posts of a scene changed, it was already planned above.
  for (const scene of listCutScenes({ stores }, corpus.name)) {
    if (!planned.some((reread) => reread.scene.id === scene.id)) yield { scene };
  }
}

/** About how many tokens the posts have. */
export function estimateRereads(corpus: Corpus, rereads: readonly Reread[]): number {
  const posts = rereads.flatMap((reread) => reread.posts);
  return posts.reduce((sum, id) => sum + estimateTokens(corpus.findBody(id) ?? ''), 0);
}

/** The scenes of the first and the last part of a post that was read in parts; one scene for any other post. */
interface Owners {
  readonly first: LedgerScene;
  readonly last: LedgerScene;
}

/** For each post, the scenes in which it was read, or read again. */
function collectOwners(source: RereadSource): ReadonlyMap<PostId, Owners> {
  const owners = new Map<PostId, Owners>();
  for (const { scene, posts } of listReadings(source)) {
    if (scene.corpus !== source.corpus.name) continue;
    for (const postId of posts) {
      const known = owners.get(postId);
      if (known === undefined) owners.set(postId, { first: scene, last: scene });
      else if (scene.span !== undefined && known.last.span !== undefined)
        owners.set(postId, { ...known, last: scene });
    }
  }
  return owners;
}

function* listReadings({ corpus, stores }: RereadSource): Generator<Omit<Reread, 'addedPosts'>> {
  for (const scene of stores.ledger.iterateScenes()) {
    const isBegun = scene.status !== 'pending' || scene.attempts > 0;
    if (isBegun && scene.corpus === corpus.name)
      yield { scene, posts: listPosts(corpus, stores.ledger, scene) };
  }
  for (const { sceneId, posts, closed } of listRetries(stores)) {
    const scene = stores.ledger.findScene(sceneId);
    if (scene !== undefined && closed !== 'skipped') yield { scene, posts };
  }
}

function listPosts(corpus: Corpus, ledger: LedgerStore, scene: LedgerScene): readonly PostId[] {
  const planned = ledger.findDigests(scene.id);
  if (planned !== undefined) return planned.map(({ postId }) => postId);
  const { threadId, firstPostId, lastPostId } = scene;
  const range = { threadId, startPostId: firstPostId, endPostId: lastPostId, tag: 'qm_post' };
  return corpus.readRange(range).map(({ postId }) => postId);
}

/** Lists the posts up to the last one that was read; later posts are read in the usual way. */
function listStanding(corpus: Corpus, owners: ReadonlyMap<PostId, Owners>): readonly CurrentPost[] {
  const posts: CurrentPost[] = [];
  for (const thread of corpus.iterateThreads()) {
    for (const { postId } of corpus.readRange({ threadId: thread.id, tag: 'qm_post' })) {
      const { first: opener, last: owner } = owners.get(postId) ?? {};
      posts.push({ postId, threadId: thread.id, owner, opener });
    }
  }
  return posts.slice(0, posts.findLastIndex(({ owner }) => owner !== undefined) + 1);
}

/** Finds the new posts that replace a post that was read, each with the scenes of the latter. */
function collectReplaced(
  corpus: Corpus,
  owners: ReadonlyMap<PostId, Owners>,
  standing: readonly CurrentPost[],
): ReadonlyMap<PostId, Owners> {
  const places = new Map(standing.map(({ postId }, place) => [postId, place]));
  const replaced = new Map<PostId, Owners>();
  const listFresh = (postId: PostId): readonly CurrentPost[] => {
    const now = corpus.findFormer(postId)?.now;
    if (now === undefined) return [];
    const [from = -1, to = -1] = [places.get(now.first), places.get(now.last)];
    if (from < 0 || to < from || to - from > widest) return [];
    return standing.slice(from, to + 1).filter(({ owner }) => owner === undefined);
  };
  for (const [postId, scenes] of owners) {
    for (const post of listFresh(postId)) {
      if ((replaced.get(post.postId)?.last.id ?? 0) < scenes.last.id) replaced.set(post.postId, scenes);
    }
  }
  return replaced;
}

/**
 * Assigns a new post to the scene of the posts that it replaces, or that are both before and after it. Any other new
 * post is read before the scene that follows it.
 */
function withOwners(
  standing: readonly CurrentPost[],
  replaced: ReadonlyMap<PostId, Owners>,
): readonly Assigned[] {
  const following: (LedgerScene | undefined)[] = [];
  let next: LedgerScene | undefined;
  for (const { opener, postId } of standing.toReversed()) {
    next = opener ?? replaced.get(postId)?.first ?? next;
    following.push(next);
  }
  following.reverse();
  let former: LedgerScene | undefined;
  return standing.flatMap(({ postId, threadId, owner }, at): readonly Assigned[] => {
    former = owner ?? former;
    const behind = following[at];
    if (owner !== undefined || behind === undefined) return [];
    const within = replaced.get(postId)?.last ?? (former?.id === behind.id ? behind : undefined);
    return [
      {
        postId,
        threadId,
        scene: within ?? behind,
        isWithin: within !== undefined,
        isNew: true,
        isAdded: true,
      },
    ];
  });
}

/**
 * Groups neighbouring posts of one thread and scene, with each group within the limit of a scene. Leaves out groups
 * without anything new.
 */
function splitRereads(posts: readonly Assigned[], { corpus, limits }: RereadSource): readonly Reread[] {
  const runs: Assigned[][] = [];
  let characters = 0;
  for (const post of posts) {
    const size = corpus.findBody(post.postId)?.length ?? 0;
    const run = runs.at(-1);
    const last = run?.at(-1);
    const joins = last !== undefined && isOfRun(last, post) && characters + size <= limits.maxCharacters;
    if (joins) run?.push(post);
    else runs.push([post]);
    characters = joins ? characters + size : size;
  }
  return runs
    .filter((run) => run.some(({ isNew }) => isNew))
    .flatMap((run) => {
      const [first] = run;
      const posts = run.map(({ postId }) => postId);
      const addedPosts = run.filter(({ isAdded }) => isAdded).length;
      return first === undefined ? [] : [{ scene: first.scene, posts, addedPosts }];
    });
}

function isOfRun(last: Assigned, post: Assigned): boolean {
  return (
    last.threadId === post.threadId && last.scene.id === post.scene.id && last.isWithin === post.isWithin
  );
}

/** Rereads that were begun but not finished; these are finished before anything else is read again. */
export function listOpenRereads(stores: RereadSource['stores']): readonly RetryRecord[] {
  return listRetries(stores).filter(({ closed, posts }) => closed === undefined && posts.length > 0);
}
