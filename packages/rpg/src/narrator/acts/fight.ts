// Fights: a blow, what it does, what comes back, and how a fight ends.

import type { Entity } from '../../values/entity.ts';
import type { Chronicle } from '../chronicle.ts';
import { findAbsent, findNamedPerson, findThing } from '../find-referent.ts';
import { nameThing } from '../name-noun.ts';
import { rollIntent, type Tried } from '../roll-intent.ts';
import type { Script } from '../script.ts';
import { isGone, nameOf, readAttitude } from '../world.ts';
import { moveThings } from './move-things.ts';
import { hasCondition, isOut, playStrikeBack } from './play-strike-back.ts';

export function* playAttack(c: Chronicle): Script<void> {
  const foe = findFoe(c);
  if (foe === undefined) return narrateNobody(c);
  const who = c.nameNoun(foe);
  if (c.world.mode !== 'combat' || c.world.opponents.length === 0) {
    yield* startFight(c, foe);
    c.narrate('open', { who });
  }
  const met = c.world.find(foe.id) ?? foe;
  const tried = yield* rollIntent(c, { kind: 'attack', opponent: met, reason: `strike at ${nameOf(foe)}` });
  if (tried.refusal !== undefined) {
    c.narrateText(tried.refusal);
    return yield* playStrikeBack(c, foe, false);
  }
  yield* narrateBlow(c, met, tried);
  if (isOut(c, foe)) return yield* finish(c, foe);
  if (isWavering(c, foe)) c.narrate('foe-wavers', { who });
  c.startParagraph();
  yield* playStrikeBack(c, foe, tried.isStruckBack);
}

function narrateNobody(c: Chronicle): void {
  const absent = findAbsent(c, c.intent.rest);
  const slots = absent === undefined ? {} : { who: c.nameNoun(absent) };
  c.happened.isIdle = true;
  if (absent !== undefined && c.narrate(isGone(absent) ? 'gone' : 'absent', slots)) return;
  c.narrate('no-target');
}

/** Something is thrown at somebody, or somebody is shoved. */
export function isAssault(c: Chronicle): boolean {
  const { heard } = c.intent;
  if (!/ (?:throw|throws|hurl|push|shove|trip|spit) /.test(heard)) return false;
  return findNamedPerson(c, heard, c.world.listPresent()) !== undefined || / (?:him|her|them) /.test(heard);
}

const anybody =
  / (?:everyone|everybody|anyone|anybody|someone|somebody|them|him|her|all|people|first|nearest) /;

function findFoe(c: Chronicle): Entity | undefined {
  const present = c.world.listPresent().filter((one) => !isOut(c, one));
  const named = findNamedPerson(c, c.intent.rest, present);
  if (named !== undefined) return named;
  if (findAbsent(c, c.intent.rest) !== undefined) return undefined;
  if (anybody.test(c.intent.heard) && present.length > 0 && c.world.opponents.length === 0)
    return findNamedPerson(c, c.recent.at(-1)?.toLowerCase() ?? '', present) ?? present[0];
  const opponent = c.world.opponents.find((one) => !isOut(c, one));
  const hostile = present.find((one) => readAttitude(one) < -1);
  return opponent ?? hostile ?? present.find(({ type }) => type === 'creature');
}

/** A fight begins: the scene is one, and whoever was a friend no longer is. */
export function* startFight(c: Chronicle, foe: Entity): Script<void> {
  const hostile = { path: 'attitude', value: 'hostile', target: foe.id };
  yield* c.execute([
    { name: 'mode_set', arguments: { mode: 'combat', opponents: [foe.id] } },
    ...(readAttitude(foe) > -2 ? [{ name: 'set', arguments: hostile }] : []),
  ]);
}

const blowKinds: Readonly<Record<number, string>> = {
  2: 'attack-triumph',
  1: 'attack-success',
  0: 'attack-mixed',
  [-1]: 'attack-failure',
  [-2]: 'attack-disaster',
};

function* narrateBlow(c: Chronicle, foe: Entity, tried: Tried): Script<void> {
  const held = findThing(c.intent.heard, c.world.listHeldBy(c.world.player));
  const weapon = held === undefined ? undefined : `your ${nameThing(held.name).name}`;
  if (c.hints.opponents === undefined && tried.degree >= 0) yield* applyWound(c, foe);
  const isTouched = c.world.find(foe.id)?.sheet !== foe.sheet;
  if (tried.degree < 0) c.happened.hasFailed = true;
  const kind = tried.degree >= 0 && !isTouched ? 'attack-nothing' : blowKinds[tried.degree];
  c.narrate(kind ?? 'attack-failure', { who: c.nameNoun(foe), weapon });
}

/** Where a system has no measure of an opponent's strength, three blows tell. */
function* applyWound(c: Chronicle, foe: Entity): Script<void> {
  const now = c.world.find(foe.id) ?? foe;
  const next = ['hurt', 'reeling', 'beaten'].find((name) => !hasCondition(now, name)) ?? 'beaten';
  yield* c.execute([{ name: 'condition_add', arguments: { condition: next, target: foe.id } }]);
}

function isWavering(c: Chronicle, foe: Entity): boolean {
  const resources = Object.values(
    (c.world.find(foe.id)?.sheet['resources'] ?? {}) as Record<string, unknown>,
  );
  return resources.some(
    (pool) =>
      typeof pool === 'object' &&
      pool !== null &&
      'current' in pool &&
      'max' in pool &&
      Number(pool.current) > 0 &&
      Number(pool.current) * 2 <= Number(pool.max),
  );
}

function* finish(c: Chronicle, foe: Entity): Script<void> {
  const person = c.findPerson(foe);
  const who = c.nameNoun(foe);
  const others = c.world.opponents.filter((one) => one.id !== foe.id && !isOut(c, one));
  c.startParagraph();
  const hasOwnEnd = person !== undefined && c.narrateOneOf(person.yields, `yields/${person.name}`, { who });
  if (!hasOwnEnd) c.narrate('foe-down', { who });
  c.happened.beaten.add(nameOf(foe));
  c.happened.settled.add(nameOf(foe));
  const mode = others.length > 0 ? 'combat' : 'exploration';
  yield* c.execute([
    { name: 'set', arguments: { path: 'is_gone', value: true, target: foe.id } },
    { name: 'mode_set', arguments: { mode, opponents: others.map(({ id }) => id) } },
  ]);
  yield* moveThings(c, foe);
  if (others.length === 0) c.narrate('over');
}
