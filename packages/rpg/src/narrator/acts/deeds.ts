// Deeds: everything else one does: sneaking, forcing, helping, working wonders, resting, waiting, and what is no deed.

import { pick } from '../chance.ts';
import type { Chronicle } from '../chronicle.ts';
import { listCalls } from '../effects.ts';
import { findErrand } from '../errands.ts';
import { findAbsent, findNamedPerson, findWay } from '../find-referent.ts';
import { nameThing } from '../name-noun.ts';
import { rollOracle } from '../oracle.ts';
import { isEnglish, isGerman, readUntil } from '../read-intent.ts';
import type { Script } from '../script.ts';
import { readAttitude, readText } from '../world.ts';
import { nameWay, sayBeat, sayHour, sayIdle, saySense } from './describe.ts';
import { tellWant } from './speak.ts';
import { strikeBack } from './strike-back.ts';
import { goBy, openWithKey, unlock } from './travel.ts';
import { sayDegree, tryDeed } from './try-deed.ts';

export function* sneak(c: Chronicle): Script<void> {
  if (sayAbsent(c)) return;
  const present = c.world.listPresent();
  const tried = yield* tryDeed(c, 'sneak', present[0]);
  if (tried === undefined) return;
  sayDegree(c, 'sneak', tried);
  const [watcher] = present;
  if (tried.degree < 0 && watcher !== undefined) {
    c.say('sneak-seen', { who: c.noun(watcher) });
    if (readAttitude(watcher) < -1) yield* strikeBack(c, watcher, tried.isStruckBack);
    return;
  }
  const way = findWay(c, c.intent.rest, c.world.listOpenWays());
  if (way !== undefined && tried.degree >= 0 && !/ past /.test(c.intent.heard)) return yield* goBy(c, way);
  saySense(c);
}

export function* force(c: Chronicle): Script<void> {
  const { here } = c.world;
  const locked = c.world.listOpenWays().filter(({ isLocked }) => isLocked);
  const way = findWay(c, c.intent.heard, locked) ?? locked[0];
  if (way === undefined || here === undefined) {
    if (!sayAbsentThing(c)) c.say('force-plain');
    sayBeat(c);
    return;
  }
  if (yield* openWithKey(c, way)) return;
  const tried = yield* tryDeed(c, 'force');
  if (tried === undefined) return;
  if (tried.degree >= 0) yield* unlock(c, here, way);
  sayDegree(c, 'force', { degree: Math.max(-1, tried.degree), slots: { way: nameWay(c, way) } });
}

export function* cast(c: Chronicle): Script<void> {
  const tried = yield* tryDeed(c, 'cast', c.world.opponents[0]);
  if (tried === undefined) return;
  sayDegree(c, 'cast', { degree: Math.min(1, Math.max(-1, tried.degree)) });
  sayBeat(c);
}

export function* helpOut(c: Chronicle): Script<void> {
  if (sayAbsent(c)) return;
  const other = findNamedPerson(c, c.intent.rest, c.world.listPresent());
  if (other !== undefined && findErrand(c, other) !== undefined) return yield* tellWant(c, other);
  if (other !== undefined) {
    c.say('help-other', { who: c.noun(other) });
    sayIdle(c, other);
    return;
  }
  const tried = yield* tryDeed(c, 'help');
  if (tried !== undefined) sayDegree(c, 'help', { degree: Math.min(1, Math.max(-1, tried.degree)) });
}

export function* perform(c: Chronicle): Script<void> {
  const tried = yield* tryDeed(c, 'risk', c.world.listPresent()[0]);
  if (tried === undefined) return;
  c.say(tried.degree < 0 ? 'perform-failure' : 'perform-success');
  const someone = pick(c.world.listPresent(), c.key('perform'));
  if (someone === undefined || !sayIdle(c, someone)) sayBeat(c);
}

export function* rest(c: Chronicle): Script<void> {
  const foe = c.world.listPresent().find((one) => readAttitude(one) < -1);
  if (foe !== undefined) {
    c.say('rest-not', { who: c.noun(foe) });
    sayIdle(c, foe);
    return;
  }
  const until = readUntil(c.intent.heard, c.world.minutes % 1440);
  const isLong =
    / (?:sleep|camp|night|lie down|bed|turn in|schlafe) /.test(c.intent.heard) || (until ?? 0) >= 240;
  const hint = c.hints.rest?.[isLong ? 'long' : 'short'];
  const parties = { roller: c.world.player };
  const usual = hint?.minutes ?? (isLong ? 480 : 60);
  // A rest is never shorter than the rules have it for what it mends.
  const minutes = Math.max(usual, until ?? 0);
  yield* c.act([
    { name: 'time_advance', arguments: { minutes } },
    ...listCalls(c, hint?.effects ?? [], parties),
  ]);
  c.happened.hasRested = true;
  c.say(isLong ? 'rest-long' : 'rest-short');
  sayHour(c);
  sayBeat(c);
}

export function* wait(c: Chronicle): Script<void> {
  const foe = c.world.opponents[0];
  const until = foe === undefined ? readUntil(c.intent.heard, c.world.minutes % 1440) : undefined;
  yield* c.act([{ name: 'time_advance', arguments: { minutes: until ?? (foe === undefined ? 15 : 1) } }]);
  c.say(until === undefined ? 'wait' : 'wait-until');
  if (until !== undefined) {
    c.happened.hasRested = until > 60;
    sayHour(c);
  }
  const present = c.world.listPresent();
  const someone = pick(present, c.key('wait'));
  if (someone !== undefined) sayIdle(c, someone);
  sayBeat(c);
  if (foe !== undefined && c.world.mode === 'combat') yield* strikeBack(c, foe, true);
}

export function* nonsense(c: Chronicle): Script<void> {
  const someone = pick(
    c.world.listPresent().filter(({ type }) => type === 'npc'),
    c.key('nonsense'),
  );
  const kind = c.intent.kind === 'empty' ? 'empty' : 'nonsense';
  const isToSomeone = kind === 'nonsense' && someone !== undefined && c.turn % 2 === 0;
  if (!isToSomeone || !c.say('nonsense-with', { who: c.noun(someone) })) c.say(kind);
  c.happened.isIdle = true;
  if (kind === 'nonsense') sayHow(c);
  c.paragraph();
  if (someone !== undefined) sayIdle(c, someone);
  else sayBeat(c);
  yield* c.act([]);
}

function sayHow(c: Chronicle): void {
  const isForeign = /[^\p{Script=Latin}\P{L}]/u.test(c.intent.raw) || isGerman(c.intent.heard);
  const was = (text: string) => c.recent.some((one) => one.includes(text));
  if (isForeign && !was('I read plain English')) c.say('not-english');
  else if (!isForeign && !isEnglish(c.intent.heard) && !was('Write what your')) c.say('how');
}

export function* speakOfMyself(c: Chronicle): Script<void> {
  if (!c.say(c.intent.rest === 'how' ? 'how' : 'what-i-am')) c.say('nonsense');
  c.happened.isIdle = true;
  c.paragraph();
  sayBeat(c);
  yield* c.act([]);
}

/** Outside the story: what tells it, and by which rule, as often as it is asked. */
export function sayOutside(c: Chronicle): void {
  const { mechanic } = c.system.manifest.engine;
  c.tellPlainly(
    `(I am the built-in narrator, with no language model inside; I answer deeds, not questions about them. ${mechanic} The rules are searched with /rules WORDS, the commands listed by /help.)`,
  );
}

export function* askOracle(c: Chronicle): Script<void> {
  const question = c.intent.raw
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[*_<>]/g, '')
    .slice(0, 120);
  const said = yield* rollOracle(c, c.hints.oracle, question);
  const asked = `${question.charAt(0).toUpperCase()}${question.slice(1).replace(/(?<![.!?])[.!?]+$/, '')}?`;
  c.tell(`${asked} ${said ?? pick(plainAnswers, c.key('oracle')) ?? 'No.'}`);
  c.paragraph();
  const someone = pick(c.world.listPresent(), c.key('oracle'));
  if (someone === undefined || !sayIdle(c, someone)) saySense(c);
  sayBeat(c);
}

/** "open the chest", where nothing ever said that there is one. */
function sayAbsentThing(c: Chronicle): boolean {
  const [, thing] =
    / (?:the|a|an|that|this) (?:\S+ )?(\S{3,20}) $/.exec(c.intent.rest.replace(/ \S+ly $/, ' ')) ?? [];
  const { here } = c.world;
  if (thing === undefined || here === undefined || / (?:door|window|way|lock) /.test(` ${thing} `))
    return false;
  const { senses = [], searched = [], about = readText(here, 'about') } = c.findPlace(here) ?? {};
  const things = [...c.world.listLying(), ...c.world.listHeldBy(c.world.player)].map(({ name }) => name);
  const known = [...senses, ...searched, about, ...things, ...c.recent.slice(-3)].join(' ').toLowerCase();
  if (known.includes(thing)) return false;
  c.happened.isIdle = true;
  return c.say('no-such', { topic: nameThing(thing) });
}

const plainAnswers = [
  'No, and it is worse than that.',
  'No.',
  'No, but there is something in it.',
  'Yes, but at a price.',
  'Yes.',
  'Yes, and more.',
];

/** Somebody who is named and is not here: that is said, and nothing is rolled. */
function sayAbsent(c: Chronicle): boolean {
  const { rest } = c.intent;
  if (findNamedPerson(c, rest, c.world.listPresent()) !== undefined) return false;
  const absent = findAbsent(c, rest);
  if (absent === undefined) return false;
  c.happened.isIdle = true;
  c.say('absent', { who: c.noun(absent) });
  return saySense(c) || true;
}
