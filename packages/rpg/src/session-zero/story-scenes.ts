// Story scenes: counts the posts in which a story names a person or place, and how close together it names two of them.

import type { GlossaryLore, GlossaryScene } from './glossary-lore.ts';
import { isSetting } from './is-setting.ts';

/**
 * A scene begins in a post that is set at a place; people named in it or within this many posts after it are at the
 * place.
 */
const sceneLength = 4;
/**
 * How much a mention counts if it is in the post before the one that is set at the place: the person is hardly there
 * yet.
 */
const ahead = 0.25;
/** Places that are named further apart than this have nothing to do with each other. */
const nearPosts = 3;
/** In one post, at most this many mentions count. */
const mostCounted = 3;

interface Scenes {
  readonly all: readonly GlossaryScene[];
  readonly posts: ReadonlySet<number>;
  /** The posts that are set at this place. */
  readonly settings: ReadonlySet<number>;
}

const known = new WeakMap<GlossaryLore, Scenes>();

/** If a source does not say where each entry is named, the entry's quotes are used. */
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

/** Whether the story names the entry anywhere. */
export function isTold(lore: GlossaryLore): boolean {
  return readScenes(lore).all.length > 0;
}

/** How many posts are set at a place. */
export function countSettings(place: GlossaryLore): number {
  return readScenes(place).settings.size;
}

/** How much a mention in a post counts now: half as much each time that a given number of posts has followed. */
export type Fade = (post: number) => number;

/**
 * How strongly the story puts a person at a place: only mentions of the person near a scene that is set there count,
 * and nearer and later mentions count more.
 */
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
 * How near two places are in the story, from 0 to about 1: how often they are named in one post or close to each other,
 * relative to how often they are named at all. A place that is named everywhere is near to no other place.
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

/**
 * How many posts apart the nearest mentions of two entries are, 0 within one post; infinite if one is not mentioned.
 */
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

/** The first and the last post in which any of the entries is named; 0 and 0 if none is named anywhere. */
export function readExtent(entries: readonly GlossaryLore[]): Extent {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { all } of entries.map(readScenes)) {
    first = Math.min(first, all[0]?.post ?? first);
    last = Math.max(last, all.at(-1)?.post ?? last);
  }
  return first > last ? { first: 0, last: 0 } : { first, last };
}

/** A mention counts half if this `share` of the told story has passed since. */
export function buildFade({ first, last }: Extent, share: number): Fade {
  const half = Math.max(1, (last - first) * share);
  return (post) => 0.5 ** ((last - post) / half);
}
