// Complications: lets something else go wrong, which changes an attitude, a thing, a way, a clock (a counter) or the hour.

import { isFullClock } from '../state/is-full-clock.ts';
import type { Entity } from '../values/entity.ts';
import { isObject } from '../values/json.ts';
import type { Chronicle } from './chronicle.ts';
import { chooseOne } from './compose.ts';
import { narrateBeat } from './describe.ts';
import { complications, wordLists } from './grammar.ts';
import { moveThing } from './move-things.ts';
import { nameBeing } from './noun.ts';
import { applyGrudge } from './people.ts';
import { detectPlaceKind } from './place-kind.ts';
import { listFitting, listSpare } from './quest-steps.ts';
import type { Call, Script } from './script.ts';
import { isSame, nameOf, readAttitude } from './world.ts';

const pursuit = 'Somebody on your track';
const debt = 'What you owe';
const segments = 4;

/**
 * Tells of something that goes wrong here, and executes its effect. It suits `said`, the row rolled on a table of the
 * system, if anything does.
 */
export function* playComplication(c: Chronicle, said: string | undefined): Script<void> {
  const heard = ` ${(said ?? '').toLowerCase().replace(/[^\p{L}]+/gu, ' ')} `;
  const fitting = complications.filter(({ words }) => words.some((word) => heard.includes(` ${word}`)));
  const chosen = chooseOne(fitting, c.takeKey('complication'));
  if (chosen === undefined || !c.narrateOneOf(chosen.lines, 'complications')) {
    if (!c.narrate('complication')) narrateBeat(c);
  }
  yield* applyEffect(c, chosen?.does ?? 'pursuit');
}

function* applyEffect(c: Chronicle, does: string): Script<void> {
  switch (does) {
    case 'lose':
      return yield* playLoss(c);
    case 'sour':
      return yield* playGrudge(c);
    case 'shut':
      return yield* playShutWay(c);
    case 'debt':
      return yield* advanceOwnClock(c, debt, 'indebted');
    case 'time':
      yield* c.execute([{ name: 'time_advance', arguments: { minutes: 20, reason: 'a mishap' } }]);
      c.narrate('time-lost');
      return;
    case 'shake':
      yield* c.execute([{ name: 'condition_add', arguments: { condition: 'shaken', minutes: 60 } }]);
      c.narrate('shaken-by');
      return;
    default:
      return yield* advanceOwnClock(c, pursuit, 'pursued');
  }
}

function* playLoss(c: Chronicle): Script<void> {
  const { here } = c.world;
  const thing = chooseOne(listSpare(c), c.takeKey('lose'));
  if (thing === undefined || here === undefined) return yield* advanceOwnClock(c, pursuit, 'pursued');
  yield* moveThing(c, thing, here.id);
  c.narrate('lost-item', { item: c.nameItem(thing.name) });
}

function* playGrudge(c: Chronicle): Script<void> {
  const present = c.world.listPresent().filter((one) => one.type === 'npc' && readAttitude(one) >= 0);
  const who = chooseOne(present, c.takeKey('sour'));
  if (who === undefined || !(yield* applyGrudge(c, who)))
    return yield* advanceOwnClock(c, pursuit, 'pursued');
  c.narrate('soured', { who: c.nameNoun(who) });
}

/** Shuts a way; if only one is open, advances a clock instead, since the player's character must be able to leave. */
function* playShutWay(c: Chronicle): Script<void> {
  const { here } = c.world;
  const open = c.world.listOpenWays().filter(({ isLocked }) => !isLocked);
  const way = chooseOne(open, c.takeKey('shut'));
  if (here === undefined || way === undefined || open.length < 2)
    return yield* advanceOwnClock(c, pursuit, 'pursued');
  const exits = [{ to: way.to, is_locked: true }];
  yield* c.execute([{ name: 'place_create', arguments: { name: here.id, exits } }]);
  c.narrate('shut-way', { way: way.name === '' ? `to ${nameOf(c.world.find(way.to) ?? here)}` : way.name });
}

function* advanceOwnClock(c: Chronicle, name: string, kind: string): Script<void> {
  yield* c.execute([{ name: 'clock_tick', arguments: { name, ticks: 1, segments } }]);
  c.narrate(kind);
}

/**
 * If a clock is full, tells and executes what it brings, and empties it. Of several full clocks, only the first counts.
 */
export function* playFullClock(c: Chronicle): Script<void> {
  const full = c.world.list('clock').find(isFullClock);
  if (full === undefined) return;
  const name = nameOf(full);
  const written = c.scenario?.clocks.find((clock) => isSame(clock.name, name));
  c.happened.ripened.add(name);
  c.startParagraph();
  const undone = { name: 'clock_tick', arguments: { name: full.id, ticks: -readSegments(full) } };
  const [brings] = c.listSecrets(full, 'brings');
  if (written === undefined && brings === undefined && name !== debt)
    return yield* playArrival(c, name, undone);
  const mark = { condition: name === debt ? 'sore' : 'shaken', minutes: 240 };
  const shown = brings === undefined ? [] : [{ name: 'reveal', arguments: { id: brings.id } }];
  yield* c.execute([undone, { name: 'condition_add', arguments: mark }, ...shown]);
  if (name === debt) {
    c.narrate('debt-due');
    return;
  }
  const [strikes = brings?.text] = written?.full === undefined ? [] : listFitting(c, [written.full]);
  if (strikes === undefined || !c.narrateText(strikes)) narrateFull(c, name);
}

function narrateFull(c: Chronicle, name: string): void {
  c.narrate('clock-full', { clock: name });
  if (!c.narrate('complication')) c.narrate(`beat-${detectPlaceKind(c, c.world.here)}`);
}

/**
 * Lets somebody arrive who was looking for the player's character, and begins a fight. If there is nobody left who
 * could arrive, only tells that the clock is full.
 */
function* playArrival(c: Chronicle, clock: string, undone: Call): Script<void> {
  const { here } = c.world;
  const free = (wordLists['hunter'] ?? []).filter(
    (name) => c.world.findNamed(name, ['creature']) === undefined,
  );
  const name = chooseOne(free, c.takeKey('hunter'));
  if (name === undefined || here === undefined) {
    yield* c.execute([undone]);
    return narrateFull(c, clock);
  }
  const values = c.hints.opponents?.threats?.['minor']?.set ?? {};
  const made = { name, type: 'creature', at: here.id, attitude: 'hostile', values };
  yield* c.execute([
    undone,
    { name: 'npc_create', arguments: made },
    { name: 'mode_set', arguments: { mode: 'combat', opponents: [name] } },
  ]);
  c.narrate('foe-arrives', { who: nameBeing({ name, type: 'creature' }) });
  c.narrateText(c.hints.opponents?.threats?.['minor']?.say ?? '');
}

function readSegments({ sheet }: Entity): number {
  const { progress } = sheet;
  return isObject(progress) ? Number(progress['segments'] ?? 0) : 0;
}
