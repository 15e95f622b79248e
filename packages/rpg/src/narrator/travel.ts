// Travel: finds which way the player means and takes it, unlocks ways with the right thing, and reveals hidden ones.

import { nameHiddenThing } from '../state/notebook.ts';
import type { Effect } from '../system/narrator-hints.ts';
import type { Entity } from '../values/entity.ts';
import type { JsonObject } from '../values/json.ts';
import type { Chronicle } from './chronicle.ts';
import { describePlace, nameWay } from './describe.ts';
import { listCalls } from './effects.ts';
import { findAbsent, findRoutePath, findWay, listNameWords, scoreName } from './find-referent.ts';
import { smallWords } from './grammar.ts';
import { buildMove } from './hints.ts';
import { listCurrentSteps } from './quest-steps.ts';
import { countShared, listContent } from './record.ts';
import { rollTrial } from './roll-intent.ts';
import type { Script } from './script.ts';
import { isSame, nameOf, readAttitude, readText, type Thing, type Way } from './world.ts';

export function isStroll(heard: string): boolean {
  if (/ (?:walk|wander|stroll|pace) to the end of /.test(heard)) return true;
  return (
    / (?:walk|wander|stroll|pace) /.test(heard) &&
    !/ (?:to|into|toward|towards|on|out|back|away) /.test(heard)
  );
}

/** The way that the player means: by name, by direction, toward somebody who is elsewhere, or simply onward. */
export function findWanted(c: Chronicle): Way | undefined {
  // "Up to the lamp" does not mean the way up.
  const heard = c.intent.heard.replace(/ (?:up|over|down|back|across|out) to /, ' to ');
  const ways = c.world.listOpenWays();
  const far = findFarPlace(c, heard);
  const direct = ways.find(({ to }) => to === far);
  if (direct !== undefined) return direct;
  if (far !== undefined) return findLongWay(c, far) ?? findWay(c, heard, ways);
  const named = findWay(c, heard, ways);
  if (named !== undefined) return named;
  if (/ (?:north|south|east|west|up|down|climb|crawl|swim) /.test(heard) || isStroll(heard)) return undefined;
  // If the words name an unknown goal, the player does not go by the only way out of here.
  const isElsewhere = / (?:to|into|follow|upstairs|downstairs|upstair) /.test(heard);
  return ways.length === 1 && !isElsewhere ? ways[0] : findAnyWay(c, ways);
}

/**
 * The way toward a place through as many places as possible in one go: up to a locked way, or to a place where the
 * player's character stops. Undefined if there is no route.
 */
function findLongWay(c: Chronicle, to: string): Way | undefined {
  const open = findRoutePath(c.world, to, ({ isLocked }) => !isLocked);
  const path = open.length > 0 ? open : findRoutePath(c.world, to);
  const shut = path.findIndex(({ isLocked }) => isLocked);
  const halt = path.findIndex((way) => isHalt(c, way.to));
  const ends = [shut === -1 ? path.length : shut, halt === -1 ? path.length : halt + 1];
  const walked = path.slice(0, Math.max(1, Math.min(...ends)));
  const [first] = walked;
  const last = walked.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const past = walked.slice(0, -1).map((way) => way.to);
  // The journey keeps the name of its first way.
  return past.length === 0 ? first : { ...first, name: nameWay(c, first), to: last.to, past };
}

/**
 * Whether the player's character stops at this place: somebody there means harm, or a quest waits for them to arrive.
 */
function isHalt(c: Chronicle, id: string): boolean {
  const place = c.world.find(id);
  const isAwaited = listCurrentSteps(c).some(
    ({ on, what }) => on === 'arrive' && place !== undefined && isSame(what ?? '', nameOf(place)),
  );
  return isAwaited || c.world.listPresent(place).some((one) => readAttitude(one) < -1);
}

/**
 * For words such as "onward", a way to a place where the player's character has not been, if there is one; for "back",
 * one to a place where they have been. Undefined for all other words.
 */
function findAnyWay(c: Chronicle, ways: readonly Way[]): Way | undefined {
  const { heard } = c.intent;
  const isAnywhere =
    / (?:on|onward|explore|wander|somewhere|anywhere|leave|continue|proceed|out|exit|ahead|back) /;
  if (!isAnywhere.test(heard)) return undefined;
  const isKnown = ({ to }: Way) => c.world.find(to)?.sheet['is_visited'] === true;
  if (/ back /.test(heard)) return ways.find(isKnown) ?? ways[0];
  return ways.find((way) => !isKnown(way)) ?? ways[c.turn % Math.max(1, ways.length)];
}

const seeking = / (?:to|toward|towards|after|find|see|visit|follow|meet|join|seek|fetch) (?!bed )(.+) $/;

/**
 * The place that the words name, or the place of a person whom they name, if the player's character knows of that
 * place.
 */
export function findFarPlace(c: Chronicle, heard: string): string | undefined {
  const across = / (?:go|walk|step|come|cross|head) (?:over|across) $/.test(heard)
    ? c.world.listOpenWays().find(({ name }) => /\b(?:across|over)\b/.test(name))?.to
    : undefined;
  const place =
    across ??
    findPlaceMeant(c, heard) ??
    (/ (?:over |out |back )?there $|^ (?:go|walk|step|come|cross|head) (?:over|across) $/.test(heard)
      ? findTold(c)
      : undefined);
  if (place !== undefined) return place;
  const sought = seeking.exec(heard)?.[1];
  const person = sought === undefined ? undefined : findAbsent(c, ` ${sought} `);
  const at = person === undefined ? undefined : c.world.find(readText(person, 'at'));
  // The player's character does not know who is at a place that they know nothing of.
  return at !== undefined && isKnownTo(c, at) ? at.id : undefined;
}

/** The place that the words name: by its whole name, the end of its name, or the text about it. */
export function findPlaceMeant(c: Chronicle, heard: string): string | undefined {
  const places = c.world.list('location');
  const weighed = places.map((one) => ({ id: one.id, weight: scoreName(heard, nameOf(one)) }));
  const [place] = weighed.filter(({ weight }) => weight > 10).sort((one, other) => other.weight - one.weight);
  if (place !== undefined) return place.id;
  const short = places.filter((one) => isKnownTo(c, one) && isNamedByEnd(heard, nameOf(one)));
  const [only = findToldPlace(c, heard), other] = short;
  if (only !== undefined && other === undefined) return only.id;
  return undefined;
}

/** "There" means the neighbouring place that was mentioned last. */
function findTold(c: Chronicle): string | undefined {
  const ways = c.world.listOpenWays();
  for (const text of c.recent.slice(-2).toReversed()) {
    const placed = ways.flatMap(({ to }) => {
      const name = nameOf(c.world.find(to) ?? c.world.player);
      const at = text.lastIndexOf(name);
      return at < 0 ? [] : [{ to, at, end: at + name.length }];
    });
    // Of two names that end at one place, such as "Chapel" and "Under Chapel", the longer one is meant.
    const [last] = placed.sort((one, other) => other.end - one.end || one.at - other.at);
    if (last !== undefined) return last.to;
  }
  return undefined;
}

/** Whether the last word of a place's name is heard, as in "the stair" for Cutter's Stair. */
function isNamedByEnd(heard: string, name: string): boolean {
  const last = listNameWords(name).at(-1);
  return last !== undefined && last.length > 3 && heard.includes(` ${last} `);
}

/** The only known place whose text or way contains all the words, as in "the inn" or "the tea room". */
function findToldPlace(c: Chronicle, heard: string): Entity | undefined {
  const words = (
    / (?:to|into|in|at|for|inside) (?:the )?((?:(?!and |at |to )\S+ ){1,2})$/.exec(heard)?.[1] ?? ''
  )
    .trim()
    .split(' ');
  if (words.every((word) => word.length < 3 || smallWords.around.includes(word))) return undefined;
  const ways = c.world.listOpenWays();
  const told = c.world.list('location').filter((one) => {
    const names = ways.filter(({ to }) => to === one.id).map(({ name }) => name);
    const about = readText(one, 'about');
    const telling = one.id === c.world.here?.id ? removeNames(about) : about;
    const spoken = [...names, nameOf(one), telling].join(' ').toLowerCase();
    const text = ` ${spoken.replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
    return isKnownTo(c, one) && words.every((word) => text.includes(` ${word} `));
  });
  return told.length === 1 ? told[0] : undefined;
}

/**
 * Removes names, since the text about a place may name another one: "the forest north of Thornkeep" is not Thornkeep.
 */
function removeNames(about: string): string {
  return about.replace(/(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}]*/gu, '…');
}

/** Whether the player's character has been at the place, or at a place from which a known way leads to it. */
function isKnownTo({ world }: Chronicle, place: Entity): boolean {
  const isVisited = (one: Entity) => one.sheet['is_visited'] === true || one.id === world.here?.id;
  const hasWayThere = (one: Entity) => world.listOpenWays(one).some(({ to }) => to === place.id);
  return isVisited(place) || world.list('location').some((one) => isVisited(one) && hasWayThere(one));
}

/** Makes the roll that travelling asks for, if any; the roll also takes the cost. */
function* startTravel(c: Chronicle): Script<'refused' | 'rolled' | 'plain'> {
  const go = c.hints.intents['go'];
  const move = go === undefined ? undefined : buildMove('go', go, c.intent.heard);
  if (move === undefined || (move.hint.check === undefined && move.hint.dice === undefined)) return 'plain';
  const reason = c.intent.heard.trim().slice(0, 80);
  const { refusal } = yield* rollTrial(c, { reason, move, roller: c.world.player });
  if (refusal === undefined) return 'rolled';
  c.narratePlainly(refusal);
  c.happened.isHalted = true;
  return 'refused';
}

export function* playGoBy(c: Chronicle, way: Way): Script<void> {
  const slots = { way: nameWay(c, way) };
  if (way.isLocked && !(yield* openWithKey(c, way))) {
    c.narrate('locked', slots);
    c.happened.isHalted = true;
    return;
  }
  const started = yield* startTravel(c);
  if (started === 'refused') return;
  const isNew = c.world.find(way.to)?.sheet['is_visited'] !== true;
  // If the journey had a roll, the roll has already taken the time and the price.
  const always = started === 'rolled' ? [{ minutes: 0 }] : listGoing(c);
  const each = always.find((one) => one.minutes !== undefined)?.minutes ?? 10;
  const minutes = each * (1 + (way.past ?? []).length);
  const others = always.filter((one) => one.minutes === undefined);
  const [moved] = yield* c.execute([
    { name: 'move', arguments: { destination: way.to, minutes } },
    ...listCalls(c, others, { roller: c.world.player }),
  ]);
  if (moved?.ok !== true) {
    c.narrate('locked', slots);
    c.happened.isHalted = true;
    return;
  }
  c.happened.hasTravelled = true;
  c.narrate('go', slots);
  for (const id of way.past ?? []) narratePassing(c, id);
  c.narrate(isNew ? 'arrive' : 'arrive-again');
  c.startParagraph();
  describePlace(c, isNew);
}

/** Tells what is seen of a place that the player's character only walks through. */
function narratePassing(c: Chronicle, id: string): void {
  const place = c.world.find(id);
  if (place === undefined) return;
  const there = c.nameNoun(place);
  const [who] = c.world.listPresent(place);
  const isTold = who !== undefined && c.narrate('pass-somebody', { there, who: c.nameNoun(who) });
  if (!isTold) c.narrate('pass', { there });
}

function listGoing(c: Chronicle): readonly Effect[] {
  const go = c.hints.intents['go'];
  return go === undefined ? [] : (buildMove('go', go, c.intent.heard).hint.always ?? []);
}

/** Unlocks a way with the thing that opens it; false if this thing is not in hand. */
function* openWithKey(c: Chronicle, way: Way): Script<boolean> {
  if (way.opensWith === '' || !c.world.hasThing(way.opensWith)) return false;
  yield* unlock(c, way);
  c.narrate('unlock', { way: nameWay(c, way), tool: c.nameItem(way.opensWith) });
  return true;
}

export function* unlock(c: Chronicle, { to }: Way): Script<void> {
  yield* setExit(c, { to, is_locked: false, is_hidden: false });
}

function* setExit(c: Chronicle, exit: JsonObject): Script<void> {
  const { here } = c.world;
  if (here === undefined) return;
  yield* c.execute([{ name: 'place_create', arguments: { name: here.id, exits: [exit] } }]);
}

/** Reveals a way that a search found; if it was locked, it stays locked. */
export function* playReveal(c: Chronicle, { to }: Way): Script<void> {
  const way = c.world.listWays().find((one) => one.to === to);
  const place = c.world.find(to);
  if (way === undefined || place === undefined) return;
  yield* way.isLocked ? setExit(c, { to, is_hidden: false }) : unlock(c, way);
  c.narrate('found-way', { way: nameWay(c, way), place: c.nameNoun(place) });
}

/**
 * A hidden way here that this deed finds, because a current step is to find the way and the step's text contains all
 * words of the deed.
 */
export function findHandledWay(c: Chronicle): Way | undefined {
  const words = listContent(c.intent.rest);
  const isTold = listCurrentSteps(c).some(
    ({ on, what = '', told = '' }) =>
      on === 'find' &&
      isSame(what, c.world.here === undefined ? '' : nameOf(c.world.here)) &&
      words.length > 0 &&
      countShared(told, words) === words.length,
  );
  return isTold ? c.world.listWays().find(({ isHidden }) => isHidden) : undefined;
}

export function findHiddenThing(c: Chronicle): Thing | undefined {
  const { here } = c.world;
  const item = here === undefined ? undefined : (findNotedThing(c, here) ?? findWrittenThing(c, here));
  if (item === undefined || c.world.hasThing(item.name)) return undefined;
  return c.world.findNamed(item.name, ['item']) === undefined ? item : undefined;
}

function findNotedThing(c: Chronicle, here: Entity): Thing | undefined {
  const [noted] = c.listSecrets(here, 'holds');
  if (noted === undefined) return undefined;
  const name = nameHiddenThing(noted.text);
  const colon = noted.text.indexOf(': ');
  return { name, about: colon === -1 ? '' : noted.text.slice(colon + 2) };
}

/** Finds the hidden thing in the scenario, for games that were begun without a notebook. */
function findWrittenThing(c: Chronicle, here: Entity): Thing | undefined {
  if (c.notebook.plans.length > 0) return undefined;
  return c.scenario?.items.find(({ hidden_at }) => isSame(hidden_at ?? '', nameOf(here)));
}

/** The scenario's lines about what a search finds here, without those that were told lately. */
export function listUnsearched(c: Chronicle): readonly string[] {
  const lines = c.findPlace(c.world.here)?.searched ?? [];
  return lines.filter((line) => !c.recent.some((text) => text.includes(line)));
}

/** The first note about something that the words name, among the notes that were not told lately. */
export function findNote(c: Chronicle): Thing | undefined {
  const isHeard = (tag: string) => c.intent.heard.includes(` ${tag.toLowerCase()} `);
  const note = c.scenario?.notes.find(
    ({ tags, content }) => tags.some(isHeard) && !c.recent.some((text) => text.includes(content)),
  );
  return note === undefined ? undefined : { name: 'note', about: note.content };
}

/** What the player searches for, in a few words: "fresh tracks" in "look around for fresh tracks". */
export function findSought({ intent }: Chronicle): string | undefined {
  const [, words = ''] =
    / for (?:the |an? |any |some |my |his |her |their )?((?:\S+ ){1,4})$/.exec(intent.heard) ?? [];
  const [first = ''] = words.split(/ (?:in|on|at|under|behind|around|near|with|among|between) /);
  const sought = first.trim();
  return sought === '' ||
    /^(?:it|them|him|her|that|this|anything|something|whatever|a while|anyone|someone)\b/.test(sought)
    ? undefined
    : sought;
}
