// Complications: what goes wrong beside the deed, and what it alters: an attitude, a thing, a way, a clock, the hour.

import type { Entity } from '../values/entity.ts';
import { isObject } from '../values/json.ts';
import { findKind, sayBeat } from './acts/describe.ts';
import { passThing } from './acts/give-over.ts';
import { listSpare } from './acts/manners.ts';
import { sour } from './acts/react.ts';
import { pick } from './chance.ts';
import type { Chronicle } from './chronicle.ts';
import { complications, wordLists } from './grammar.ts';
import { listFitting } from './list-fitting.ts';
import { nameBeing, nameThing } from './name-noun.ts';
import type { Call, Script } from './script.ts';
import { isSame, nameOf, readAttitude } from './world.ts';

const pursuit = 'Somebody on your track';
const debt = 'What you owe';
const segments = 4;

/** The row of the table, made into something that happens here, and what it does. */
export function* befall(c: Chronicle, said: string | undefined): Script<void> {
  const heard = ` ${(said ?? '').toLowerCase().replace(/[^\p{L}]+/gu, ' ')} `;
  const fitting = complications.filter(({ words }) => words.some((word) => heard.includes(` ${word}`)));
  const chosen = pick(fitting, c.key('complication'));
  if (chosen === undefined || !c.tellOne(chosen.lines, 'complications')) {
    if (!c.say('complication')) sayBeat(c);
  }
  yield* takeEffect(c, chosen?.does ?? 'pursuit');
}

function* takeEffect(c: Chronicle, does: string): Script<void> {
  switch (does) {
    case 'lose':
      return yield* loseSomething(c);
    case 'sour':
      return yield* sourSomebody(c);
    case 'shut':
      return yield* shutSomeWay(c);
    case 'debt':
      return yield* tickOwn(c, debt, 'indebted');
    case 'time':
      yield* c.act([{ name: 'time_advance', arguments: { minutes: 20, reason: 'a mishap' } }]);
      c.say('time-lost');
      return;
    case 'shake':
      yield* c.act([{ name: 'condition_add', arguments: { condition: 'shaken', minutes: 60 } }]);
      c.say('shaken-by');
      return;
    default:
      return yield* tickOwn(c, pursuit, 'pursued');
  }
}

function* loseSomething(c: Chronicle): Script<void> {
  const { here } = c.world;
  const thing = pick(listSpare(c), c.key('lose'));
  if (thing === undefined || here === undefined) return yield* tickOwn(c, pursuit, 'pursued');
  yield* passThing(c, thing, here.id);
  c.say('lost-item', { item: nameThing(thing.name) });
}

function* sourSomebody(c: Chronicle): Script<void> {
  const present = c.world.listPresent().filter((one) => one.type === 'npc' && readAttitude(one) >= 0);
  const who = pick(present, c.key('sour'));
  if (who === undefined || !(yield* sour(c, who))) return yield* tickOwn(c, pursuit, 'pursued');
  c.say('soured', { who: c.noun(who) });
}

/** Never the only way: somebody must be able to leave without breaking anything. */
function* shutSomeWay(c: Chronicle): Script<void> {
  const { here } = c.world;
  const open = c.world.listOpenWays().filter(({ isLocked }) => !isLocked);
  const way = pick(open, c.key('shut'));
  if (here === undefined || way === undefined || open.length < 2)
    return yield* tickOwn(c, pursuit, 'pursued');
  const exits = [{ to: way.to, is_locked: true }];
  yield* c.act([{ name: 'place_create', arguments: { name: here.id, exits } }]);
  c.say('shut-way', { way: way.name === '' ? `to ${nameOf(c.world.find(way.to) ?? here)}` : way.name });
}

function* tickOwn(c: Chronicle, name: string, kind: string): Script<void> {
  yield* c.act([{ name: 'clock_tick', arguments: { name, ticks: 1, segments } }]);
  c.say(kind);
}

/** Whatever clock is full strikes, and is wound up again. */
export function* ripen(c: Chronicle): Script<void> {
  const full = c.world.list('clock').find((clock) => isFull(clock));
  if (full === undefined) return;
  const name = nameOf(full);
  const written = c.scenario?.clocks.find((clock) => isSame(clock.name, name));
  c.happened.ripened.add(name);
  c.paragraph();
  const undone = { name: 'clock_tick', arguments: { name: full.id, ticks: -readSegments(full) } };
  if (written === undefined && name !== debt) return yield* arriveFoe(c, name, undone);
  const mark = { condition: name === debt ? 'sore' : 'shaken', minutes: 240 };
  yield* c.act([undone, { name: 'condition_add', arguments: mark }]);
  if (name === debt) {
    c.say('debt-due');
    return;
  }
  const [strikes] = written?.full === undefined ? [] : listFitting(c, [written.full]);
  if (strikes === undefined || !c.tell(strikes)) sayFull(c, name);
}

function sayFull(c: Chronicle, name: string): void {
  c.say('clock-full', { clock: name });
  if (!c.say('complication')) c.say(`beat-${findKind(c, c.world.here)}`);
}

/** Whoever was looking for the player's character has found it. */
function* arriveFoe(c: Chronicle, clock: string, undone: Call): Script<void> {
  const { here } = c.world;
  const free = (wordLists['hunter'] ?? []).filter(
    (name) => c.world.findNamed(name, ['creature']) === undefined,
  );
  const name = pick(free, c.key('hunter'));
  if (name === undefined || here === undefined) {
    yield* c.act([undone]);
    return sayFull(c, clock);
  }
  const values = c.hints.opponents?.threats?.['minor']?.set ?? {};
  const made = { name, type: 'creature', at: here.id, attitude: 'hostile', values };
  yield* c.act([
    undone,
    { name: 'npc_create', arguments: made },
    { name: 'mode_set', arguments: { mode: 'combat', opponents: [name] } },
  ]);
  c.say('foe-arrives', { who: nameBeing({ name, type: 'creature' }) });
  c.tell(c.hints.opponents?.threats?.['minor']?.say ?? '');
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
