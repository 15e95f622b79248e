// Builds the world of a game from a glossary: places with ways between them, people in them, factions, and the rest as lore.

import { type Scenario, scenarioSchema } from '../narrator/scenario.ts';
import { longestName, longestTag, longestText } from '../tools/arguments.ts';

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
const longestAbout = 600;
/** A quote may grow to twice its length when it is written as JSON. */
const longestQuote = 800;
const longestPlace = 160;
const mostTags = 20;
/** A place is joined to at most this many of those that the story tells of together with it. */
const usualWays = 3;

export function buildGlossaryWorld(source: GlossarySource, options: GlossaryWorldOptions = {}): Scenario {
  const entries = source.readEntries();
  const listOf = (kind: GlossaryLore['kind'], most: number) =>
    entries.filter((entry) => entry.kind === kind).slice(0, most);
  const places = moveToFront(listOf('place', mostPlaces), options.startAt);
  const rooms = places.length > 0 ? places.map(describe) : [buildBlankPlace(source)];
  const start = rooms[0]?.name ?? source.title;
  const people = listOf('person', mostPeople).map((person) => ({
    ...describe(person),
    at: findPlace(person, places) ?? start,
  }));
  return scenarioSchema.parse({
    id: 'from-a-glossary',
    title: source.title.slice(0, longestName),
    about: `The world of ${source.title}, ${source.asOf}.`,
    start: { at: start },
    opening: [
      options.opening ??
        `You are at ${start}. The story so far is known ${source.asOf}; what comes next is yours.`,
    ],
    places: rooms,
    ways: linkPlaces(places),
    people,
    factions: listOf('faction', mostFactions).map(describe),
    notes: entries.slice(0, mostLore).map(buildNote),
  });
}

function describe({ term, definition }: GlossaryLore) {
  return { name: nameOf(term), about: definition.slice(0, longestAbout) || term };
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

function moveToFront(places: readonly GlossaryLore[], name: string | undefined): readonly GlossaryLore[] {
  const wanted = name?.toLowerCase();
  const first = places.find(({ term, aliases }) =>
    [term, ...aliases].some((one) => one.toLowerCase() === wanted),
  );
  return first === undefined ? places : [first, ...places.filter((place) => place !== first)];
}

/** The first place that is told of together with somebody. */
function findPlace({ beside }: GlossaryLore, places: readonly GlossaryLore[]): string | undefined {
  const found = beside.find((name) => places.some(({ term }) => term === name));
  return found === undefined ? undefined : nameOf(found);
}

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

/** An entry as it was at the chosen place in the story: nothing later is in it. */
export interface GlossaryLore {
  readonly term: string;
  readonly aliases: readonly string[];
  readonly kind: 'person' | 'place' | 'faction' | 'thing' | 'event' | 'other';
  readonly definition: string;
  /** Words of the story that the entry stands on, and where they are, such as `thread 3, post 12`. */
  readonly quote: string;
  readonly where: string;
  /** How much it matters in the story, between 0 and 1. */
  readonly weight: number;
  /** Names of the entries that the story tells of together with this one most often. */
  readonly beside: readonly string[];
}

export interface GlossarySource {
  /** Title of the story. */
  readonly title: string;
  /** The place in the story up to which it is told, in words. */
  readonly asOf: string;
  /** The weightiest first. */
  readEntries(): readonly GlossaryLore[];
}
