// Story: what follows from a deed: steps of quests, clocks, complications, reminders that keep the thread in hand.

import type { Entity } from '../values/entity.ts';
import { completeSentence, narrateBeat, narrateIdle } from './acts/describe.ts';
import { listBringing, listPassing } from './acts/move-things.ts';
import { chooseOne } from './chance.ts';
import type { Chronicle } from './chronicle.ts';
import { playComplication, playFullClock } from './complications.ts';
import { findPlaceNamed } from './find-referent.ts';
import { grammar } from './grammar.ts';
import { listFitting } from './list-fitting.ts';
import { nameThing } from './name-noun.ts';
import { rollOracle } from './oracle.ts';
import {
  type CurrentStep,
  describeStep,
  findQuestData,
  isErrand,
  listCurrentSteps,
  listOpenQuests,
} from './quest-steps.ts';
import { applyReward, listThanks, playRow } from './reward.ts';
import type { ScenarioClock } from './scenario.ts';
import type { Call, Script } from './script.ts';
import { isGone, isSame, listSteps, nameOf } from './world.ts';

/** Marks what was reached; true where anything was. */
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

/** Whoever was needed is gone: what they knew is found another way. */
function isLost(c: Chronicle, { what }: CurrentStep): boolean {
  const person = c.world.findNamed(what ?? '', ['npc', 'creature']);
  return person !== undefined && isGone(person);
}

function* finishStep(c: Chronicle, step: CurrentStep): Script<void> {
  const { quest, name } = step;
  const isLast = listSteps(quest).filter(({ isDone }) => !isDone).length <= 1;
  const data = findQuestData(c, quest);
  const next = isLast ? data?.next : undefined;
  const done = { name: nameOf(quest), done: [name], ...(isLast ? { status: 'done' } : {}) };
  // One reply for all of it: replies in a turn are few.
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
    c.narrate('new-quest-won', { who: c.nameNoun(person), item: nameThing(with_) });
  } else if (on === 'talk' && person !== undefined && isGone(person))
    c.narrate('another-way', { who: c.nameNoun(person) });
  else if (wasHeld) c.narrate('step-known');
  else if (told === undefined || !c.narrateText(told)) c.narrate('step-done');
}

/** What was brought to somebody who asked for it stays with them, unless the scenario says otherwise. */
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

/** What the dice brought beside the deed: the oracles that effects asked for. */
export function* narrateOracles(c: Chronicle): Script<void> {
  for (const line of c.happened.says.splice(0)) c.narrateText(completeSentence(line));
  for (const kind of c.happened.tides) c.narrate(kind);
  const [id] = c.happened.oracles.splice(0);
  if (id === undefined) return;
  const said = yield* rollOracle(c, id, 'what comes of it');
  c.startParagraph();
  if (id === c.hints.complication) yield* playComplication(c, said);
  else if (said !== undefined) yield* playRow(c, id, said);
}

/** A clock of the scenario ticks on what it waits for, and does what it threatens when it is full. */
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

/** The thread, when nothing has pulled at it for a while. */
export function narrateReminder(c: Chronicle): void {
  const step = chooseOne(listCurrentSteps(c), c.takeKey('remind'));
  if (step === undefined) return;
  c.startParagraph();
  if (c.narrateOneOf(listFitting(c, step.hints), `hints/${step.name}`)) return;
  // Words of its own come round often enough; the bare step not at every turn that has none.
  const phrased = describeStep(c, step.name);
  if (!c.recent.some((text) => text.includes(phrased))) c.narrate('remind', { step: phrased });
}

/** Somebody else has a life as well. */
export function narrateStir(c: Chronicle): void {
  const someone = chooseOne(
    c.world.listPresent().filter((one) => !isGone(one)),
    c.takeKey('stir'),
  );
  c.startParagraph();
  if (someone !== undefined && narrateIdle(c, someone)) return;
  if (!narrateBeat(c)) c.narrateOneOf(grammar['beat-wild'] ?? [], 'beat-wild');
}
