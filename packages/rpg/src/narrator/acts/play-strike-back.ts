// Strikes back: what opponents do to the player's character, and whether somebody is out of the fight.

import { type Entity, playerId } from '../../values/entity.ts';
import type { Chronicle } from '../chronicle.ts';
import { isTrueFor } from '../effects.ts';
import { chooseVariant } from '../hints.ts';
import { rollTrial } from '../roll-intent.ts';
import type { Script } from '../script.ts';
import { nameOf } from '../world.ts';

export function* playStrikeBack(c: Chronicle, foe: Entity, isCalledFor: boolean): Script<void> {
  const { opponents } = c.hints;
  if (opponents?.attack === undefined || isOut(c, foe) || isPlayerDown(c)) return;
  const who = c.nameNoun(foe);
  if (!isCalledFor && opponents.acts !== 'each-round') {
    c.narrate('foe-waits', { who });
    return;
  }
  const before = c.world.player.sheet;
  const hint = chooseVariant(opponents.attack, '');
  const trial = { kind: 'attack', opponent: c.world.player, reason: `${nameOf(foe)} strikes` };
  yield* rollTrial(c, { ...trial, hint, roller: c.world.find(foe.id) ?? foe });
  c.narrate(c.world.player.sheet === before ? 'foe-miss' : 'foe-hit', { who });
}

/** Beaten, by the manifest's measure, or by the marks of a fight without one. */
export function isOut(c: Chronicle, one: Entity): boolean {
  const now = c.world.find(one.id) ?? one;
  if (now.sheet['is_gone'] === true || hasCondition(now, 'beaten')) return true;
  const downWhen = c.hints.opponents?.down_when;
  return downWhen !== undefined && isTrueFor(c, downWhen, now);
}

export function isPlayerDown(c: Chronicle): boolean {
  const downWhen = c.hints.player?.down_when;
  return downWhen !== undefined && isTrueFor(c, downWhen, { id: playerId });
}

export function hasCondition({ sheet }: Entity, name: string): boolean {
  return JSON.stringify(sheet['conditions'] ?? [])
    .toLowerCase()
    .includes(`"${name}"`);
}
