// Reacts: how people take it when they are thanked, insulted, accused, flattered, or taken leave of.

import type { Entity } from '../../values/entity.ts';
import type { Chronicle } from '../chronicle.ts';
import words from '../intent-words.json' with { type: 'json' };
import type { Script } from '../script.ts';
import { tryIntent } from '../try-intent.ts';
import { nameOf, readAttitude } from '../world.ts';
import { sayIdle } from './describe.ts';
import { sayHeart } from './sway.ts';

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

export function* react(c: Chronicle, who: Entity, manner: Manner): Script<void> {
  if (manner === 'accuse') return yield* accuse(c, who);
  c.say(plainLines[manner], { who: c.noun(who) });
  if (manner === 'insult') yield* sour(c, who);
  sayIdle(c, who);
}

/** Told to their face that they lie: the dice say whether they give in or shut up. */
function* accuse(c: Chronicle, who: Entity): Script<void> {
  const tried = yield* tryIntent(c, { kind: 'threaten', opponent: who, reason: `accuse ${nameOf(who)}` });
  const slots = { who: c.noun(who) };
  if (tried.refusal !== undefined) {
    c.tell(tried.refusal);
    return;
  }
  if (tried.degree < 0) {
    c.happened.hasFailed = true;
    c.say('accused-failure', slots);
    yield* sour(c, who);
    return;
  }
  c.say(tried.degree === 0 ? 'accused-mixed' : 'accused-success', slots);
  sayHeart(c, who, tried.degree);
}

/** Somebody thinks the less of the player's character; nobody becomes an enemy by words alone. */
export function* sour(c: Chronicle, who: Entity): Script<boolean> {
  if (readAttitude(who) < 0) return false;
  yield* c.act([{ name: 'adjust', arguments: { path: 'attitude', delta: -1, target: who.id } }]);
  return true;
}
