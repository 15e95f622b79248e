// Sways: persuading and threatening by the dice, and what somebody who gave way gives.

import type { Entity } from '../../values/entity.ts';
import type { Chronicle } from '../chronicle.ts';
import { grammar } from '../grammar.ts';
import { nameThing } from '../name-noun.ts';
import { findCurrentSteps } from '../quest-steps.ts';
import type { Script } from '../script.ts';
import { type Tried, tryIntent } from '../try-intent.ts';
import { nameOf, readAttitude } from '../world.ts';
import { findVoice, sayBeat } from './describe.ts';
import { findListener } from './find-listener.ts';
import { passThing } from './give-over.ts';
import { strikeBack } from './strike-back.ts';

export function* trySway(
  c: Chronicle,
  who: Entity,
  kind: 'persuade' | 'threaten',
): Script<Tried | undefined> {
  const tried = yield* tryIntent(c, { kind, opponent: who, reason: `${kind} ${nameOf(who)}` });
  if (tried.refusal !== undefined) {
    c.tell(tried.refusal);
    return undefined;
  }
  const slots = { who: c.noun(who) };
  c.paragraph();
  if (tried.degree < 0) {
    c.happened.hasFailed = true;
    const own = kind === 'threaten' ? (c.findPerson(who)?.threatened ?? []) : [];
    if (!c.tellOne(own, `threatened/${nameOf(who)}`, slots)) c.say(`${kind}-failure`, slots);
    return tried;
  }
  const degrees = kind === 'threaten' ? ['mixed', 'success', 'success'] : ['mixed', 'success', 'triumph'];
  c.say(`${kind}-${degrees[tried.degree] ?? 'success'}`, slots);
  return tried;
}

export function* persuade(c: Chronicle): Script<void> {
  yield* sway(c, 'persuade');
}

export function* threaten(c: Chronicle): Script<void> {
  yield* sway(c, 'threaten');
}

function* sway(c: Chronicle, kind: 'persuade' | 'threaten'): Script<void> {
  const who = findListener(c);
  if (who === undefined) {
    sayBeat(c);
    return;
  }
  const before = readAttitude(who);
  const isFight = c.world.mode === 'combat';
  c.happened.talkedTo.add(nameOf(who));
  const tried = yield* trySway(c, who, kind);
  if (tried === undefined) return;
  if (tried.degree < 0) {
    if (isFight) yield* strikeBack(c, who, tried.isStruckBack || before < -1);
    return;
  }
  yield* giveWay(c, who, tried.degree);
}

/** The thing that is wanted, an end of the fight, a secret. */
function* giveWay(c: Chronicle, who: Entity, degree: number): Script<void> {
  const noun = { who: c.noun(who) };
  const isFight = c.world.mode === 'combat';
  const wanted = new Set([
    ...(c.findPerson(who)?.topics ?? []).flatMap(({ gives }) => gives?.toLowerCase() ?? []),
    ...findCurrentSteps(c).flatMap(({ on, what }) => (on === 'have' ? (what?.toLowerCase() ?? []) : [])),
  ]);
  const thing = c.world.listHeldBy(who).find(({ name }) => wanted.has(name.toLowerCase()));
  c.happened.settled.add(nameOf(who));
  if (isFight || (who.type === 'creature' && readAttitude(who) < 0)) {
    yield* c.act([
      { name: 'mode_set', arguments: { mode: 'exploration', opponents: [] } },
      { name: 'set', arguments: { path: 'attitude', value: 'wary', target: who.id } },
    ]);
    c.say(who.type === 'creature' ? 'creature-calmed' : 'yields', noun);
  }
  if (thing !== undefined) {
    yield* passThing(c, thing, c.world.player.id);
    c.say('gives-item', { ...noun, item: nameThing(thing.name) });
    return;
  }
  sayHeart(c, who, degree);
}

/** A secret to whoever is trusted; else something not said yet. */
export function sayHeart(c: Chronicle, who: Entity, degree: number): void {
  const person = c.findPerson(who);
  const slots = { who: c.noun(who) };
  const isOpen = degree > 0 || readAttitude(who) > 0;
  if (isOpen && person !== undefined && c.tellOne(person.secret, `secret/${person.name}`, slots)) return;
  if (who.type === 'creature') return;
  const topics = person?.topics.flatMap(({ say }) => say) ?? [];
  if (c.tellOne(topics, `topics/${person?.name}`, slots)) return;
  c.tellOne(grammar[`small-${findVoice(who)}`] ?? [], 'small', slots);
}
