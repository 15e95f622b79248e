// Quest steps: lists the current steps of open quests, and what must happen for each.

import { isOpenQuest } from '../state/is-open-quest.ts';
import { findPlan } from '../state/notebook.ts';
import type { Entity } from '../values/entity.ts';
import type { Chronicle } from './chronicle.ts';
import { chooseOne } from './compose.ts';
import { findRoute, scoreName } from './find-referent.ts';
import { wordLists } from './grammar.ts';
import { nameThing, renderNoun } from './noun.ts';
import type { ScenarioQuest, ScenarioStep } from './scenario.ts';
import type { Script } from './script.ts';
import { isGone, isSame, listSteps, nameOf, readAttitude, readText, type Thing } from './world.ts';

export type StepKind = NonNullable<ScenarioStep['on']>;

export interface CurrentStep extends Omit<ScenarioStep, 'on' | 'hints'> {
  readonly quest: Entity;
  readonly on: StepKind;
  readonly hints: readonly string[];
  readonly told?: string | undefined;
}

export function listOpenQuests(c: Chronicle): readonly Entity[] {
  return c.world.list('quest').filter(isOpenQuest);
}

/** For each open quest, the first step that is not done. */
export function listCurrentSteps(c: Chronicle): readonly CurrentStep[] {
  return sortQuests(c, listOpenQuests(c)).flatMap((quest) => {
    const step = listSteps(quest).find(({ isDone }) => !isDone);
    return step === undefined ? [] : [readStep(c, quest, step.name)];
  });
}

/**
 * The current steps that the player is reminded of. Left out are errands, and quests that are not in the scenario, if
 * whoever gave them is gone.
 */
export function listUrgedSteps(c: Chronicle): readonly CurrentStep[] {
  return listCurrentSteps(c).filter(({ quest }) => {
    const giver = c.world.find(readText(quest, 'giver'));
    const isAside = findQuestData(c, quest) === undefined || isErrand(c, nameOf(quest));
    return !isAside || giver === undefined || !isGone(giver);
  });
}

/** Puts the main thread of the scenario before errands and before quests that are not in the scenario. */
function sortQuests(c: Chronicle, quests: readonly Entity[]): readonly Entity[] {
  const scoreQuest = (quest: Entity) =>
    findQuestData(c, quest) === undefined || isErrand(c, nameOf(quest)) ? 1 : 0;
  return [...quests].sort((one, other) => scoreQuest(one) - scoreQuest(other));
}

/** Whether a quest of the scenario is an errand: it is not open from the beginning, and no other quest leads to it. */
export function isErrand(c: Chronicle, name: string): boolean {
  const quests = c.scenario?.quests ?? [];
  const written = quests.find((quest) => isSame(quest.name, name));
  return written?.open === false && quests.every(({ next }) => next === undefined || !isSame(next, name));
}

export function findQuestData(c: Chronicle, quest: Entity): ScenarioQuest | undefined {
  return c.scenario?.quests.find(({ name }) => isSame(name, nameOf(quest)));
}

/** The names of the steps that the notebook plans for a quest and that the player was not shown yet. */
export function listHeldBack(c: Chronicle, quest: Entity): readonly string[] {
  return findPlan(c.notebook, nameOf(quest))?.steps.map(({ name }) => name) ?? [];
}

function readStep(c: Chronicle, quest: Entity, name: string): CurrentStep {
  const written = findQuestData(c, quest)?.steps.find((step) => isSame(step.name, name));
  const read = readStepName(c, name);
  return {
    hints: [],
    ...read,
    ...written,
    on: written?.on ?? read.on,
    what: written?.what ?? read.what,
    name,
    quest,
  };
}

const verbs: readonly (readonly [StepKind, RegExp])[] = [
  ['give', /^(?:bring|deliver|return|give|carry|hand)\b/i],
  ['beat', /^(?:defeat|kill|slay|stop|drive|fight|destroy|beat)\b/i],
  ['have', /^(?:find|get|take|steal|recover|fetch|collect|obtain|retrieve)\b/i],
  ['talk', /^(?:ask|speak|talk|tell|warn|meet|question|persuade|convince|show|learn from|consult)\b/i],
  ['use', /^(?:use|light|ring|open|unlock|place|burn|break)\b/i],
  ['search', /^(?:search|look|investigate|examine|inspect|explore)\b/i],
];

/** What must happen for a step, read from the first word of the step's name and from the names in it. */
function readStepName(
  c: Chronicle,
  name: string,
): { readonly on: StepKind; readonly what?: string; readonly with?: string } {
  const heard = ` ${name
    .toLowerCase()
    .replace(/'s\b/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
  const person = findNamed(c, heard, ['npc', 'creature']);
  const place = findNamed(c, heard, ['location']);
  const item = findNamed(c, heard, ['item']);
  const on = verbs.find(([, pattern]) => pattern.test(name))?.[0] ?? 'arrive';
  if (on === 'give' && person !== undefined)
    return { on: 'talk', what: person, ...(item === undefined ? {} : { with: item }) };
  if (on === 'have' && item === undefined) return readPlain(person, place);
  const what = {
    give: place,
    beat: person,
    have: item,
    talk: person,
    use: item,
    search: place,
    arrive: place,
  }[on as 'give'];
  return what === undefined ? readPlain(person, place) : { on, what };
}

function readPlain(
  person: string | undefined,
  place: string | undefined,
): { readonly on: StepKind; readonly what?: string } {
  if (person !== undefined) return { on: 'talk', what: person };
  return place === undefined ? { on: 'search' } : { on: 'search', what: place };
}

function findNamed(c: Chronicle, heard: string, types: readonly string[]): string | undefined {
  const found = types
    .flatMap((type) => c.world.list(type))
    .map((one) => ({ name: nameOf(one), weight: scoreName(heard, nameOf(one)) }))
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight);
  return found[0]?.name;
}

/** The names of all things that a lock or a quest needs, now or later. Names of people and places may be among them. */
function listNeededThings(c: Chronicle): readonly string[] {
  const steps = [...(c.scenario?.quests ?? []).flatMap(({ steps }) => steps), ...listCurrentSteps(c)];
  const locks = c.world
    .list('location')
    .flatMap((place) => c.world.listWays(place).map((way) => way.opensWith));
  const named = listOpenQuests(c).flatMap((quest) => listSteps(quest).map(({ name }) => name.toLowerCase()));
  const spoken = c.world
    .list('item')
    .map((item) => nameOf(item))
    .filter((name) => named.some((step) => step.includes(name.toLowerCase())));
  return [
    ...steps.flatMap(({ what, with: item, finds, gives }) => [what, item, finds, gives]),
    ...locks,
    ...spoken,
  ].flatMap((name) => (name === undefined || name === '' ? [] : name));
}

/** A step as prose names it: its places have their articles, and its first letter is in lower case. */
export function describeStep(c: Chronicle, name: string): string {
  const places = c.world.list('location').map((place) => ({ name: nameOf(place), noun: c.nameNoun(place) }));
  const phrased = places.reduce(
    (text, place) =>
      text.replace(place.name, () => renderNoun(place.noun, 'the') ?? place.name).replace('the the ', 'the '),
    name.replace(/[.]$/, ''),
  );
  return phrased.charAt(0).toLowerCase() + phrased.slice(1);
}

interface Loan {
  readonly other: Entity;
  readonly item: string;
}

export type Errand = { readonly quest: ScenarioQuest } | { readonly loan: Loan };

/** With this many open quests or more, nobody asks for an errand. */
const mostOpen = 3;

export function hasOpenErrand(c: Chronicle, who: Entity): boolean {
  return listOpenQuests(c).some((quest) => readText(quest, 'giver') === who.id);
}

/**
 * The errand that this person would ask for now: one of the scenario or, if nothing is written for the person, a thing
 * to be fetched from somebody else. Undefined if there is none.
 */
export function findErrand(c: Chronicle, who: Entity): Errand | undefined {
  if (who.type !== 'npc' || isGone(who) || readAttitude(who) < -1) return undefined;
  if (listOpenQuests(c).length >= mostOpen) return undefined;
  const quest = c.scenario?.quests.find(
    ({ name, giver }) =>
      isSame(giver ?? '', nameOf(who)) &&
      isErrand(c, name) &&
      c.world.findNamed(name, ['quest']) === undefined,
  );
  if (quest !== undefined) return { quest };
  const hasAsked = c.world.list('quest').some((one) => readText(one, 'giver') === who.id);
  const isWritten = c.findPerson(who) !== undefined || c.findWant(who) !== undefined;
  return hasAsked || isWritten ? undefined : findLoan(c, who);
}

function findLoan(c: Chronicle, who: Entity): Errand | undefined {
  const others = c.world
    .list('npc')
    .filter((one) => one.id !== who.id && !isGone(one) && readAttitude(one) > -2)
    .filter((one) => findRoute(c, readText(one, 'at')) !== undefined);
  const other = chooseOne(others, `${c.seed}/loan/${who.id}`);
  const items = (wordLists['treasure'] ?? []).filter(
    (name) => c.world.findNamed(name, ['item']) === undefined,
  );
  const item = chooseOne(items, `${c.seed}/loan/${who.id}`);
  return other === undefined || item === undefined ? undefined : { loan: { other, item } };
}

export function* startErrand(c: Chronicle, who: Entity, errand: Errand): Script<void> {
  if ('loan' in errand) return yield* startLoan(c, who, errand.loan);
  const { name, about, steps, asked } = errand.quest;
  const known = { name, about, status: 'open', steps: steps.map((step) => step.name), giver: who.id };
  yield* c.execute([{ name: 'quest_update', arguments: known }]);
  if (asked === undefined || !c.narrateText(asked)) c.narrate('wants', { who: c.nameNoun(who), want: about });
}

function* startLoan(c: Chronicle, who: Entity, { other, item }: Loan): Script<void> {
  const place = c.world.find(readText(other, 'at'));
  const here = c.world.here?.id ?? '';
  const name = `The ${item.charAt(0).toUpperCase()}${item.slice(1)}`;
  const steps = [`Get the ${item} from ${nameOf(other)}`, `Bring the ${item} to ${nameOf(who)}`];
  const about = `${nameOf(who)} wants the ${item} back; ${nameOf(other)} has it.`;
  yield* c.execute([
    { name: 'item_add', arguments: { name: item, about: `It is ${nameOf(who)}'s.`, target: here } },
    { name: 'set', arguments: { path: 'holder', value: other.id, target: item } },
    { name: 'quest_update', arguments: { name, about, status: 'open', steps, giver: who.id } },
  ]);
  c.narrate('errand-ask', {
    who: c.nameNoun(who),
    other: c.nameNoun(other),
    item: nameThing(item),
    place: place === undefined ? 'some place' : c.nameNoun(place),
  });
}

/** Things that the player's character carries and that the story does not need. */
export function listSpare(c: Chronicle): readonly Thing[] {
  const needed = listNeededThings(c);
  return c.world.listHeldBy(c.world.player).filter(({ name }) => !needed.some((one) => isSame(one, name)));
}

/**
 * The lines that fit the place. A line that fits only certain places begins with their names, as in `@Ropewalk, Fish
 * Market: …`.
 */
export function listFitting(c: Chronicle, lines: readonly string[]): readonly string[] {
  const here = c.world.here === undefined ? '' : nameOf(c.world.here).toLowerCase();
  return lines.flatMap((line) => {
    const [, places, text] = /^@([^:]+): ([\s\S]*)$/.exec(line) ?? [];
    if (places === undefined || text === undefined) return line;
    return places.toLowerCase().split(', ').includes(here) ? text : [];
  });
}
