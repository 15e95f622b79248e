// Builds the world of a game from a glossary: places with ways between them, people in them, factions, and the rest as lore.

import { addPronouns } from '../narrator/noun.ts';
import { type Scenario, scenarioSchema } from '../narrator/scenario.ts';
import { longestName, longestTag, longestText } from '../tools/arguments.ts';
import { readPronouns } from '../values/read-pronouns.ts';
import { renderSlug } from '../values/render-slug.ts';
import { describeLore } from './describe-lore.ts';
import { findWhereabouts } from './find-whereabouts.ts';
import type { GlossaryLore, GlossarySource } from './glossary-lore.ts';
import { planGlossaryQuest } from './plan-glossary-quest.ts';
import { readStoryPronouns } from './read-story-pronouns.ts';
import { buildQuest, describePart, writeOpening } from './write-glossary-quest.ts';

export interface GlossaryWorldOptions {
  /** The name of the place where the game begins; the weightiest place where absent. */
  readonly startAt?: string | undefined;
  readonly opening?: string | undefined;
}

/** A game can hardly use more places than this; the others become lore. */
const mostPlaces = 24;
const mostPeople = 40;
const mostFactions = 12;
const mostLore = 2_000;
/** More people than these at one place are a crowd that nobody can follow. */
const mostAtPlace = 6;
/** Places that this last part of the story mentions count as where the story is by now. */
const recentShare = 0.5;
const mostNewest = 3;
/** A quote may grow to twice its length when it is written as JSON. */
const longestQuote = 800;
const longestPlace = 160;
const mostTags = 20;
/** More ties than this say little about somebody. */
const mostTies = 6;
/** A place is joined to at most this many of those that the story tells of together with it. */
const usualWays = 3;

export function buildGlossaryWorld(source: GlossarySource, options: GlossaryWorldOptions = {}): Scenario {
  const entries = source.readEntries();
  const named = filterNamedOnce(entries);
  const listOf = (kind: GlossaryLore['kind'], most: number) =>
    named.filter((entry) => entry.kind === kind).slice(0, most);
  const places = sortPlaces(listOf('place', mostPlaces), options.startAt);
  const rooms = places.length > 0 ? places.map(describe) : [buildBlankPlace(source)];
  const start = rooms[0]?.name ?? source.title;
  const people = resolvePeople(listOf('person', mostPeople), places, start);
  const quest = planGlossaryQuest({ people, places: rooms.map(({ name }) => name), start, matters: entries });
  return scenarioSchema.parse({
    id: 'from-a-glossary',
    title: source.title.slice(0, longestName),
    about: `The world of ${source.title}, ${source.asOf}.`,
    start: { at: start },
    opening:
      options.opening === undefined
        ? writeOpening({ source, start, room: rooms[0], people, quest, newest: listNewest(entries) })
        : [options.opening],
    places: rooms,
    ways: linkPlaces(places),
    people: people.map(({ lore, at }) => ({ ...describePerson(lore), at, ...describePart(quest, lore) })),
    factions: listOf('faction', mostFactions).map(describe),
    ...buildQuest(quest),
    notes: entries.slice(0, mostLore).map(buildNote),
    secrets: people.flatMap(({ lore }) => listTies(lore)),
  });
}

/** Of entries that a game could not tell apart by name, the weightiest. */
function filterNamedOnce(entries: readonly GlossaryLore[]): readonly GlossaryLore[] {
  const known = new Set<string>();
  return entries.filter(({ term }) => {
    const name = renderSlug(nameOf(term));
    const isNew = !known.has(name);
    known.add(name);
    return isNew;
  });
}

function describe(lore: GlossaryLore) {
  return { name: nameOf(lore.term), about: describeLore(lore) };
}

/** With the pronouns that the story shows. */
function describePerson(lore: GlossaryLore) {
  const { name, about } = describe(lore);
  const spoken = readStoryPronouns(lore);
  const isSaid = spoken === undefined || readPronouns(about) === spoken;
  return { name, about: isSaid ? about : addPronouns(about, spoken) };
}

/** The people who are somewhere in the story, not too many at any one place; the others are lore. */
function resolvePeople(people: readonly GlossaryLore[], places: readonly GlossaryLore[], start: string) {
  const crowd = new Map<string, number>();
  return people.flatMap((lore) => {
    const place = findWhereabouts(lore, places);
    const at = place === undefined ? start : nameOf(place.term);
    const count = crowd.get(at) ?? 0;
    const isLost = place === undefined && places.length > 0;
    if (isLost || count >= mostAtPlace) return [];
    crowd.set(at, count + 1);
    return [{ lore, name: nameOf(lore.term), at }];
  });
}

/** Whom and what somebody has to do with, for whoever plays them. */
function listTies({ term, beside }: GlossaryLore): readonly object[] {
  const ties = beside.slice(0, mostTies).map(nameOf).join(', ');
  return ties === ''
    ? []
    : [{ of: nameOf(term), kind: 'knows', text: `the story tells of them together with ${ties}` }];
}

/** Cuts a term to the longest name that a place or person may have. */
function nameOf(term: string): string {
  return term.slice(0, longestName).toWellFormed();
}

function buildBlankPlace({ title }: GlossarySource) {
  return { name: 'The beginning', about: `Somewhere in the world of ${title}.` };
}

function buildNote({ term, aliases, definition, quote, where, weight }: GlossaryLore) {
  return {
    kind: 'lore',
    content: `${term}: ${definition}`.slice(0, longestText).toWellFormed(),
    tags: [term, ...aliases]
      .map(cutTag)
      .filter((tag) => tag !== '')
      .slice(0, mostTags),
    importance: weight,
    source: {
      glossary: `${term}, ${where}`.slice(0, longestPlace).toWellFormed(),
      quote: quote.slice(0, longestQuote).toWellFormed(),
    },
  };
}

function cutTag(name: string): string {
  return name.trim().slice(0, longestTag).toWellFormed().trim();
}

/** First the place that was asked for, else the weightiest of those where the story is by now. */
function sortPlaces(places: readonly GlossaryLore[], name: string | undefined): readonly GlossaryLore[] {
  const wanted = name?.toLowerCase();
  const asked = places.find(({ term, aliases }) =>
    [term, ...aliases].some((one) => one.toLowerCase() === wanted),
  );
  const newest = Math.max(...places.map(readNewest));
  const oldest = Math.min(...places.map(readNewest));
  const recent = newest - (newest - oldest) * recentShare;
  const first = asked ?? places.find((place) => readNewest(place) >= recent);
  return first === undefined ? places : [first, ...places.filter((place) => place !== first)];
}

function readNewest({ told }: GlossaryLore): number {
  return told.at(-1)?.post ?? 0;
}

/** What the story told of last. */
function listNewest(entries: readonly GlossaryLore[]): readonly GlossaryLore[] {
  const told = entries.filter((entry) => entry.told.length > 0 && newestKinds.has(entry.kind));
  return told.toSorted((one, other) => readNewest(other) - readNewest(one)).slice(0, mostNewest);
}

const newestKinds: ReadonlySet<GlossaryLore['kind']> = new Set(['person', 'event', 'thing']);

/**
 * Joins each place to those the story tells of together with it, and to the one before it in weight where none of these
 * comes earlier: so every place can be reached.
 */
function linkPlaces(
  places: readonly GlossaryLore[],
): readonly { readonly from: string; readonly to: string }[] {
  const ways = new Map<string, { from: string; to: string }>();
  const join = (from: string, to: string) => {
    const key = [from, to].toSorted().join('\n');
    if (from !== to && !ways.has(key)) ways.set(key, { from, to });
  };
  for (const [at, place] of places.entries()) {
    const near = place.beside.filter((name) => places.some(({ term }) => term === name)).slice(0, usualWays);
    for (const name of near) join(place.term, name);
    const before = places[at - 1];
    const isJoined = near.some((name) => places.slice(0, at).some(({ term }) => term === name));
    if (before !== undefined && !isJoined) join(before.term, place.term);
  }
  return [...ways.values()].map(({ from, to }) => ({ from: nameOf(from), to: nameOf(to) }));
}
