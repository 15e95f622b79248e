// Suggests up to four different things that the player can do now.

import type { Chronicle } from './chronicle.ts';
import { shuffle } from './compose.ts';
import { nameWay, renderCapital } from './describe.ts';
import { isOut } from './fight.ts';
import { findPlaceNamed, findRoute } from './find-referent.ts';
import { renderNoun } from './noun.ts';
import { detectPlaceKind } from './place-kind.ts';
import { type CurrentStep, describeStep, findErrand, listUrgedSteps } from './quest-steps.ts';
import { listUntold } from './topics.ts';
import { isSame, nameOf, readText, type Way } from './world.ts';

const mostSuggestions = 4;

export function suggest(c: Chronicle): readonly string[] {
  const fight = c.world.mode === 'combat' ? listFight(c) : [];
  if (fight.length > 0)
    return [...new Set([...fight, ...shuffle(inFight, c.takeKey('always'))])].slice(0, mostSuggestions);
  const [first, second] = listUrgedSteps(c).flatMap((step) => suggestStep(c, step) ?? []);
  const taken = first ?? '';
  const people = listPeople(c, taken);
  const aside = [...listWishes(c), ...(second === undefined ? [] : [second])];
  const rest = shuffle(
    [...people.slice(0, 2), ...listThings(c), ...listWays(c).slice(0, 2)],
    c.takeKey('suggest'),
  );
  const hasDoor = detectPlaceKind(c, c.world.here) === 'inside';
  const always = shuffle([...atPeace, ...(hasDoor ? ['Listen at the door'] : [])], c.takeKey('always'));
  const chosen = [taken, ...shuffle(aside, c.takeKey('aside')).slice(0, 1), ...rest, ...always];
  return [...new Set(chosen.filter((one) => one !== ''))].slice(0, mostSuggestions);
}

const atPeace = ['Search the place', 'Look around', 'Wait and listen', 'Rest a while'];
const inFight = ['Call for help', 'Hide', 'Surrender', 'Distract them with a shout'];

/** Suggests something besides the main thread: to ask the people here who have an errand what they want. */
function listWishes(c: Chronicle): readonly string[] {
  return c.world
    .listPresent()
    .filter((one) => findErrand(c, one) !== undefined)
    .map(
      (one) =>
        `Ask ${renderNoun(c.nameNoun(one), 'the')} what ${c.nameNoun(one).gender === 'they' ? 'they want' : `${renderNoun(c.nameNoun(one), 'he')} wants`}`,
    );
}

function listFight(c: Chronicle): readonly string[] {
  return c.world.opponents
    .filter((one) => !isOut(c, one))
    .slice(0, 1)
    .flatMap((foe) => {
      const name = renderNoun(c.nameNoun(foe), 'the') ?? nameOf(foe);
      const way = c.world.listOpenWays().find(({ isLocked }) => !isLocked);
      const flight = way === undefined ? [] : [`Flee ${nameTarget(c, way)}`];
      const words = foe.type === 'creature' ? `Calm ${name}` : `Bargain with ${name}`;
      return [`Attack ${name}`, words, ...flight];
    });
}

/**
 * For each person or creature here who is not named in `taken`: suggests to ask about a topic not told yet, to talk, or
 * to sneak past.
 */
function listPeople(c: Chronicle, taken: string): readonly string[] {
  return c.world.listPresent().flatMap((one) => {
    const name = renderNoun(c.nameNoun(one), 'the') ?? nameOf(one);
    if (taken.includes(name)) return [];
    if (one.type === 'creature') return c.intent.kind === 'sneak' ? [] : `Sneak past ${name}`;
    const topics = listUntold(c, one);
    const topic = topics[c.turn % Math.max(1, topics.length)];
    return topic === undefined ? `Talk to ${name}` : `Ask ${name} about ${topic.name}`;
  });
}

function listThings(c: Chronicle): readonly string[] {
  return c.world.listLying().map(({ name }) => `Take ${nameItem(c, name)}`);
}

function listWays(c: Chronicle): readonly string[] {
  const ways = shuffle(c.world.listOpenWays(), `${c.seed}/${c.turn}/ways`);
  return ways.map((way) => suggestWay(c, way));
}

function suggestWay(c: Chronicle, way: Way): string {
  if (!way.isLocked) return `Go ${nameTarget(c, way)}`;
  if (way.opensWith !== '' && c.world.hasThing(way.opensWith)) return `Use ${nameItem(c, way.opensWith)}`;
  return `Force the way ${nameWay(c, way)}`;
}

/** Suggests a deed that brings the player nearer to the current step. */
function suggestStep(c: Chronicle, step: CurrentStep): string | undefined {
  const place = findPlaceOf(c, step);
  const { here } = c.world;
  if (place !== undefined && place !== here?.id) {
    const way = findRoute(c, place);
    return way === undefined ? 'Search the place' : suggestWay(c, way);
  }
  if (step.on === 'find') return 'Search the place';
  if (step.on === 'open') return suggestOpening(c, step);
  if (step.on === 'have') return suggestHaving(c, step);
  if (step.on === 'settle') return `Bargain with ${nameSought(c, step)}`;
  return renderCapital(describeStep(c, step.name));
}

function suggestOpening(c: Chronicle, { to }: CurrentStep): string | undefined {
  const far = findPlaceNamed(c, to ?? '');
  const way = c.world.listOpenWays().find((one) => one.to === far?.id);
  return way === undefined ? undefined : suggestWay(c, way);
}

function suggestHaving(c: Chronicle, { what }: CurrentStep): string | undefined {
  if (c.world.listLying().some(({ name }) => isSame(name, what ?? '')))
    return `Take ${nameItem(c, what ?? '')}`;
  const holder = c.world
    .listPresent()
    .find((one) => c.world.listHeldBy(one).some(({ name }) => isSame(name, what ?? '')));
  return holder === undefined
    ? 'Search the place'
    : `Persuade ${renderNoun(c.nameNoun(holder), 'the')} to give up ${nameItem(c, what ?? '')}`;
}

function nameItem(c: Chronicle, name: string): string {
  return renderNoun(c.nameItem(name), 'the') ?? name;
}

/** Names the person with whom terms are to be made. */
function nameSought(c: Chronicle, { what = '' }: CurrentStep): string {
  const person = c.world.findNamed(what, ['npc', 'creature']);
  return renderNoun(person === undefined ? c.nameItem(what) : c.nameNoun(person), 'the') ?? what;
}

/** The place where a step is to be done. */
function findPlaceOf(c: Chronicle, step: CurrentStep): string | undefined {
  const { world } = c;
  if (step.where !== undefined) return findPlaceNamed(c, step.where)?.id;
  const what = step.what ?? '';
  const place = findPlaceNamed(c, what);
  if (place !== undefined) return place.id;
  const person = world.findNamed(what, ['npc', 'creature']);
  if (person !== undefined) return readText(person, 'at') || undefined;
  const item = world.findNamed(what, ['item']);
  const holder = item === undefined ? undefined : world.find(readText(item, 'holder'));
  if (holder === undefined) return undefined;
  return holder.type === 'location' ? holder.id : readText(holder, 'at') || undefined;
}

function nameTarget(c: Chronicle, way: Way): string {
  const place = c.world.find(way.to);
  return place === undefined
    ? nameWay(c, way)
    : `to ${renderNoun(c.nameNoun(place), 'the') ?? nameOf(place)}`;
}
