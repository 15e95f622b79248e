// Reacts: how people take it when they are thanked, insulted, accused, flattered, or taken leave of.

import type { Entity } from '../../values/entity.ts';
import type { Chronicle } from '../chronicle.ts';
import words from '../intent-words.json' with { type: 'json' };
import { rollIntent } from '../roll-intent.ts';
import type { Script } from '../script.ts';
import { nameOf, readAttitude } from '../world.ts';
import { narrateIdle } from './describe.ts';
import { narrateHeart } from './sway.ts';

export type Manner = keyof typeof words.manners;

/** Undefined for words that are neither kind nor unkind. */
export function readManner(heard: string): Manner | undefined {
  if (/ (?:about|what|why|where|who|how) /.test(heard)) return undefined;
  const manners = Object.keys(words.manners) as Manner[];
  return manners.find((manner) => words.manners[manner].some((word) => heard.includes(` ${word} `)));
}

const plainLines: Readonly<Record<Exclude<Manner, 'accuse'>, string>> = {
  insult: 'insulted',
  thanks: 'thanked',
  sorry: 'forgiven',
  farewell: 'parted',
  praise: 'praised',
};

export function* playReaction(c: Chronicle, who: Entity, manner: Manner): Script<void> {
  if (manner === 'accuse') return yield* playAccusation(c, who);
  c.narrate(plainLines[manner], { who: c.nameNoun(who) });
  if (manner === 'insult') yield* applyGrudge(c, who);
  narrateIdle(c, who);
}

/** Told to their face that they lie: the dice say whether they give in or shut up. */
function* playAccusation(c: Chronicle, who: Entity): Script<void> {
  const tried = yield* rollIntent(c, { kind: 'threaten', opponent: who, reason: `accuse ${nameOf(who)}` });
  const slots = { who: c.nameNoun(who) };
  if (tried.refusal !== undefined) {
    c.narrateText(tried.refusal);
    return;
  }
  if (tried.degree < 0) {
    c.happened.hasFailed = true;
    c.narrate('accused-failure', slots);
    yield* applyGrudge(c, who);
    return;
  }
  c.narrate(tried.degree === 0 ? 'accused-mixed' : 'accused-success', slots);
  narrateHeart(c, who, tried.degree);
}

/** Somebody thinks the less of the player's character; nobody becomes an enemy by words alone. */
export function* applyGrudge(c: Chronicle, who: Entity): Script<boolean> {
  if (readAttitude(who) < 0) return false;
  yield* c.execute([{ name: 'adjust', arguments: { path: 'attitude', delta: -1, target: who.id } }]);
  return true;
}
