// Builds the world of a game from a glossary: places with ways between them, people, factions, and all else as lore.

import { addPronouns } from '../narrator/noun.ts';
import { type Scenario, scenarioSchema } from '../narrator/scenario.ts';
import { longestName, longestTag, longestText } from '../tools/arguments.ts';
import { readPronouns } from '../values/read-pronouns.ts';
import { renderSlug } from '../values/render-slug.ts';
import { filterPeople, filterPlaces, removeTitles } from './choose-cast.ts';
import { describeLore, stripMoments } from './describe-lore.ts';
import { openWhereabouts } from './find-whereabouts.ts';
import type { GlossaryLore, GlossarySource } from './glossary-lore.ts';
import { planGlossaryQuest } from './plan-glossary-quest.ts';
import { planPlaces } from './plan-places.ts';
import { readStoryPronouns } from './read-story-pronouns.ts';
import { isTold } from './story-scenes.ts';
import { buildQuest, cutName, describePart, writeOpening } from './write-glossary-quest.ts';

export interface GlossaryWorldOptions {
  /** The name of the place where the game begins; if absent, the place where the story's main people are now. */
  readonly startAt?: string | undefined;
  readonly opening?: string | undefined;
}

/** How many of the weightiest places are considered for the game. */
const mostConsidered = 80;
const mostPeople = 40;
const mostFactions = 12;
const mostLore = 2_000;
/** More people than this at one place would be a crowd that nobody can follow. */
const mostAtPlace = 6;
/** Of the weightiest people, at most this many are in the game wherever they are. */
const mostMain = 8;
const mostNewest = 3;
/** A quote may be twice as long when it is written as JSON, and a note's source has at most 2,000 characters. */
const longestQuote = 800;
const longestPlace = 160;
const mostTags = 20;
/** More ties than this say little about somebody. */
const mostTies = 6;

export function buildGlossaryWorld(source: GlossarySource, options: GlossaryWorldOptions = {}): Scenario {
  const entries = source.readEntries().map(withCapital);
  const named = filterNamedOnce(entries);
  const listOf = (kind: GlossaryLore['kind']) => named.filter((entry) => entry.kind === kind);
  const persons = listPeople(named).slice(0, mostPeople);
  const { places, ways } = planPlaces({
    places: filterPlaces(listOf('place')).slice(0, mostConsidered),
    people: persons,
    startAt: options.startAt,
  });
  const rooms = places.length > 0 ? places.map(describe) : [buildBlankPlace(source)];
  const start = rooms[0]?.name ?? source.title;
  const people = removeTitles(resolvePeople(persons, places, start));
  // Whoever tells the story is the likeliest to be played, and asks nothing of themselves.
  const asking = people.toSorted((one, other) => Number(isTeller(one.lore)) - Number(isTeller(other.lore)));
  const quest = planGlossaryQuest({
    people: asking,
    places: rooms.map(({ name }) => name),
    start,
    matters: entries,
  });
  return scenarioSchema.parse({
    id: 'from-a-glossary',
    title: cutName(source.title),
    about: `The world of ${source.title}, ${source.asOf}.`,
    start: { at: start },
    opening:
      options.opening === undefined
        ? writeOpening({ source, start, room: rooms[0], people, quest, newest: listNewest(entries) })
        : [options.opening],
    places: rooms,
    ways: ways.map(({ from, to }) => ({ from: nameOf(from.term), to: nameOf(to.term) })),
    people: people.map(({ lore, at }) => ({ ...describePerson(lore), at, ...describePart(quest, lore) })),
    factions: listOf('faction').slice(0, mostFactions).map(describe),
    ...buildQuest(quest),
    notes: entries.slice(0, mostLore).map(buildNote),
    secrets: people.flatMap(({ lore }) => listTies(lore)),
  });
}

/** Somebody of the story who has no place. */
export interface Unplaced {
  readonly name: string;
  readonly about: string;
}

const mostUnplaced = 12;

/**
 * The weightiest living people of the story who are not in the world, mostly because the story's words put them
 * nowhere.
 */
export function listUnplaced(source: GlossarySource, { people }: Scenario): readonly Unplaced[] {
  const known = new Set(people.map(({ name }) => name));
  return listPeople(filterNamedOnce(source.readEntries().map(withCapital)))
    .filter(({ term }) => !known.has(nameOf(term)))
    .slice(0, mostUnplaced)
    .map(describePerson);
}

/**
 * The living people of the story. Its narrators come first: the story is about them, although it names them far less
 * often than others.
 */
function listPeople(entries: readonly GlossaryLore[]): readonly GlossaryLore[] {
  const people = filterPeople(entries.filter(({ kind }) => kind === 'person'));
  return people.toSorted((one, other) => Number(isTeller(other)) - Number(isTeller(one)));
}

function isTeller(lore: GlossaryLore): boolean {
  return lore.isTeller === true;
}

/**
 * A person's name without an article gets a capital, even if the story writes it in lower case: otherwise "pap" would
 * be taken for a common noun.
 */
function withCapital(lore: GlossaryLore): GlossaryLore {
  const isPlain = lore.kind === 'person' && /^\p{Ll}/u.test(lore.term) && !/^(?:the|an?) /u.test(lore.term);
  return isPlain ? { ...lore, term: `${lore.term.charAt(0).toUpperCase()}${lore.term.slice(1)}` } : lore;
}

/** Keeps only the weightiest of several entries whose names a game could not distinguish. */
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

/** The description, with the pronouns that the story shows. */
function describePerson(lore: GlossaryLore) {
  const { name, about } = describe(lore);
  const spoken = readStoryPronouns(lore);
  const isSaid = spoken === undefined || readPronouns(about) === spoken;
  return { name, about: isSaid ? about : addPronouns(about, spoken) };
}

/**
 * The main people, and the others whom the story puts at one of the places, but not too many at each place; all other
 * people become lore.
 */
function resolvePeople(people: readonly GlossaryLore[], places: readonly GlossaryLore[], start: string) {
  const crowd = new Map<string, number>();
  const find = openWhereabouts(places, people);
  const isOnlyTeller = people.filter(isTeller).length === 1;
  return people.flatMap((lore, rank) => {
    // The last scene is where its only teller is. The teller of one of several parts may be anywhere.
    const place = isTeller(lore) && isOnlyTeller ? places[0] : find(lore);
    const isMain = rank < mostMain && isTold(lore);
    const isLost = place === undefined && places.length > 0;
    const at = place === undefined ? start : nameOf(place.term);
    const count = crowd.get(at) ?? 0;
    if (!isMain && (isLost || count >= mostAtPlace)) return [];
    crowd.set(at, count + 1);
    return [{ lore, name: nameOf(lore.term), at }];
  });
}

/**
 * A note on what the story names together with somebody, for the narrator who plays them; empty if there is nothing.
 */
function listTies({ term, beside }: GlossaryLore): readonly object[] {
  const ties = beside.slice(0, mostTies).map(nameOf).join(', ');
  return ties === ''
    ? []
    : [{ of: nameOf(term), kind: 'knows', text: `the story names them together with ${ties}` }];
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
    content: nameFirst(term, stripMoments(definition)).slice(0, longestText).toWellFormed(),
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

/** Puts the term before the text, unless the text itself begins with it. */
function nameFirst(term: string, text: string): string {
  const begun = text.replace(/^(?:the|an?)\s+/iu, '');
  const isNamed =
    begun.toLowerCase().startsWith(term.toLowerCase()) && !/^\p{L}/u.test(begun.slice(term.length));
  return isNamed ? `${text.slice(0, 1).toUpperCase()}${text.slice(1)}` : `${term}: ${text}`;
}

function cutTag(name: string): string {
  return name.trim().slice(0, longestTag).toWellFormed().trim();
}

function readNewest({ told }: GlossaryLore): number {
  return told.at(-1)?.post ?? 0;
}

/** The people, events and things that the story told of last. */
function listNewest(entries: readonly GlossaryLore[]): readonly GlossaryLore[] {
  const told = entries.filter((entry) => entry.told.length > 0 && newestKinds.has(entry.kind));
  return told.toSorted((one, other) => readNewest(other) - readNewest(one)).slice(0, mostNewest);
}

const newestKinds: ReadonlySet<GlossaryLore['kind']> = new Set(['person', 'event', 'thing']);
