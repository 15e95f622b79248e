// Plans the places of a game from a glossary: chooses the places, where the game begins, and the ways between them.

import type { GlossaryLore } from './glossary-lore.ts';
import { isFarPlace } from './is-far-place.ts';
import {
  buildFade,
  countSettings,
  measureApart,
  measureNearness,
  measurePresence,
  readExtent,
} from './story-scenes.ts';

/** A game can hardly use more places than this; the others become lore. */
const mostPlaces = 24;
/** With fewer places than this there is nowhere to go. */
const fewPlaces = 3;
/** Each place adds ways to at most this many of the places nearest to it; other places may add ways to it. */
const usualWays = 2;
/** Places are joined if the story names them at least this near each other. */
const leastNear = 0.2;
/** Added to the nearness of two places if one is among the entries most often named together with the other. */
const beside = 0.02;
/** At most this many of the weightiest people of the story decide where the game begins. */
const mostMain = 12;
/** A mention counts half if this share of the story has passed since. */
const startShare = 0.25;
/** A place where fewer scenes are set than this was hardly used by the story. */
const fewSettings = 2;

export interface PlannedPlaces {
  /** The places; the one where the game begins comes first. */
  readonly places: readonly GlossaryLore[];
  readonly ways: readonly { readonly from: GlossaryLore; readonly to: GlossaryLore }[];
}

export interface PlacesWanted {
  /** The places of the story, the weightiest first. */
  readonly places: readonly GlossaryLore[];
  readonly people: readonly GlossaryLore[];
  /** The place to begin at, by any of its names. */
  readonly startAt?: string | undefined;
}

export function planPlaces({ places, people, startAt }: PlacesWanted): PlannedPlaces {
  const scored = scorePlaces(places, people.slice(0, mostMain));
  const asked = startAt === undefined ? undefined : places.find((place) => isCalled(place, startAt));
  const best = scored.filter(({ score }) => score > 0).toSorted((one, other) => other.score - one.score)[0];
  const start = asked ?? best?.place ?? chooseLatest(scored);
  if (start === undefined) return { places: [], ways: [] };
  const kept = [start, ...chooseOthers(start, scored)].slice(0, mostPlaces);
  return { places: kept, ways: linkPlaces(kept) };
}

interface Scored {
  readonly place: GlossaryLore;
  /** Whether scenes of the story are set at the place, and it is not a country. */
  readonly isReal: boolean;
  /** How strongly the story puts its main people at the place now. */
  readonly score: number;
}

function scorePlaces(places: readonly GlossaryLore[], main: readonly GlossaryLore[]): readonly Scored[] {
  const fade = buildFade(readExtent([...places, ...main]), startShare);
  return places.map((place) => {
    const settings = countSettings(place);
    const isReal = settings > 0 && !isFarPlace([place.term]);
    const presence = main.map((person) => person.weight * measurePresence(person, place, fade));
    const share = settings < fewSettings ? 0.3 : 1;
    const score = presence.reduce((sum, one) => sum + one, 0) * share;
    return { place, isReal, score: isReal ? score : 0 };
  });
}

/**
 * The place to begin at if the story puts nobody anywhere: preferably a place where scenes are set; a country only if
 * there is nothing else; among equal ones, the place that was named last.
 */
function chooseLatest(scored: readonly Scored[]): GlossaryLore | undefined {
  const rank = ({ place, isReal }: Scored) => (isReal ? 2 : Number(!isFarPlace([place.term])));
  const sorted = scored.toSorted(
    (one, other) => rank(other) - rank(one) || readExtent([other.place]).last - readExtent([one.place]).last,
  );
  return sorted[0]?.place;
}

/** The places where scenes are set; if these are too few, also the places that the story names nearest to the start. */
function chooseOthers(start: GlossaryLore, scored: readonly Scored[]): readonly GlossaryLore[] {
  const others = scored.filter(({ place }) => place !== start);
  const real = others.filter(({ isReal }) => isReal).map(({ place }) => place);
  if (real.length + 1 >= fewPlaces) return real;
  const named = others.filter(({ isReal }) => !isReal).map(({ place }) => place);
  const isFar = (place: GlossaryLore) => Number(isFarPlace([place.term]));
  const near = named.toSorted((one, other) => isFar(one) - isFar(other) || compareApart(one, other, start));
  return [...real, ...near.slice(0, fewPlaces - 1 - real.length)];
}

function compareApart(one: GlossaryLore, other: GlossaryLore, from: GlossaryLore): number {
  const [first, second] = [measureApart(one, from), measureApart(other, from)];
  return first === second ? 0 : first - second;
}

function isCalled({ term, aliases }: GlossaryLore, name: string): boolean {
  return [term, ...aliases].some((one) => one.toLowerCase() === name.toLowerCase());
}

type Way = PlannedPlaces['ways'][number];

/**
 * Begins with the start, and joins the nearest of the places left to a place that can be reached already, until all can
 * be reached. Then joins further places that are named together.
 */
function linkPlaces(places: readonly GlossaryLore[]): readonly Way[] {
  const [start, ...rest] = places;
  if (start === undefined) return [];
  const ways: Way[] = [];
  const reached = [start];
  const left = new Set(rest);
  const near = measureAll(places);
  while (left.size > 0) {
    const way = findNearest(reached, left, near);
    ways.push(way);
    reached.push(way.to);
    left.delete(way.to);
  }
  return [...ways, ...listMore(places, ways, near)];
}

type Nearness = (one: GlossaryLore, other: GlossaryLore) => number;

/** A place is nearer to the place of which it is a part than to any other. */
const partNearness = 2;
/** Makes a part of a place far from every other place, so that the way to the part leads from the whole. */
const outside = 0.001;

/**
 * Measures the nearness of every two places. If two are never named near each other, it depends on how far apart in the
 * story they are named.
 */
function measureAll(places: readonly GlossaryLore[]): Nearness {
  const measured = new Map<GlossaryLore, ReadonlyMap<GlossaryLore, number>>();
  const wholes = new Map(places.map((place) => [place, findWhole(place, places)]));
  const measure = (one: GlossaryLore, other: GlossaryLore) => {
    const [first, second] = [wholes.get(one), wholes.get(other)];
    if (first === other || second === one) return partNearness;
    const isApart = first !== undefined || second !== undefined;
    return measureBetween(one, other) * (isApart ? outside : 1);
  };
  for (const one of places) {
    const others = places.filter((other) => other !== one);
    const near = others.map((other) => [other, measure(one, other)] as const);
    measured.set(one, new Map(near));
  }
  return (one, other) => measured.get(one)?.get(other) ?? 0;
}

/** The beginning of a definition that makes a place a part of the place named next: “The hold of the Margaret”. */
const part =
  /^(?:(?:the|an?|one|small|large|old|dark|secret|hidden) )*(?:[\p{L}'’-]+ )(?:of|in|on|aboard|inside|within|under|beneath|below|behind|above|beside) (?:the )?/iu;

/** The place of which this one is a part by its definition; undefined if none of the places is named there. */
function findWhole(place: GlossaryLore, places: readonly GlossaryLore[]): GlossaryLore | undefined {
  const begun = part.exec(place.definition)?.[0];
  if (begun === undefined) return undefined;
  const rest = place.definition.slice(begun.length).toLowerCase();
  const isNext = (name: string) =>
    rest.startsWith(name.toLowerCase()) && !/^[\p{L}\p{N}]/u.test(rest.slice(name.length));
  return places.find(
    (other) =>
      other !== place &&
      !isFarPlace([other.term]) &&
      [other.term, ...other.aliases].some((name) => isNext(name.replace(/^the /iu, ''))),
  );
}

function measureBetween(one: GlossaryLore, other: GlossaryLore): number {
  const isBeside = Number(one.beside.includes(other.term)) + Number(other.beside.includes(one.term));
  const near = measureNearness(one, other) + isBeside * beside;
  return near > 0 ? near : 0.001 / (1 + Math.min(measureApart(one, other), 1e9));
}

function findNearest(reached: readonly GlossaryLore[], left: ReadonlySet<GlossaryLore>, near: Nearness): Way {
  const ways = [...left].flatMap((to) => reached.map((from) => ({ from, to, near: near(from, to) })));
  return ways.reduce((one, other) => (other.near > one.near ? other : one));
}

/** Further ways, between places that are named together. */
function listMore(places: readonly GlossaryLore[], ways: readonly Way[], near: Nearness): readonly Way[] {
  const more: Way[] = [];
  const isJoined = (one: GlossaryLore, other: GlossaryLore) =>
    [...ways, ...more].some(
      ({ from, to }) => (from === one && to === other) || (from === other && to === one),
    );
  for (const one of places) {
    const others = places
      .filter((other) => other !== one && near(one, other) >= leastNear)
      .toSorted((first, second) => near(one, second) - near(one, first))
      .slice(0, usualWays);
    for (const other of others) if (!isJoined(one, other)) more.push({ from: one, to: other });
  }
  return more;
}
