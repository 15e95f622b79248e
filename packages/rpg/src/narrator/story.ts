// Story: tells what follows from a deed, such as quest steps, clocks, complications and reminders of the main thread.

import type { Entity } from '../values/entity.ts';
import type { Chronicle } from './chronicle.ts';
import { playComplication, playFullClock } from './complications.ts';
import { chooseOne } from './compose.ts';
import { completeSentence, narrateBeat, narrateIdle } from './describe.ts';
import { listCalls } from './effects.ts';
import { findPlaceNamed } from './find-referent.ts';
import { createThing, listBringing, listPassing } from './move-things.ts';
import {
  type CurrentStep,
  describeStep,
  findQuestData,
  isErrand,
  listCurrentSteps,
  listFitting,
  listHeldBack,
  listOpenQuests,
  listUrgedSteps,
} from './quest-steps.ts';
import { readCarried } from './read-carried.ts';
import { rollOracle } from './roll-intent.ts';
import type { ScenarioClock } from './scenario.ts';
import type { Call, Script } from './script.ts';
import { isGone, isSame, listSteps, nameOf, readAttitude, readText } from './world.ts';

/** Marks up to three steps that were reached, and tells so; returns whether there was any. */
export function* advanceQuests(c: Chronicle): Script<boolean> {
  let hasAdvanced = false;
  for (let round = 0; round < 3; round++) {
    const reached = listCurrentSteps(c).find((step) => isReached(c, step));
    if (reached === undefined) break;
    hasAdvanced = true;
    yield* finishStep(c, reached);
  }
  return hasAdvanced;
}

function isReached(c: Chronicle, step: CurrentStep): boolean {
  return reaching[step.on](c, step);
}

const reaching: Readonly<Record<CurrentStep['on'], (c: Chronicle, step: CurrentStep) => boolean>> = {
  talk: (c, step) =>
    isLost(c, step) ||
    (hasName(c.happened.talkedTo, step) && (step.with === undefined || c.world.hasThing(step.with))),
  search: (c, step) => {
    if (step.finds !== undefined && c.world.hasThing(step.finds)) return true;
    return step.what === undefined ? c.happened.searched.size > 0 : hasName(c.happened.searched, step);
  },
  arrive: (c, { what }) => isHere(c, what),
  have: (c, { what }) => c.world.hasThing(what ?? ''),
  give: (c, { what }) => c.world.hasThing(what ?? ''),
  use: (c, step) => hasName(c.happened.used, step) && (step.where === undefined || isHere(c, step.where)),
  open: isWayOpen,
  find: isWayOpen,
  settle: (c, step) => hasName(c.happened.settled, step) || isLost(c, step),
  beat: (c, step) => hasName(c.happened.beaten, step) || isLost(c, step),
};

function hasName(names: ReadonlySet<string>, { what }: CurrentStep): boolean {
  return [...names].some((name) => isSame(name, what ?? ''));
}

function isHere(c: Chronicle, place: string | undefined): boolean {
  return c.world.here !== undefined && isSame(nameOf(c.world.here), place ?? '');
}

function isWayOpen(c: Chronicle, { what, to, on }: CurrentStep): boolean {
  const place = findPlaceNamed(c, what ?? '');
  const far = findPlaceNamed(c, to ?? '');
  const way = c.world.listWays(place).find((one) => one.to === far?.id);
  if (far?.sheet['is_visited'] === true) return true;
  return way !== undefined && !way.isHidden && (on === 'find' || !way.isLocked);
}

/** Whether the person whom a step needs is gone; what this person knew is then found in another way. */
function isLost(c: Chronicle, { what }: CurrentStep): boolean {
  const person = c.world.findNamed(what ?? '', ['npc', 'creature']);
  return person !== undefined && isGone(person);
}

function* finishStep(c: Chronicle, step: CurrentStep): Script<void> {
  const { quest, name } = step;
  const left = listSteps(quest).filter(({ isDone }) => !isDone).length - 1;
  const isLast = left + listHeldBack(c, quest).length <= 0;
  const data = findQuestData(c, quest);
  const next = isLast ? data?.next : undefined;
  const done = { name: nameOf(quest), done: [name], ...(isLast ? { status: 'done' } : {}) };
  // All calls go into one reply, since a turn has only a few replies.
  yield* c.execute([
    { name: 'quest_update', arguments: done },
    ...(next === undefined ? [] : planQuest(c, next)),
    ...listBrought(c, step),
    ...listHandedOver(c, step),
    ...(isLast ? listThanks(c, quest, data?.reward ?? true) : []),
  ]);
  c.startParagraph();
  narrateStep(c, step);
  if (isLast) yield* finishQuest(c, quest);
}

function narrateStep(c: Chronicle, { on, what, told, finds, with: with_ }: CurrentStep): void {
  const wasHeld = on === 'search' && finds !== undefined && c.heldBefore.has(finds.toLowerCase());
  const person = c.world.findNamed(what ?? '', ['npc', 'creature']);
  if (on === 'talk' && person !== undefined && with_ !== undefined && told === undefined && !isGone(person)) {
    c.narrate('new-quest-won', { who: c.nameNoun(person), item: c.nameItem(with_) });
  } else if (on === 'talk' && person !== undefined && isGone(person))
    c.narrate('another-way', { who: c.nameNoun(person) });
  else if (wasHeld) c.narrate('step-known');
  else if (told === undefined || !c.narrateText(told)) c.narrate('step-done');
}

/**
 * The calls that leave a thing that was brought with the person who asked for it; empty for a step of the main thread
 * that has a text of its own, which tells what becomes of the thing.
 */
function listHandedOver(c: Chronicle, step: CurrentStep): readonly Call[] {
  const { on, what, with: item, told, quest } = step;
  const person = c.world.findNamed(what ?? '', ['npc', 'creature']);
  const thing = c.world.listHeldBy(c.world.player).find(({ name }) => isSame(name, item ?? ''));
  const isKept = told !== undefined && !isErrand(c, nameOf(quest));
  if (on !== 'talk' || isKept || person === undefined || thing === undefined || isGone(person)) return [];
  return listPassing(c, thing, person.id);
}

function listBrought(c: Chronicle, { finds, gives }: CurrentStep): readonly Call[] {
  return [finds, gives].flatMap((name) => {
    if (name === undefined || c.world.hasThing(name)) return [];
    return listBringing(c, c.scenario?.items.find((one) => isSame(one.name, name)) ?? { name, about: '' });
  });
}

function* finishQuest(c: Chronicle, quest: Entity): Script<void> {
  const data = findQuestData(c, quest);
  c.startParagraph();
  if (data?.won === undefined || !c.narrateText(data.won))
    c.narrate('quest-won', { quest: `“${nameOf(quest)}”` });
  yield* applyReward(c, quest, data?.reward ?? true);
  const next = c.scenario?.quests.find(({ name }) => isSame(name, data?.next ?? ''));
  if (next !== undefined) c.narrateText(`“${next.name}”: ${completeSentence(next.about)}`);
}

function planQuest(c: Chronicle, name: string): readonly Call[] {
  const quest = c.scenario?.quests.find((one) => isSame(one.name, name));
  if (quest === undefined) return [];
  const giver =
    quest.giver === undefined ? undefined : c.world.findNamed(quest.giver, ['npc', 'creature'])?.id;
  const steps = quest.steps.map((step) => step.name);
  const known = { about: quest.about, status: 'open', steps, ...(giver === undefined ? {} : { giver }) };
  return [{ name: 'quest_update', arguments: { name: quest.name, ...known } }];
}

/**
 * Tells what a roll brought besides the outcome of the deed: texts of effects, whether the player's character is better
 * or worse off, and a row of a table.
 */
export function* narrateOracles(c: Chronicle): Script<void> {
  for (const line of c.happened.says.splice(0)) c.narrateText(completeSentence(line));
  for (const kind of c.happened.tides) c.narrate(kind);
  const [row] = c.happened.rows.splice(0);
  if (row === undefined) return;
  c.startParagraph();
  if (row.id === c.hints.complication) yield* playComplication(c, row.said);
  else yield* playRow(c, row.id, row.said);
}

/** Advances a clock of the scenario if what it waits for has happened, and tells what a full clock brings. */
export function* runClocks(c: Chronicle): Script<void> {
  const { hasFailed, hasRested, hasTravelled } = c.happened;
  const events = { failure: hasFailed, rest: hasRested, travel: hasTravelled && c.turn % 2 === 0 };
  const clock = (c.scenario?.clocks ?? []).find(
    (one) => one.on.some((event) => events[event]) && isRunning(c, one),
  );
  if (clock !== undefined) yield* advanceClock(c, clock);
  yield* playFullClock(c);
}

function isRunning(c: Chronicle, clock: ScenarioClock): boolean {
  if (listOpenQuests(c).length === 0) return false;
  return (
    clock.while === undefined || listOpenQuests(c).some((quest) => isSame(nameOf(quest), clock.while ?? ''))
  );
}

function* advanceClock(c: Chronicle, clock: ScenarioClock): Script<void> {
  const arguments_ = { name: clock.name, ticks: 1, segments: clock.segments };
  yield* c.execute([{ name: 'clock_tick', arguments: arguments_ }]);
  c.happened.hasTicked = true;
  c.startParagraph();
  if (!c.narrateOneOf(listFitting(c, clock.ticks), `ticks/${clock.name}`) && clock.ticks.length === 0)
    c.narrate('clock-tick', { clock: clock.name });
}

/** Reminds the player of one of the current steps. */
export function narrateReminder(c: Chronicle): void {
  const step = chooseOne(listUrgedSteps(c), c.takeKey('remind'));
  if (step === undefined) return;
  c.startParagraph();
  if (c.narrateOneOf(listFitting(c, step.hints), `hints/${step.name}`)) return;
  // If no hint of the step can be told now, the step is named, unless one of the last turns named it.
  const phrased = describeStep(c, step.name);
  if (!c.recent.some((text) => text.includes(phrased))) c.narrate('remind', { step: phrased });
}

/** Tells something small that somebody here does, or that can be noticed at the place. */
export function narrateStir(c: Chronicle): void {
  // While people talk, only every other turn has a gesture.
  if (c.happened.replied.size > 0 && c.turn % 2 === 1) return;
  const someone = chooseOne(
    c.world.listPresent().filter((one) => !isGone(one)),
    c.takeKey('stir'),
  );
  c.startParagraph();
  if (someone !== undefined && narrateIdle(c, someone)) return;
  narrateBeat(c);
}

const finds = /find|found|loot|treasure/;

/**
 * The part of a reward that needs no roll: what the system gives, the giver's thanks, and a thing that the scenario
 * names.
 */
function listThanks(c: Chronicle, quest: Entity, reward: boolean | string): readonly Call[] {
  const plain = (c.hints.reward ?? []).filter(({ amount }) => typeof amount !== 'string');
  const calls = listCalls(c, plain, { roller: c.world.player });
  const giver = c.world.find(readText(quest, 'giver'));
  const isThankful = reward !== false && giver !== undefined && !isGone(giver) && readAttitude(giver) < 2;
  const liked = { name: 'adjust', arguments: { path: 'attitude', delta: 1, target: giver?.id ?? '' } };
  const thing =
    typeof reward === 'string' && !c.world.hasThing(reward) ? listBringing(c, describe(c, reward)) : [];
  return [...calls, ...(isThankful ? [liked] : []), ...thing];
}

/** Tells the reward. If there is one but the scenario does not name it, it is rolled on a table. */
function* applyReward(c: Chronicle, quest: Entity, reward: boolean | string): Script<void> {
  if (reward === false) return;
  const giver = c.world.find(readText(quest, 'giver'));
  const isHere = giver !== undefined && !isGone(giver) && readText(giver, 'at') === c.world.here?.id;
  if (isHere) c.narrate('thanks-giver', { who: c.nameNoun(giver) });
  const drawn = reward === true ? yield* drawThing(c) : undefined;
  const name = typeof reward === 'string' ? reward : drawn;
  if (name !== undefined) c.narrate('reward-item', { item: c.nameItem(name) });
}

function describe(c: Chronicle, name: string) {
  const about = c.scenario?.items.find((item) => isSame(item.name, name))?.about ?? '';
  return { name, about };
}

/**
 * Rolls on the system's own table of finds and gives the player's character what it names. Undefined if there is no
 * such table, or the row names nothing new that can be carried.
 */
function* drawThing(c: Chronicle): Script<string | undefined> {
  const table = c.system.manifest.oracles?.find(({ id }) => finds.test(id));
  const said = yield* rollOracle(c, table?.id, 'a reward');
  const thing = said === undefined ? undefined : readCarried(said);
  if (thing === undefined || c.world.hasThing(thing)) return undefined;
  yield* createThing(c, { name: thing, about: '' });
  return thing;
}

/**
 * Gives the player's character the thing that a row of a table of finds names, if it can be carried and they do not
 * have it. Otherwise tells the row in its own words, unless it says "nothing".
 */
function* playRow(c: Chronicle, id: string, said: string): Script<void> {
  const thing = readCarried(said);
  if (!finds.test(id) || thing === undefined || c.world.hasThing(thing)) {
    if (/^nothing\b/i.test(said)) return;
    const table = c.system.manifest.oracles?.find((one) => one.id === id);
    const text = said.replace(/\b\d+d\d+ /g, 'a few ').replace(/[.]$/, '');
    // A row such as "To be thanked" answers the question of its table; it is not a consequence of a deed.
    const manner = /^to \p{Ll}/iu.test(text) ? 'answers-table' : 'comes-of-it';
    c.narrate(finds.test(id) ? 'found-row' : manner, {
      text: text.charAt(0).toLowerCase() + text.slice(1),
      label: table?.label ?? id,
    });
    return;
  }
  yield* createThing(c, { name: thing, about: '' });
  c.narrate('found-item', { item: c.nameItem(thing) });
}
