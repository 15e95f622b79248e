// Reads and writes the exits of a place, for the tools.

import type { ToolAnswer } from '@terrarium/kernel/tool';
import { type HiddenWay, readNotebook } from '../state/notebook.ts';
import type { Entity, EntityId, GameState } from '../values/entity.ts';
import { markSecret } from '../values/hidden-text.ts';
import { isList, isObject, type Json } from '../values/json.ts';
import { findHiddenWay, hideWay } from './hidden-ways.ts';
import { addItem } from './item-add.ts';
import { setHouseField } from './scene.ts';
import { requireSheet, type Workbench } from './workbench.ts';
import { readField } from './write-field.ts';

export interface Exit {
  readonly id: string;
  readonly name: string;
  readonly to: EntityId;
  readonly isLocked: boolean;
  readonly isHidden: boolean;
  /** Name of the thing that opens the way; empty if none is known. */
  readonly opensWith: string;
  /** How long the way takes; undefined if it takes the usual time. */
  readonly minutes?: number | undefined;
}

export function readExits(place: Entity): readonly Exit[] {
  const { exits } = place.sheet;
  return isList(exits) ? exits.flatMap(readExit) : [];
}

/** All exits, including the ways that are only in the notebook. */
export function listExits(state: Pick<GameState, 'list'>, place: Entity): readonly Exit[] {
  const hidden = readNotebook(state).ways.filter(({ from }) => from === place.id);
  return [
    ...readExits(place),
    ...hidden.map(({ id, to, name, is_locked, opens_with, minutes }) => ({
      id,
      name,
      to: to as EntityId,
      isLocked: is_locked,
      isHidden: true,
      opensWith: opens_with,
      minutes,
    })),
  ];
}

function readExit(item: Json): readonly Exit[] {
  if (!isObject(item)) return [];
  const { id, name, to, is_locked, is_hidden, opens_with, minutes } = item;
  if (typeof to !== 'string') return [];
  return [
    {
      id: String(id ?? ''),
      name: typeof name === 'string' ? name : '',
      to: (to.includes(':') ? to : `location:${to}`) as EntityId,
      isLocked: is_locked === true,
      isHidden: is_hidden === true,
      opensWith: typeof opens_with === 'string' ? opens_with : '',
      ...(typeof minutes === 'number' ? { minutes } : {}),
    },
  ];
}

export interface WantedExit {
  readonly to: EntityId;
  readonly name: string;
  readonly is_locked?: boolean | undefined;
  readonly is_hidden?: boolean | undefined;
  readonly opens_with?: string | undefined;
  readonly minutes?: number | undefined;
}

/**
 * Adds an exit, or changes the exit that leads to the same place. A way that is to stay hidden may be noted in the
 * notebook instead.
 */
export function setExit(bench: Workbench, from: EntityId, wanted: WantedExit): ToolAnswer {
  const entity = bench.state.find(from);
  const sheet = requireSheet(bench.system, 'location');
  const field = sheet.byPath.get('exits');
  if (entity === undefined || field === undefined) return { ok: false, say: `${from} has no exits.` };
  const value = readField(entity, field);
  const same = readExits(entity).find(({ to }) => to === wanted.to);
  const hidden = same === undefined ? findHiddenWay(bench.state, from, wanted.to) : undefined;
  if (hidden !== undefined && wanted.is_hidden !== false) return updateHidden(bench, from, wanted);
  if (same === undefined && wanted.is_hidden === true && bench.isCovered)
    return updateHidden(bench, from, wanted);
  if (hidden !== undefined) bench.remove(hidden.id, 'it was found');
  const given = stripUnsaid({
    ...readFound(hidden),
    ...stripUnsaid(wanted),
    name: hidden?.name || wanted.name,
  });
  if (same === undefined) return addItem(bench, { entity, sheet, field, part: '', value }, given);
  const { name: _name, ...changes } = given;
  const items = isList(value) ? value : [];
  const changed = items.map((item) =>
    isObject(item) && item['id'] === same.id ? { ...item, ...changes } : item,
  );
  return setHouseField(bench, from, { path: 'exits', value: changed });
}

/** The answer is for the game master alone, since it names both ends of the hidden way. */
function updateHidden(bench: Workbench, from: EntityId, { to, name, ...rest }: WantedExit): ToolAnswer {
  const { is_hidden: _hidden, ...given } = rest;
  hideWay(bench, { from, to }, stripUnsaid({ ...given, name }));
  return { ok: true, say: markSecret(`A hidden way from ${from} to ${to} is noted.`) };
}

/** The values that a hidden way keeps when it is found and becomes an exit; empty if no way was hidden. */
function readFound(hidden: HiddenWay | undefined): Partial<WantedExit> {
  if (hidden === undefined) return {};
  const { is_locked, opens_with, minutes } = hidden;
  return {
    is_locked,
    ...(opens_with === '' ? {} : { opens_with }),
    ...(minutes === undefined ? {} : { minutes }),
  };
}

function stripUnsaid<Given extends object>(
  given: Given,
): { [Key in keyof Given]?: Exclude<Given[Key], undefined> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Given]?: Exclude<Given[Key], undefined>;
  };
}

const usualMinutes = 10;

/**
 * How many minutes it takes to go from `from` to the first of these places, from there to the next, and so on. A way
 * without minutes of its own takes `usualMinutes`.
 */
export function countMinutes(state: GameState, from: Entity, places: readonly EntityId[]): number {
  let here: Entity | undefined = from;
  return places.reduce((sum, to) => {
    const exit = here === undefined ? undefined : listExits(state, here).find((one) => one.to === to);
    here = state.find(to);
    return sum + (exit?.minutes ?? usualMinutes);
  }, 0);
}

/**
 * The places on a shortest way to a place through open exits: each place after `from`, with the destination. Undefined
 * if no open way leads there.
 */
export function findOpenWay(state: GameState, from: Entity, to: EntityId): readonly EntityId[] | undefined {
  const ways = new Map<EntityId, readonly EntityId[]>([[from.id, []]]);
  const pending = [from];
  for (let place = pending.shift(); place !== undefined; place = pending.shift()) {
    for (const exit of readExits(place)) {
      const next = state.find(exit.to);
      if (next === undefined || exit.isHidden || exit.isLocked || ways.has(exit.to)) continue;
      const way = [...(ways.get(place.id) ?? []), exit.to];
      if (exit.to === to) return way;
      ways.set(exit.to, way);
      pending.push(next);
    }
  }
  return undefined;
}
