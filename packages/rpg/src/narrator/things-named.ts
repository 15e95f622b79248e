// Finds things that are not entities of the game, but are mentioned in the text about somebody here or about the place.

import type { Entity } from '../values/entity.ts';
import type { Chronicle } from './chronicle.ts';
import { listSayings } from './describe.ts';
import { smallWords } from './grammar.ts';
import { detectPlaceKind } from './place-kind.ts';
import { listContent, stemWord } from './record.ts';
import { nameOf, readText } from './world.ts';

const ends =
  / (?:that|which|who|whose|where|reading|marked|labelled|called|once|twice|three|several|many|with|from|out of|out|off|with|to|in|into|on|onto|at|and|for|next|by|near|beside|under|over|of|as|while|until|before|after|around|round|behind|about|through|against) /;

/** The noun that names the object of the deed: "spoon" in "the spoon out of his hand"; undefined if there is none. */
export function findNounMeant({ intent }: Chronicle): string | undefined {
  // "My knife back" means the knife, and nobody's back.
  const bare = intent.rest.replace(/ (?:back|again) $/, ' ');
  const rest = bare.replace(
    /^ (?:(?:backwards|forwards|sideways|slowly|twice|once|three times|up|down|on|off|at|to|round|around|in circles|towards|by|closer|nearer|close|near|next|over|across|back|right|one of|some of|a piece of|a bit of) )+/,
    ' ',
  );
  const [first = ''] = rest.split(ends);
  return listContent(first).at(-1);
}

export interface Seen {
  readonly who: Entity;
  readonly noun: string;
}

/**
 * The first person here whose texts mention the thing that the words name, with its noun. Undefined if this noun is
 * part of the person's name.
 */
export function findDescribedWith(c: Chronicle): Seen | undefined {
  const noun = findNounMeant(c);
  if (noun === undefined) return undefined;
  const who = c.world.listPresent().find((one) => {
    const { look = [], idle = [], small = [] } = c.findPerson(one) ?? {};
    return hasNoun([readText(one, 'about'), ...look, ...idle, ...small.map(stripSpeech)], noun);
  });
  const isTheirName = who !== undefined && listContent(nameOf(who)).includes(noun);
  return who === undefined || isTheirName ? undefined : { who, noun };
}

/** A line about somebody here that mentions the thing that the words name; undefined if there is none. */
export function findTheirSaying(c: Chronicle): string | undefined {
  const seen = findDescribedWith(c);
  const { look = [], idle = [] } = seen === undefined ? {} : (c.findPerson(seen.who) ?? {});
  return [...look, ...idle].find((line) => hasNoun([line], seen?.noun ?? ''));
}

function stripSpeech(line: string): string {
  return line
    .split(/["“”]/)
    .filter((_, at) => at % 2 === 0)
    .join(' ');
}

/** Whether the text of the place has a thing of this name. */
export function isOfPlace(c: Chronicle, noun: string): boolean {
  const { here } = c.world;
  return here !== undefined && hasNoun(listSayings(c, here), noun);
}

/** The noun of the thing that the words name, if the text of the place mentions this thing. */
export function findFixture(c: Chronicle): string | undefined {
  const noun = findNounMeant(c);
  const { here } = c.world;
  if (noun === undefined || here === undefined) return undefined;
  return hasNoun([...listSayings(c, here), ...(c.findPlace(here)?.searched ?? [])], noun) ? noun : undefined;
}

/** The sentence of the place's text about the thing that the words name. */
function findFixtureSaying(c: Chronicle): string | undefined {
  const noun = findFixture(c);
  const { here } = c.world;
  if (noun === undefined || here === undefined) return undefined;
  return listSayings(c, here).find((line) => hasNoun([line], noun));
}

function hasNoun(texts: readonly string[], noun: string): boolean {
  const wanted = stemWord(noun);
  return texts.some((text) => listContent(text).some((word) => stemWord(word) === wanted));
}

/**
 * Tells the sentence of the place's text about the thing that the words name. If it was told lately, it is told again
 * only if the player reads or asks; otherwise this returns false.
 */
export function narrateFixture(c: Chronicle, kind: string): boolean {
  const saying = findFixtureSaying(c);
  if (saying === undefined) return false;
  if (c.narrateText(saying)) return true;
  if (kind !== 'read' && kind !== 'oracle') return false;
  c.narratePlainly(saying);
  return true;
}

/** The beast of the place's own description that the words name: a dog, the horses. */
export function findBeast(c: Chronicle): string | undefined {
  const heard = c.intent.heard.trim().split(' ');
  return heard.find((word) => smallWords.beasts.includes(word) && isOfPlace(c, word));
}

/** Whether places like this one have such a thing, even if the text of this place does not name it. */
export function isCommon(c: Chronicle, noun: string): boolean {
  const { here } = c.world;
  const kind = here === undefined ? 'anywhere' : detectPlaceKind(c, here);
  return kind !== 'anywhere' && smallWords[`common-${kind}`].includes(noun);
}
