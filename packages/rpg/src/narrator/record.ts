// Record: answers questions with sentences from the story so far, or from texts about the place, its people and things.

import type { Chronicle } from './chronicle.ts';
import { completeSentence, listSayings } from './describe.ts';
import { smallWords } from './grammar.ts';
import { readText, type Thing } from './world.ts';

const stop = new Set(smallWords.stop);
const weather = new Set(smallWords.weather);
/** Words about the weather that may also describe a room. */
const mild = new Set(['cold', 'warm', 'wet', 'damp', 'dry', 'steam', 'frozen', 'freezing', 'ice']);

/** The words of a text that say what it is about, each once and in lower case. */
export function listContent(text: string): readonly string[] {
  const words = text
    .toLowerCase()
    .replace(/['’]s\b/g, '')
    .match(/[\p{L}\p{N}]+/gu);
  return [...new Set(words ?? [])].filter((word) => word.length > 2 && !stop.has(word));
}

/** The stem of a word, as a rule equal for two forms of one word: `kettles` and `kettle`, `mending` and `mended`. */
export function stemWord(word: string): string {
  const bare = word.replace(/(?:ing|ed|es|s)$/, '');
  return bare.length < 3 ? word : bare.replace(/e$/, '').replace(/y$/, 'i');
}

export function countShared(text: string, words: readonly string[]): number {
  const stems = new Set(listContent(text).map(stemWord));
  return words.filter((word) => stems.has(stemWord(word))).length;
}

function splitSentences(text: string): readonly string[] {
  return text.split(/(?<=[.!?…]["”]?)\s+/u).filter((sentence) => sentence !== '');
}

/** The sentence that shares the most words with the question: at least two, unless the question has only one. */
export function findSentence(texts: readonly string[], words: readonly string[]): string | undefined {
  let best: string | undefined;
  let most = Math.min(words.length, 2) - 1;
  for (const sentence of texts) {
    const shared = countShared(sentence, words);
    if (shared > most) [best, most] = [sentence, shared];
  }
  return words.length === 0 ? undefined : best;
}

/**
 * What the player's character knows: the place, things, what was told, quests, the scenario's notes, and the beginning
 * of the story.
 */
function listRecord(c: Chronicle): readonly string[] {
  const { world } = c;
  const things = [...world.listHeldBy(world.player), ...world.listLying()].map(renderThing);
  const here = world.here === undefined ? [] : listSayings(c, world.here);
  const quests = world.list('quest').map((quest) => readText(quest, 'about'));
  const told = c.recent
    .toReversed()
    .flatMap(splitSentences)
    .filter((sentence) => !/["“”]/u.test(sentence));
  const known = (c.scenario?.notes ?? []).map(({ content }) => content);
  return [
    ...things,
    ...here,
    ...[...(c.scenario?.opening ?? []), ...known].flatMap(splitSentences),
    ...told,
    ...quests.flatMap(splitSentences),
  ];
}

function renderThing({ name, about }: Thing): string {
  return about === ''
    ? ''
    : completeSentence(`The ${name}: ${about.charAt(0).toLowerCase()}${about.slice(1)}`);
}

/**
 * If the question names several things, answers with one sentence on record that contains them all; false if there is
 * none.
 */
export function narrateWhole(c: Chronicle): boolean {
  const words = listContent(c.intent.heard);
  const sentence =
    words.length < 2 ? undefined : listRecord(c).find((one) => countShared(one, words) === words.length);
  if (sentence !== undefined) narrateOnce(c, completeSentence(sentence));
  return sentence !== undefined;
}

/** Answers a question from the record; false if the record has no answer. */
export function narrateRecord(c: Chronicle): boolean {
  const words = listContent(c.intent.heard);
  // A single word may be in any sentence, so it counts only if the question is about it.
  if (
    words.length === 1 &&
    !/ what (?:is|are|was|were) (?:the |an? )?\S+ $| what (?:does|do) \S+ mean $/.test(c.intent.heard)
  )
    return false;
  const sentence = findSentence(listRecord(c), words);
  if (sentence === undefined) return false;
  narrateOnce(c, completeSentence(sentence));
  return true;
}

/** Tells a text, unless this narrative contains it already. */
function narrateOnce(c: Chronicle, text: string): void {
  if (!c.text.includes(text)) c.narratePlainly(text);
}

/**
 * Tells one sentence about the weather from the text of the place, the last narratives or the opening; indoors, texts
 * of neighbouring places out of doors count too. False if there is none.
 */
export function narrateWeather(c: Chronicle): boolean {
  const here = c.world.here === undefined ? [] : listSayings(c, c.world.here);
  const around = c.world.listOpenWays().flatMap(({ to }) => {
    const place = c.world.find(to);
    return place === undefined || c.findPlace(place)?.kind === 'inside' ? [] : listSayings(c, place);
  });
  const told = c.recent.toReversed().flatMap(splitSentences);
  const begun = [c.scenario?.about ?? '', ...(c.scenario?.opening ?? [])].flatMap(splitSentences);
  const isInside = c.findPlace(c.world.here)?.kind === 'inside';
  const asked = listContent(c.intent.heard).filter((word) => weather.has(word));
  const all = [...here, ...told, ...begun, ...(isInside ? around : [])].filter(isOfWeather);
  const outside = all.filter((one) => listContent(one).some((word) => weather.has(word) && !mild.has(word)));
  const isAsked = (one: string) => asked.length > 0 && countShared(one, asked) > 0;
  const sentence = outside.find(isAsked) ?? outside[0] ?? all.find(isAsked) ?? all[0];
  if (sentence === undefined) return false;
  narrateOnce(c, completeSentence(sentence));
  return true;
}

function isOfWeather(sentence: string): boolean {
  return !/["“]/u.test(sentence) && listContent(sentence).some((word) => weather.has(word));
}
