// Story: what follows from a deed: steps of quests, clocks, complications, reminders that keep the thread in hand.

import type { Entity } from '../state/entity.ts';
import { isObject } from '../state/json.ts';
import { endSentence, findKind, sayBeat, sayIdle } from './acts/describe.ts';
import { bringForth, passThing } from './acts/give-over.ts';
import { pick } from './chance.ts';
import type { Chronicle } from './chronicle.ts';
import { findPlaceNamed } from './find-referent.ts';
import { complications, grammar } from './grammar.ts';
import { nameThing } from './name-noun.ts';
import { rollOracle } from './oracle.ts';
import { type CurrentStep, findCurrentSteps, findQuestData, listOpenQuests } from './quest-steps.ts';
import type { ScenarioClock } from './scenario.ts';
import type { Call, Script } from './script.ts';
import { isGone, isSame, listSteps, nameOf } from './world.ts';

/** Marks what was reached; true where anything was. */
export function* advanceQuests(c: Chronicle): Script<boolean> {
  let hasAdvanced = false;
  for (let round = 0; round < 3; round++) {
    const reached = findCurrentSteps(c).find((step) => isReached(c, step));
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
    (hasName(c.happened.talkedTo, step) && (step.with === undefined || c.world.holds(step.with))),
  search: (c, step) => {
    if (step.finds !== undefined && c.world.holds(step.finds)) return true;
    return step.what === undefined ? c.happened.searched.size > 0 : hasName(c.happened.searched, step);
  },
  arrive: (c, { what }) => isHere(c, what),
  have: (c, { what }) => c.world.holds(what ?? ''),
  give: (c, { what }) => c.world.holds(what ?? ''),
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
  const next = isLast ? findQuestData(c, quest)?.next : undefined;
  const done = { name: nameOf(quest), done: [name], ...(isLast ? { status: 'done' } : {}) };
  yield* c.act([
    { name: 'quest_update', arguments: done },
    ...(next === undefined ? [] : openQuest(c, next)),
  ]);
  c.paragraph();
  yield* bringItems(c, step);
  yield* handOver(c, step);
  sayStep(c, step);
  if (isLast) finishQuest(c, quest);
}

function sayStep(c: Chronicle, { on, what, told, with: with_ }: CurrentStep): void {
  const person = c.world.findNamed(what ?? '', ['npc', 'creature']);
  if (on === 'talk' && person !== undefined && with_ !== undefined && told === undefined && !isGone(person)) {
    c.say('new-quest-won', { who: c.noun(person), item: nameThing(with_) });
  } else if (on === 'talk' && person !== undefined && isGone(person))
    c.say('another-way', { who: c.noun(person) });
  else if (told === undefined || !c.tell(told)) c.say('step-done');
}

/** What was brought to somebody who asked for it stays with them, unless the scenario says otherwise. */
function* handOver(c: Chronicle, { on, what, with: item, told }: CurrentStep): Script<void> {
  const person = c.world.findNamed(what ?? '', ['npc', 'creature']);
  const thing = c.world.listHeldBy(c.world.player).find(({ name }) => isSame(name, item ?? ''));
  if (on !== 'talk' || told !== undefined || person === undefined || thing === undefined || isGone(person))
    return;
  yield* passThing(c, thing, person.id);
}

function* bringItems(c: Chronicle, { finds, gives }: CurrentStep): Script<void> {
  for (const name of [finds, gives]) {
    if (name === undefined || c.world.holds(name)) continue;
    yield* bringForth(c, c.scenario?.items.find((one) => isSame(one.name, name)) ?? { name, about: '' });
  }
}

function finishQuest(c: Chronicle, quest: Entity): void {
  const data = findQuestData(c, quest);
  c.paragraph();
  if (data?.won === undefined || !c.tell(data.won)) c.say('quest-won', { quest: `*${nameOf(quest)}*` });
  const next = c.scenario?.quests.find(({ name }) => isSame(name, data?.next ?? ''));
  if (next !== undefined) c.tell(`*${next.name}. ${endSentence(next.about)}*`);
}

function openQuest(c: Chronicle, name: string): readonly Call[] {
  const quest = c.scenario?.quests.find((one) => isSame(one.name, name));
  if (quest === undefined) return [];
  const giver =
    quest.giver === undefined ? undefined : c.world.findNamed(quest.giver, ['npc', 'creature'])?.id;
  const steps = quest.steps.map((step) => step.name);
  const known = { about: quest.about, status: 'open', steps, ...(giver === undefined ? {} : { giver }) };
  return [{ name: 'quest_update', arguments: { name: quest.name, ...known } }];
}

/** What the dice brought beside the deed: the oracles that effects asked for. */
export function* tellOracles(c: Chronicle): Script<void> {
  for (const line of c.happened.says.splice(0)) c.tell(endSentence(line));
  const [id] = c.happened.oracles.splice(0);
  if (id === undefined) return;
  const said = yield* rollOracle(c, id, 'what comes of it');
  c.paragraph();
  if (id === c.hints.complication) sayComplication(c, said);
  else if (said !== undefined) yield* tellRow(c, id, said);
}

/** What a table of finds says is found; any other row is shown as it stands. */
function* tellRow(c: Chronicle, id: string, said: string): Script<void> {
  const thing = /^(?:An?|Some) ([\p{L} '-]{3,50})(?:[.,:;]|$)/u.exec(said)?.[1]?.toLowerCase();
  if (!/find|found|loot|treasure/.test(id) || thing === undefined || c.world.holds(thing)) {
    c.tell(`*${endSentence(said)}*`);
    return;
  }
  yield* bringForth(c, { name: thing, about: '' });
  c.say('found-item', { item: nameThing(thing) });
}

/** The row of the table, made into something that happens here. */
function sayComplication(c: Chronicle, said: string | undefined): void {
  const heard = ` ${(said ?? '').toLowerCase().replace(/[^\p{L}]+/gu, ' ')} `;
  const fitting = complications.filter(({ words }) => words.some((word) => heard.includes(` ${word}`)));
  const lines = fitting.flatMap((one) => one.lines);
  if (lines.length > 0 && c.tellOne(lines, 'complications')) return;
  if (!c.say('complication')) sayBeat(c);
}

/** A clock of the scenario ticks on what it waits for, and does what it threatens when it is full. */
export function* runClocks(c: Chronicle): Script<void> {
  const { hasFailed, hasRested, hasTravelled } = c.happened;
  const events = { failure: hasFailed, rest: hasRested, travel: hasTravelled && c.turn % 2 === 0 };
  const clock = (c.scenario?.clocks ?? []).find(
    (one) => one.on.some((event) => events[event]) && isRunning(c, one),
  );
  if (clock !== undefined) yield* tick(c, clock);
  yield* ripen(c);
}

function isRunning(c: Chronicle, clock: ScenarioClock): boolean {
  if (listOpenQuests(c).length === 0) return false;
  return (
    clock.while === undefined || listOpenQuests(c).some((quest) => isSame(nameOf(quest), clock.while ?? ''))
  );
}

function* tick(c: Chronicle, clock: ScenarioClock): Script<void> {
  const arguments_ = { name: clock.name, ticks: 1, segments: clock.segments };
  yield* c.act([{ name: 'clock_tick', arguments: arguments_ }]);
  c.paragraph();
  if (!c.tellOne(listFitting(c, clock.ticks), `ticks/${clock.name}`))
    c.say('clock-tick', { clock: clock.name });
}

/** Whatever clock is full strikes, and is wound up again. */
function* ripen(c: Chronicle): Script<void> {
  const full = c.world.list('clock').find((clock) => isFull(clock));
  if (full === undefined) return;
  const name = nameOf(full);
  const written = c.scenario?.clocks.find((clock) => isSame(clock.name, name));
  const mark = { condition: 'shaken', minutes: 240 };
  yield* c.act([
    { name: 'clock_tick', arguments: { name: full.id, ticks: -readSegments(full) } },
    { name: 'condition_add', arguments: mark },
  ]);
  c.paragraph();
  if (written?.full === undefined || !c.tell(written.full)) {
    c.say('clock-full', { clock: name });
    if (!c.say('complication')) c.say(`beat-${findKind(c, c.world.here)}`);
  }
}

function isFull(clock: Entity): boolean {
  const { progress } = clock.sheet;
  if (!isObject(progress)) return false;
  return Number(progress['filled'] ?? 0) >= readSegments(clock) && readSegments(clock) > 0;
}

function readSegments({ sheet }: Entity): number {
  const { progress } = sheet;
  return isObject(progress) ? Number(progress['segments'] ?? 0) : 0;
}

/** The thread, when nothing has pulled at it for a while. */
export function remind(c: Chronicle): void {
  const step = pick(findCurrentSteps(c), c.key('remind'));
  if (step === undefined) return;
  c.paragraph();
  if (c.tellOne(listFitting(c, step.hints), `hints/${step.name}`)) return;
  const text = step.name.charAt(0).toLowerCase() + step.name.slice(1).replace(/[.]$/, '');
  c.say('remind', { step: text });
}

/** Somebody else has a life as well. */
export function stir(c: Chronicle): void {
  const someone = pick(
    c.world.listPresent().filter((one) => !isGone(one)),
    c.key('stir'),
  );
  c.paragraph();
  if (someone !== undefined && sayIdle(c, someone)) return;
  if (!sayBeat(c)) c.tellOne(grammar['beat-wild'] ?? [], 'beat-wild');
}

/** Lines that belong to places begin with them: `@Ropewalk, Fish Market: …`. */
function listFitting(c: Chronicle, lines: readonly string[]): readonly string[] {
  const here = c.world.here === undefined ? '' : nameOf(c.world.here).toLowerCase();
  return lines.flatMap((line) => {
    const [, places, text] = /^@([^:]+): ([\s\S]*)$/.exec(line) ?? [];
    if (places === undefined || text === undefined) return line;
    return places.toLowerCase().split(', ').includes(here) ? text : [];
  });
}
