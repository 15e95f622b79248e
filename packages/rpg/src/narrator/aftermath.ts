// Aftermath: lets a character who went down get up again at a price, because the game goes on.

import { readValue } from '../rules/read-value.ts';
import { playerId } from '../values/entity.ts';
import { isObject } from '../values/json.ts';
import type { Chronicle } from './chronicle.ts';
import { chooseOne } from './compose.ts';
import { describePlace } from './describe.ts';
import { evaluate, isTrueFor, listCalls } from './effects.ts';
import { isPlayerDown } from './fight.ts';
import { buildMove } from './hints.ts';
import { listPassing } from './move-things.ts';
import { listSpare } from './quest-steps.ts';
import { rollTrial } from './roll-intent.ts';
import type { Call, Script } from './script.ts';
import { readAttitude } from './world.ts';

/** If the player's character is down, gets them up again at a price and tells it; false if they are not down. */
export function* restorePlayer(c: Chronicle): Script<boolean> {
  if (!isPlayerDown(c)) return false;
  const foe = c.world.opponents[0];
  c.startParagraph();
  const said = c.hints.player?.down_say;
  if (said === undefined || !c.narrateText(said)) c.narrate('down');
  const { down } = c.hints.player ?? {};
  if (down !== undefined) {
    const trial = { reason: 'what it costs to get up again' };
    yield* rollTrial(c, { ...trial, move: buildMove('down', down), roller: c.world.player });
  }
  const isGone = isTrueFor(c, c.hints.player?.gone_when ?? 'false', c.world.player);
  if (isGone) return yield* restoreFromDeath(c);
  const seen = listSeenPlaces(c);
  yield* c.execute([...listRising(c), ...listEscape(c, 180)]);
  c.startParagraph();
  const kind = chooseOne(['rescued', 'washed-up', 'captured'], c.takeKey('aftermath')) ?? 'rescued';
  const who = foe === undefined ? undefined : c.nameNoun(foe);
  if (!c.narrate(kind, { who }) && !c.narrate('rescued')) c.narrate('washed-up');
  c.narrate('price');
  narrateArrival(c, seen);
  return true;
}

/** Even a character who is dead by the rules of the manifest goes on, but at a much higher price. */
function* restoreFromDeath(c: Chronicle): Script<boolean> {
  const paths = extractPaths(c.hints.player?.gone_when ?? '');
  const undone = paths.flatMap((path) => {
    const now = Number(evaluate(c, path, playerId) ?? 0);
    return path.endsWith('.filled') && now > 0 ? [planClearing(path, now)] : [];
  });
  const { here } = c.world;
  const lost = here === undefined ? [] : listSpare(c);
  const shared = lost.flatMap((thing) => listPassing(c, thing, here?.id ?? ''));
  const seen = listSeenPlaces(c);
  yield* c.execute([...undone, ...listRising(c), ...shared, ...listEscape(c, 1440)]);
  c.startParagraph();
  c.narrate('gone-for-good');
  if (lost.length > 0) c.narrate('gone-price');
  narrateArrival(c, seen);
  return true;
}

/** The ids of the places where the player's character is or has been. */
function listSeenPlaces({ world }: Chronicle): ReadonlySet<string> {
  const seen = world.list('location').filter(({ sheet }) => sheet['is_visited'] === true);
  return new Set([...seen, ...(world.here === undefined ? [] : [world.here])].map(({ id }) => id));
}

/** Tells where the player's character wakes: a place that is new to them is described, and no other is. */
function narrateArrival(c: Chronicle, seen: ReadonlySet<string>): void {
  const { here } = c.world;
  if (here === undefined) return;
  const isNew = !seen.has(here.id);
  c.narrate(isNew ? 'arrive' : 'arrive-again', { place: c.nameNoun(here) });
  if (!isNew) return;
  c.startParagraph();
  describePlace(c, isNew);
}

function extractPaths(formula: string): readonly string[] {
  return [...new Set(formula.match(/(?<![a-z0-9_])[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)+/g) ?? [])];
}

/**
 * The calls that get the player's character up again: those of the hint `rise` or, if there is none, changes to the
 * values that `down_when` reads. Empty if the character is not down any more.
 */
function listRising(c: Chronicle): readonly Call[] {
  if (!isPlayerDown(c)) return [];
  const { rise } = c.hints.player ?? {};
  if (rise !== undefined) return listCalls(c, rise, { roller: c.world.player });
  const formula = c.hints.player?.down_when ?? '';
  return extractPaths(formula).flatMap((path) => planRaise(c, path));
}

function planRaise(c: Chronicle, path: string): readonly Call[] {
  const now = evaluate(c, path, playerId);
  if (now === true) return planFlagRaise(path);
  return typeof now === 'number' ? planNumberRaise(c, path, now) : [];
}

function planFlagRaise(path: string): readonly Call[] {
  if (path.endsWith('.is_full')) return [planClearing(path)];
  return [{ name: 'set', arguments: { path, value: false, target: playerId } }];
}

function planNumberRaise(c: Chronicle, path: string, now: number): readonly Call[] {
  const part = path.slice(path.lastIndexOf('.') + 1);
  if (part === 'length') return now > 0 ? listHealed(c, path.replace(/\.length$/, '')) : [];
  if (part === 'free') return now === 0 ? [planClearing(path)] : [];
  if (part === 'filled') return now > 2 ? [planClearing(path)] : [];
  return now > 0 ? [] : [planRefill(c, path, now)];
}

function planClearing(path: string, count = 2): Call {
  return { name: 'mark', arguments: { path: path.replace(/\.\w+$/, ''), count: -count, target: playerId } };
}

function planRefill(c: Chronicle, path: string, now: number): Call {
  const max = Number(evaluate(c, path.replace(/\.\w+$/, '.max'), playerId) ?? 3);
  const delta = Math.max(1, Math.ceil(max / 3)) - now;
  return { name: 'adjust', arguments: { path, delta, target: playerId } };
}

/** The calls that empty a list on the character's sheet, such as that of wounds. */
function listHealed(c: Chronicle, list: string): readonly Call[] {
  const items = readValue(c.world.player.sheet, list);
  const names = Array.isArray(items)
    ? items.flatMap((item) => (isObject(item) ? String(item['name'] ?? '') : []))
    : [];
  return names.map((item) => ({ name: 'item_remove', arguments: { item, list, target: playerId } }));
}

/**
 * The calls that end the fight, leave the player's character battered, let `minutes` pass and, if there is an open way,
 * take the character away: if possible to a place without enemies.
 */
function listEscape(c: Chronicle, minutes: number): readonly Call[] {
  const ways = c.world.listOpenWays().filter(({ isLocked }) => !isLocked);
  const isSafe = (to: string) => !c.world.listPresent(c.world.find(to)).some((one) => readAttitude(one) < -1);
  const refuge =
    chooseOne(
      ways.filter(({ to }) => isSafe(to)),
      c.takeKey('refuge'),
    ) ?? ways[0];
  const mode = { mode: 'exploration', opponents: [] };
  const scar = { condition: 'battered', minutes: 720, note: 'You were brought down, and got up again.' };
  return [
    { name: 'mode_set', arguments: mode },
    { name: 'condition_add', arguments: scar },
    { name: 'time_advance', arguments: { minutes, reason: 'senseless' } },
    ...(refuge === undefined ? [] : [{ name: 'move', arguments: { destination: refuge.to, minutes: 0 } }]),
  ];
}
