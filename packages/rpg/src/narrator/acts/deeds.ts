// Deeds: everything else one does: sneaking, forcing, helping, working wonders, resting, waiting, and what is no deed.

import { chooseOne } from '../chance.ts';
import type { Chronicle } from '../chronicle.ts';
import { listCalls } from '../effects.ts';
import { findErrand } from '../errands.ts';
import { findAbsent, findNamedPerson, findWay } from '../find-referent.ts';
import { nameThing } from '../name-noun.ts';
import { rollOracle } from '../oracle.ts';
import { isEnglish, isGerman, readUntil } from '../read-intent.ts';
import type { Script } from '../script.ts';
import { readAttitude, readText } from '../world.ts';
import { nameWay, narrateBeat, narrateHour, narrateIdle, narrateSense } from './describe.ts';
import { playStrikeBack } from './play-strike-back.ts';
import { narrateDegree, rollDeed } from './roll-deed.ts';
import { playWant } from './speak.ts';
import { openWithKey, playGoBy, unlock } from './travel.ts';

export function* playSneak(c: Chronicle): Script<void> {
  if (narrateAbsent(c)) return;
  const present = c.world.listPresent();
  const tried = yield* rollDeed(c, 'sneak', present[0]);
  if (tried === undefined) return;
  narrateDegree(c, 'sneak', tried);
  const [watcher] = present;
  if (tried.degree < 0 && watcher !== undefined) {
    c.narrate('sneak-seen', { who: c.nameNoun(watcher) });
    if (readAttitude(watcher) < -1) yield* playStrikeBack(c, watcher, tried.isStruckBack);
    return;
  }
  const way = findWay(c, c.intent.rest, c.world.listOpenWays());
  if (way !== undefined && tried.degree >= 0 && !/ past /.test(c.intent.heard))
    return yield* playGoBy(c, way);
  narrateSense(c);
}

export function* playForce(c: Chronicle): Script<void> {
  const { here } = c.world;
  const locked = c.world.listOpenWays().filter(({ isLocked }) => isLocked);
  const way = findWay(c, c.intent.heard, locked) ?? locked[0];
  if (way === undefined || here === undefined) {
    if (!narrateAbsentThing(c)) c.narrate('force-plain');
    narrateBeat(c);
    return;
  }
  if (yield* openWithKey(c, way)) return;
  const tried = yield* rollDeed(c, 'force');
  if (tried === undefined) return;
  if (tried.degree >= 0) yield* unlock(c, here, way);
  narrateDegree(c, 'force', { degree: Math.max(-1, tried.degree), slots: { way: nameWay(c, way) } });
}

export function* playCast(c: Chronicle): Script<void> {
  const tried = yield* rollDeed(c, 'cast', c.world.opponents[0]);
  if (tried === undefined) return;
  narrateDegree(c, 'cast', { degree: Math.min(1, Math.max(-1, tried.degree)) });
  narrateBeat(c);
}

export function* playHelp(c: Chronicle): Script<void> {
  if (narrateAbsent(c)) return;
  const other = findNamedPerson(c, c.intent.rest, c.world.listPresent());
  if (other !== undefined && findErrand(c, other) !== undefined) return yield* playWant(c, other);
  if (other !== undefined) {
    c.narrate('help-other', { who: c.nameNoun(other) });
    narrateIdle(c, other);
    return;
  }
  const tried = yield* rollDeed(c, 'help');
  if (tried !== undefined) narrateDegree(c, 'help', { degree: Math.min(1, Math.max(-1, tried.degree)) });
}

export function* playPerform(c: Chronicle): Script<void> {
  const tried = yield* rollDeed(c, 'risk', c.world.listPresent()[0]);
  if (tried === undefined) return;
  c.narrate(tried.degree < 0 ? 'perform-failure' : 'perform-success');
  const someone = chooseOne(c.world.listPresent(), c.takeKey('perform'));
  if (someone === undefined || !narrateIdle(c, someone)) narrateBeat(c);
}

export function* playRest(c: Chronicle): Script<void> {
  const foe = c.world.listPresent().find((one) => readAttitude(one) < -1);
  if (foe !== undefined) {
    c.narrate('rest-not', { who: c.nameNoun(foe) });
    narrateIdle(c, foe);
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
  yield* c.execute([
    { name: 'time_advance', arguments: { minutes } },
    ...listCalls(c, hint?.effects ?? [], parties),
  ]);
  c.happened.hasRested = true;
  c.narrate(isLong ? 'rest-long' : 'rest-short');
  narrateHour(c);
  narrateBeat(c);
}

export function* playWait(c: Chronicle): Script<void> {
  const foe = c.world.opponents[0];
  const until = foe === undefined ? readUntil(c.intent.heard, c.world.minutes % 1440) : undefined;
  yield* c.execute([{ name: 'time_advance', arguments: { minutes: until ?? (foe === undefined ? 15 : 1) } }]);
  c.narrate(until === undefined ? 'wait' : 'wait-until');
  if (until !== undefined) {
    c.happened.hasRested = until > 60;
    narrateHour(c);
  }
  const present = c.world.listPresent();
  const someone = chooseOne(present, c.takeKey('wait'));
  if (someone !== undefined) narrateIdle(c, someone);
  narrateBeat(c);
  if (foe !== undefined && c.world.mode === 'combat') yield* playStrikeBack(c, foe, true);
}

export function* playNonsense(c: Chronicle): Script<void> {
  const someone = chooseOne(
    c.world.listPresent().filter(({ type }) => type === 'npc'),
    c.takeKey('nonsense'),
  );
  const kind = c.intent.kind === 'empty' ? 'empty' : 'nonsense';
  const isToSomeone = kind === 'nonsense' && someone !== undefined && c.turn % 2 === 0;
  if (!isToSomeone || !c.narrate('nonsense-with', { who: c.nameNoun(someone) })) c.narrate(kind);
  c.happened.isIdle = true;
  if (kind === 'nonsense') narrateHow(c);
  c.startParagraph();
  if (someone !== undefined) narrateIdle(c, someone);
  else narrateBeat(c);
  yield* c.execute([]);
}

function narrateHow(c: Chronicle): void {
  const isForeign = /[^\p{Script=Latin}\P{L}]/u.test(c.intent.raw) || isGerman(c.intent.heard);
  const isSaid = (text: string) => c.recent.some((one) => one.includes(text));
  if (isForeign && !isSaid('I read plain English')) c.narrate('not-english');
  else if (!isForeign && !isEnglish(c.intent.heard) && !isSaid('Write what your')) c.narrate('how');
}

export function* playSelf(c: Chronicle): Script<void> {
  if (!c.narrate(c.intent.rest === 'how' ? 'how' : 'what-i-am')) c.narrate('nonsense');
  c.happened.isIdle = true;
  c.startParagraph();
  narrateBeat(c);
  yield* c.execute([]);
}

/** Outside the story: what tells it, and by which rule, as often as it is asked. */
export function narrateOutside(c: Chronicle): void {
  const { mechanic } = c.system.manifest.engine;
  c.narratePlainly(
    `(I am the built-in narrator, with no language model inside; I answer deeds, not questions about them. ${mechanic} The rules are searched with /rules WORDS, the commands listed by /help.)`,
  );
}

export function* playOracle(c: Chronicle): Script<void> {
  const question = c.intent.raw
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[*_<>]/g, '')
    .slice(0, 120);
  const said = yield* rollOracle(c, c.hints.oracle, question);
  const asked = `${question.charAt(0).toUpperCase()}${question.slice(1).replace(/(?<![.!?])[.!?]+$/, '')}?`;
  c.narrateText(`${asked} ${said ?? chooseOne(plainAnswers, c.takeKey('oracle')) ?? 'No.'}`);
  c.startParagraph();
  const someone = chooseOne(c.world.listPresent(), c.takeKey('oracle'));
  if (someone === undefined || !narrateIdle(c, someone)) narrateSense(c);
  narrateBeat(c);
}

/** "open the chest", where nothing ever said that there is one. */
function narrateAbsentThing(c: Chronicle): boolean {
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
  return c.narrate('no-such', { topic: nameThing(thing) });
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
function narrateAbsent(c: Chronicle): boolean {
  const { rest } = c.intent;
  if (findNamedPerson(c, rest, c.world.listPresent()) !== undefined) return false;
  const absent = findAbsent(c, rest);
  if (absent === undefined) return false;
  c.happened.isIdle = true;
  c.narrate('absent', { who: c.nameNoun(absent) });
  return narrateSense(c) || true;
}
