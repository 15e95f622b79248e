// Story scenes: where in its order a story names somebody or some place, and how near each other two of them are named.

import type { GlossaryLore, GlossaryScene } from './glossary-lore.ts';
import { isSetting } from './is-setting.ts';

/** A place is named when a scene begins; who is named within so many posts behind is at it. */
const sceneLength = 4;
/** Who is named in the post before is hardly there yet. */
const ahead = 0.25;
/** Places that are named further apart than this have nothing to do with each other. */
const nearPosts = 3;
/** Whoever is named more often than this in a post is no more there for it. */
const mostCounted = 3;

interface Scenes {
  readonly all: readonly GlossaryScene[];
  readonly posts: ReadonlySet<number>;
  /** The posts that play at it. */
  readonly settings: ReadonlySet<number>;
}

const known = new WeakMap<GlossaryLore, Scenes>();

/** Of a source that does not say where each entry is named, its quotes tell. */
function readScenes(lore: GlossaryLore): Scenes {
  const before = known.get(lore);
  if (before !== undefined) return before;
  const names = [lore.term, ...lore.aliases];
  const all =
    lore.scenes ??
    lore.told.map(({ words, post }) => ({ post, count: 1, isSetting: isSetting(words, names) }));
  const scenes = {
    all,
    posts: new Set(all.map(({ post }) => post)),
    settings: new Set(all.filter((scene) => scene.isSetting).map(({ post }) => post)),
  };
  known.set(lore, scenes);
  return scenes;
}

/** Whether the story names it anywhere. */
export function isTold(lore: GlossaryLore): boolean {
  return readScenes(lore).all.length > 0;
}

/** How many posts play at a place. */
export function countSettings(place: GlossaryLore): number {
  return readScenes(place).settings.size;
}

/** How much a mention counts by now: half as much for each so many posts that it lies back. */
export type Fade = (post: number) => number;

/** How much somebody is at a place: the nearer to where a scene is set there, and the later, the more. */
export function measurePresence(person: GlossaryLore, place: GlossaryLore, fade: Fade): number {
  const { settings } = readScenes(place);
  if (settings.size === 0) return 0;
  return readScenes(person).all.reduce((sum, { post, count }) => {
    const near = measureBehind(post, settings);
    return near === 0 ? sum : sum + near * Math.min(count, mostCounted) * fade(post);
  }, 0);
}

function measureBehind(post: number, settings: ReadonlySet<number>): number {
  for (let behind = 0; behind <= sceneLength; behind += 1) {
    if (settings.has(post - behind)) return 1 / (1 + behind);
  }
  return settings.has(post + 1) ? ahead : 0;
}

/**
 * How near two places are in the story, 0 to 1: how often they are named in one post or close to each other, for as often
 * as they are named at all. What is named everywhere is near to nothing.
 */
export function measureNearness(one: GlossaryLore, other: GlossaryLore): number {
  const [first, second] = [readScenes(one), readScenes(other)];
  const size = Math.sqrt(first.posts.size * second.posts.size);
  return size === 0 ? 0 : (sumAround(first, second.posts) + sumAround(second, first.posts)) / (2 * size);
}

function sumAround({ all }: Scenes, posts: ReadonlySet<number>): number {
  return all.reduce((sum, { post }) => sum + measureAround(post, posts), 0);
}

function measureAround(post: number, posts: ReadonlySet<number>): number {
  for (let apart = 0; apart <= nearPosts; apart += 1) {
    if (posts.has(post - apart) || posts.has(post + apart)) return 1 / (1 + apart);
  }
  return 0;
}

/** How many posts lie between the nearest mentions of two; infinite where one is not mentioned. */
export function measureApart(one: GlossaryLore, other: GlossaryLore): number {
  const [first, second] = [readScenes(one).all, readScenes(other).all];
  let [at, to, nearest] = [0, 0, Number.POSITIVE_INFINITY];
  while (at < first.length && to < second.length) {
    const apart = (first[at]?.post ?? 0) - (second[to]?.post ?? 0);
    nearest = Math.min(nearest, Math.abs(apart));
    if (apart < 0) at += 1;
    else to += 1;
  }
  return nearest;
}

export interface Extent {
  readonly first: number;
  readonly last: number;
}

/** The first and the last post in which any of them is named. */
export function readExtent(entries: readonly GlossaryLore[]): Extent {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { all } of entries.map(readScenes)) {
    first = Math.min(first, all[0]?.post ?? first);
    last = Math.max(last, all.at(-1)?.post ?? last);
  }
  return first > last ? { first: 0, last: 0 } : { first, last };
}

/** `share` of the story that was told is how far back a mention counts half. */
export function buildFade({ first, last }: Extent, share: number): Fade {
  const half = Math.max(1, (last - first) * share);
  return (post) => 0.5 ** ((last - post) / half);
}
