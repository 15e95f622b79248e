// Aligns the posts of a thread with its new version: keeps posts whose words are still there, and makes new posts of the rest.

import type { PostId } from '../corpus/corpus.ts';
import { packPosts } from '../importers/pack-posts.ts';
import { alignSequences } from './align-sequences.ts';
import { hashWords, listParagraphs, type OutlinePost } from './build-outline.ts';

export interface RevisedPiece {
  /** The post that was there before, which keeps its id; undefined for a new post. */
  readonly kept: PostId | undefined;
  /** The post of the imported file from which the text comes. */
  readonly source: PostId;
  /** The text of the post; undefined if the post is kept, or if it is a whole post of the imported file. */
  readonly body: string | undefined;
  /** Digests of the post's words: one for each paragraph, or a single one for the whole post. */
  readonly units: readonly string[];
}

/** A post that is gone, and the new posts between the nearest kept posts before and after it. */
export interface GonePost {
  readonly id: PostId;
  readonly units: readonly string[];
  /** Indexes of the first and the last of these new posts; undefined if there are none. */
  readonly gap: { readonly from: number; readonly to: number } | undefined;
}

export interface RevisedThread {
  readonly pieces: readonly RevisedPiece[];
  readonly gone: readonly GonePost[];
}

export interface ThreadVersions {
  readonly before: readonly OutlinePost[];
  readonly after: readonly OutlinePost[];
  /** Reads the body of a post of the new version. */
  readonly readBody: (id: PostId) => string;
  readonly isDivided: boolean;
}

/** A paragraph of the new version, or a whole post. */
interface Unit {
  readonly words: string;
  readonly post: OutlinePost;
  readonly index: number;
}

/**
 * Keeps a post if the new version has its words with nothing between them. The kept posts must have the same order as
 * before.
 */
export function alignPosts(versions: ThreadVersions): RevisedThread {
  const units = listUnits(versions.after);
  const starts = collectKeptStarts(versions.before, units);
  const owners = new Map([...starts].map(([post, start]) => [start, post]));
  const pieces: RevisedPiece[] = [];
  const places = new Map<OutlinePost, number>();
  let waiting: Unit[] = [];
  const flush = () => {
    pieces.push(...splitNew(waiting, versions));
    waiting = [];
  };
  for (let at = 0; at < units.length; ) {
    const unit = units[at];
    if (unit === undefined) break;
    const owner = owners.get(at);
    if (owner === undefined) waiting.push(unit);
    else {
      flush();
      places.set(owner, pieces.length);
      pieces.push({ kept: owner.id, source: unit.post.id, body: undefined, units: owner.units });
    }
    at += owner?.units.length ?? 1;
  }
  flush();
  return { pieces, gone: listGonePosts(versions.before, places, pieces.length) };
}

function listUnits(posts: readonly OutlinePost[]): readonly Unit[] {
  return posts.flatMap((post) => post.units.map((words, index) => ({ words, post, index })));
}

/** Finds for each kept post where it begins among the new units. */
function collectKeptStarts(
  before: readonly OutlinePost[],
  units: readonly Unit[],
): ReadonlyMap<OutlinePost, number> {
  const former = before.flatMap((post) => post.units);
  const found = new Map(
    alignSequences(
      former,
      units.map((unit) => unit.words),
    ),
  );
  const starts = new Map<OutlinePost, number>();
  let first = 0;
  for (const post of before) {
    const start = found.get(first);
    const isWhole = (from: number): boolean =>
      post.units.every((_, index) => found.get(first + index) === from + index) &&
      post.units.every((_, index) => units[from + index]?.post.look === units[from]?.post.look);
    if (start !== undefined && post.units.length > 0 && isWhole(start)) starts.set(post, start);
    first += post.units.length;
  }
  return starts;
}

function splitNew(units: readonly Unit[], versions: ThreadVersions): readonly RevisedPiece[] {
  const runs: Unit[][] = [];
  for (const unit of units) {
    const last = runs.at(-1);
    if (last === undefined || last[0]?.post.look !== unit.post.look) runs.push([unit]);
    else last.push(unit);
  }
  return runs.flatMap((run) => (versions.isDivided ? splitRun(run, versions) : run.map(buildWhole)));
}

function buildWhole({ post }: Unit): RevisedPiece {
  return { kept: undefined, source: post.id, body: undefined, units: post.units };
}

/** Keeps whole posts as the file has them. If only parts of posts are left, divides these parts again. */
function splitRun(run: readonly Unit[], { readBody }: ThreadVersions): readonly RevisedPiece[] {
  const posts = [...new Set(run.map(({ post }) => post))];
  const isWhole = posts.reduce((sum, { units }) => sum + units.length, 0) === run.length;
  if (isWhole)
    return posts.map((post) => ({ kept: undefined, source: post.id, body: undefined, units: post.units }));
  const texts = new Map(posts.map((post) => [post, listParagraphs(readBody(post.id))]));
  const paragraphs = run.map(({ post, index }) => texts.get(post)?.[index] ?? '');
  return packPosts(paragraphs.join('\n\n')).map((body, index) => ({
    kept: undefined,
    source: (posts[index] ?? posts.at(-1))?.id ?? (0 as PostId),
    body,
    units: listParagraphs(body).map(hashWords),
  }));
}

function listGonePosts(
  before: readonly OutlinePost[],
  places: ReadonlyMap<OutlinePost, number>,
  end: number,
): readonly GonePost[] {
  const gone: GonePost[] = [];
  let from = 0;
  let open: OutlinePost[] = [];
  const close = (to: number) => {
    const gap = to >= from ? { from, to } : undefined;
    gone.push(...open.map(({ id, units }) => ({ id, units, gap })));
    open = [];
  };
  for (const post of before) {
    const place = places.get(post);
    if (place === undefined) {
      open.push(post);
      continue;
    }
    close(place - 1);
    from = place + 1;
  }
  close(end - 1);
  return gone;
}
