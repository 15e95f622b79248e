// Rewards: what a quest that is done brings, by the tables and the tools: thanks, a thing, what the system gives besides.

import type { Entity } from '../values/entity.ts';
import { createThing, listBringing } from './acts/move-things.ts';
import type { Chronicle } from './chronicle.ts';
import { listCalls } from './effects.ts';
import { nameThing } from './name-noun.ts';
import { rollOracle } from './oracle.ts';
import type { Call, Script } from './script.ts';
import { isGone, isSame, readAttitude, readText } from './world.ts';

const finds = /find|found|loot|treasure/;

/** What needs no roll: what the system gives besides, thanks, and a thing that is written down. */
export function listThanks(c: Chronicle, quest: Entity, reward: boolean | string): readonly Call[] {
  const plain = (c.hints.reward ?? []).filter(({ amount }) => typeof amount !== 'string');
  const calls = listCalls(c, plain, { roller: c.world.player });
  const giver = c.world.find(readText(quest, 'giver'));
  const isThankful = reward !== false && giver !== undefined && !isGone(giver) && readAttitude(giver) < 2;
  const liked = { name: 'adjust', arguments: { path: 'attitude', delta: 1, target: giver?.id ?? '' } };
  const thing =
    typeof reward === 'string' && !c.world.hasThing(reward) ? listBringing(c, describe(c, reward)) : [];
  return [...calls, ...(isThankful ? [liked] : []), ...thing];
}

/** The words of it, and the roll on the table where nothing is written down. */
export function* applyReward(c: Chronicle, quest: Entity, reward: boolean | string): Script<void> {
  if (reward === false) return;
  const giver = c.world.find(readText(quest, 'giver'));
  const isHere = giver !== undefined && !isGone(giver) && readText(giver, 'at') === c.world.here?.id;
  if (isHere) c.narrate('thanks-giver', { who: c.nameNoun(giver) });
  const drawn = reward === true ? yield* drawThing(c) : undefined;
  const name = typeof reward === 'string' ? reward : drawn;
  if (name !== undefined) c.narrate('reward-item', { item: nameThing(name) });
}

function describe(c: Chronicle, name: string) {
  const about = c.scenario?.items.find((item) => isSame(item.name, name))?.about ?? '';
  return { name, about };
}

/** Something out of the system's own table of finds, where it has one. */
function* drawThing(c: Chronicle): Script<string | undefined> {
  const table = c.system.manifest.oracles?.find(({ id }) => finds.test(id));
  const said = yield* rollOracle(c, table?.id, 'a reward');
  const thing = said === undefined ? undefined : readThing(said);
  if (thing === undefined || c.world.hasThing(thing)) return undefined;
  yield* createThing(c, { name: thing, about: '' });
  return thing;
}

function readThing(said: string): string | undefined {
  return /^(?:An?|Some) ([\p{L} '-]{3,50})(?:[.,:;]|$)/u.exec(said)?.[1]?.toLowerCase();
}

/** What a table of finds says is found; any other row is shown as it stands. */
export function* playRow(c: Chronicle, id: string, said: string): Script<void> {
  const thing = readThing(said);
  if (!finds.test(id) || thing === undefined || c.world.hasThing(thing)) {
    if (/^nothing\b/i.test(said)) return;
    const text = said.replace(/\b\d+d\d+ /g, 'a few ').replace(/[.]$/, '');
    c.narrate(finds.test(id) ? 'found-row' : 'comes-of-it', {
      text: text.charAt(0).toLowerCase() + text.slice(1),
    });
    return;
  }
  yield* createThing(c, { name: thing, about: '' });
  c.narrate('found-item', { item: nameThing(thing) });
}
