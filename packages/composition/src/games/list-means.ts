// Lists the means to pay for a better roll, such as aspects (phrases that can be invoked); the default comes first.

import { type Entity, playerId, sceneId } from '@terrarium/rpg/entity';
import type { Game } from '@terrarium/rpg/game';
import { isObject, type Json } from '@terrarium/rpg/json';
import { isTrueFor } from '@terrarium/rpg/list-effect-calls';
import type { Effect, Spend } from '@terrarium/rpg/narrator-hints';
import { openEffectView } from '@terrarium/rpg/open-effect-view';
import { readValue } from '@terrarium/rpg/read-value';

type Played = Pick<Game, 'system' | 'state'>;

export interface Means {
  readonly name: string;
  readonly cost: readonly Effect[];
}

/** Empty if the rules do not ask what the price is paid with, or if the player can afford none of it. */
export function listMeans({ system, state }: Played, spend: Spend): readonly Means[] {
  const { uses, cost = [], cost_own: own = cost, cost_other: other = cost } = spend;
  const player = state.find(playerId);
  if (uses === undefined || player === undefined) return [];
  const view = openEffectView({ system, state });
  const isAffordable = ({ cost: asked }: Means) =>
    asked
      .filter((effect) => effect.lose !== undefined && isTrueFor(view, effect.if, { id: playerId }))
      .every(({ lose = '', amount }) => Number(readValue(player.sheet, lose) ?? 0) >= Number(amount ?? 1));
  const scene = readNames(readValue(state.find(sceneId)?.sheet ?? {}, uses.list));
  const list = (some: typeof scene, price: readonly Effect[]): readonly Means[] =>
    some.map(({ name }) => ({ name, cost: price }));
  const isUsable = (item: Json) => isObject(item) && Number(item[uses.number] ?? 0) > 0;
  const usedUp = cost.filter((effect) => isTrueFor(view, effect.if, { id: playerId }));
  const all = [
    ...list(
      usedUp.flatMap(({ set = '' }) => readNames(readValue(player.sheet, set))),
      cost,
    ),
    ...list(
      scene.filter(({ item }) => isUsable(item)),
      other,
    ),
    ...list(listOwn({ system }, player, uses.list), own),
    ...list(
      scene.filter(({ item }) => !isUsable(item)),
      own,
    ),
  ].filter(isAffordable);
  return all.filter(({ name }, at) => all.findIndex((one) => one.name === name) === at);
}

/** The texts that the payer's sheet has under the same name as the list of the scene, such as `aspects`. */
function listOwn({ system }: Pick<Played, 'system'>, { type, sheet }: Entity, list: string) {
  const group = `${list.split('.', 1)[0]}.`;
  const fields = (system.sheets.get(type)?.fields ?? []).filter(({ path }) => path.startsWith(group));
  return fields.flatMap(({ path }) => readNames(readValue(sheet, path)));
}

function readNames(value: Json | undefined): readonly { readonly name: string; readonly item: Json }[] {
  const items: readonly Json[] = Array.isArray(value) ? value : [value ?? null];
  return items.flatMap((item) => {
    const name = isObject(item) ? item['name'] : item;
    return typeof name === 'string' && name !== '' ? [{ name, item }] : [];
  });
}
