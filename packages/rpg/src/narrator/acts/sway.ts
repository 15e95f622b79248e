// Sways: persuading and threatening by the dice, and what somebody who gave way gives.

import type { Entity } from '../../values/entity.ts';
import type { Chronicle } from '../chronicle.ts';
import { grammar } from '../grammar.ts';
import { nameThing } from '../name-noun.ts';
import { listCurrentSteps } from '../quest-steps.ts';
import { rollIntent, type Tried } from '../roll-intent.ts';
import type { Script } from '../script.ts';
import { nameOf, readAttitude } from '../world.ts';
import { chooseVoice, narrateBeat } from './describe.ts';
import { findListener } from './find-listener.ts';
import { moveThing } from './move-things.ts';
import { playStrikeBack } from './play-strike-back.ts';

export function* rollSway(
  c: Chronicle,
  who: Entity,
  kind: 'persuade' | 'threaten',
): Script<Tried | undefined> {
  const tried = yield* rollIntent(c, { kind, opponent: who, reason: `${kind} ${nameOf(who)}` });
  if (tried.refusal !== undefined) {
    c.narrateText(tried.refusal);
    return undefined;
  }
  const slots = { who: c.nameNoun(who) };
  c.startParagraph();
  if (tried.degree < 0) {
    c.happened.hasFailed = true;
    const own = kind === 'threaten' ? (c.findPerson(who)?.threatened ?? []) : [];
    if (!c.narrateOneOf(own, `threatened/${nameOf(who)}`, slots)) c.narrate(`${kind}-failure`, slots);
    return tried;
  }
  const degrees = kind === 'threaten' ? ['mixed', 'success', 'success'] : ['mixed', 'success', 'triumph'];
  c.narrate(`${kind}-${degrees[tried.degree] ?? 'success'}`, slots);
  return tried;
}

export function* playPersuade(c: Chronicle): Script<void> {
  yield* playSway(c, 'persuade');
}

export function* playThreaten(c: Chronicle): Script<void> {
  yield* playSway(c, 'threaten');
}

function* playSway(c: Chronicle, kind: 'persuade' | 'threaten'): Script<void> {
  const who = findListener(c);
  if (who === undefined) {
    narrateBeat(c);
    return;
  }
  const before = readAttitude(who);
  const isFight = c.world.mode === 'combat';
  c.happened.talkedTo.add(nameOf(who));
  const tried = yield* rollSway(c, who, kind);
  if (tried === undefined) return;
  if (tried.degree < 0) {
    if (isFight) yield* playStrikeBack(c, who, tried.isStruckBack || before < -1);
    return;
  }
  yield* playYielding(c, who, tried.degree);
}

/** The thing that is wanted, an end of the fight, a secret. */
function* playYielding(c: Chronicle, who: Entity, degree: number): Script<void> {
  const noun = { who: c.nameNoun(who) };
  const isFight = c.world.mode === 'combat';
  const wanted = new Set([
    ...(c.findPerson(who)?.topics ?? []).flatMap(({ gives }) => gives?.toLowerCase() ?? []),
    ...listCurrentSteps(c).flatMap(({ on, what }) => (on === 'have' ? (what?.toLowerCase() ?? []) : [])),
  ]);
  const thing = c.world.listHeldBy(who).find(({ name }) => wanted.has(name.toLowerCase()));
  c.happened.settled.add(nameOf(who));
  if (isFight || (who.type === 'creature' && readAttitude(who) < 0)) {
    yield* c.execute([
      { name: 'mode_set', arguments: { mode: 'exploration', opponents: [] } },
      { name: 'set', arguments: { path: 'attitude', value: 'wary', target: who.id } },
    ]);
    c.narrate(who.type === 'creature' ? 'creature-calmed' : 'yields', noun);
  }
  if (thing !== undefined) {
    yield* moveThing(c, thing, c.world.player.id);
    c.narrate('gives-item', { ...noun, item: nameThing(thing.name) });
    return;
  }
  narrateHeart(c, who, degree);
}

/** A secret to whoever is trusted; else something not said yet. */
export function narrateHeart(c: Chronicle, who: Entity, degree: number): void {
  const person = c.findPerson(who);
  const slots = { who: c.nameNoun(who) };
  const isOpen = degree > 0 || readAttitude(who) > 0;
  if (isOpen && person !== undefined && c.narrateOneOf(person.secret, `secret/${person.name}`, slots)) return;
  if (who.type === 'creature') return;
  const topics = person?.topics.flatMap(({ say }) => say) ?? [];
  if (c.narrateOneOf(topics, `topics/${person?.name}`, slots)) return;
  c.narrateOneOf(grammar[`small-${chooseVoice(who)}`] ?? [], 'small', slots);
}
