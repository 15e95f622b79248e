// Rewards: what a quest that is done brings, by the tables and the tools: thanks, a thing, what the system gives besides.

import type { Entity } from '../values/entity.ts';
import { bringForth, listBringing } from './acts/give-over.ts';
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
    typeof reward === 'string' && !c.world.holds(reward) ? listBringing(c, describe(c, reward)) : [];
  return [...calls, ...(isThankful ? [liked] : []), ...thing];
}

/** The words of it, and the roll on the table where nothing is written down. */
export function* rewardQuest(c: Chronicle, quest: Entity, reward: boolean | string): Script<void> {
  if (reward === false) return;
  const giver = c.world.find(readText(quest, 'giver'));
  const isHere = giver !== undefined && !isGone(giver) && readText(giver, 'at') === c.world.here?.id;
  if (isHere) c.say('thanks-giver', { who: c.noun(giver) });
  const drawn = reward === true ? yield* drawThing(c) : undefined;
  const name = typeof reward === 'string' ? reward : drawn;
  if (name !== undefined) c.say('reward-item', { item: nameThing(name) });
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
  if (thing === undefined || c.world.holds(thing)) return undefined;
  yield* bringForth(c, { name: thing, about: '' });
  return thing;
}

function readThing(said: string): string | undefined {
  return /^(?:An?|Some) ([\p{L} '-]{3,50})(?:[.,:;]|$)/u.exec(said)?.[1]?.toLowerCase();
}

/** What a table of finds says is found; any other row is shown as it stands. */
export function* tellRow(c: Chronicle, id: string, said: string): Script<void> {
  const thing = readThing(said);
  if (!finds.test(id) || thing === undefined || c.world.holds(thing)) {
    if (/^nothing\b/i.test(said)) return;
    const text = said.replace(/\b\d+d\d+ /g, 'a few ').replace(/[.]$/, '');
    c.say(finds.test(id) ? 'found-row' : 'comes-of-it', {
      text: text.charAt(0).toLowerCase() + text.slice(1),
    });
    return;
  }
  yield* bringForth(c, { name: thing, about: '' });
  c.say('found-item', { item: nameThing(thing) });
}
