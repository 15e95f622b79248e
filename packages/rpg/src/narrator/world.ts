// World: the entities at this point of the turn, with the queries that the narrator needs.

import { readValue, writeValue } from '../rules/read-value.ts';
import { readNotebook } from '../state/notebook.ts';
import { isInventory } from '../system/is-inventory.ts';
import type { System } from '../system/system.ts';
import {
  type Entity,
  type EntityId,
  type GameState,
  type Patch,
  playerId,
  sceneId,
} from '../values/entity.ts';
import { isObject, type Json, type JsonObject } from '../values/json.ts';

export interface Way {
  readonly to: EntityId;
  /** The name of the way, in a form that can follow "you go". */
  readonly name: string;
  readonly isLocked: boolean;
  readonly isHidden: boolean;
  readonly opensWith: string;
  /** The places that the way leads through, if it leads beyond the next place. */
  readonly past?: readonly EntityId[];
}

export interface Thing {
  readonly name: string;
  readonly about: string;
  /** How many there are, if a list of a sheet counts them. */
  readonly quantity?: number | undefined;
  /** Absent if the thing is only in a list of a sheet. */
  readonly entity?: Entity | undefined;
  /** The entity on whose sheet the thing is listed. */
  readonly listedOn?: EntityId | undefined;
}

/** The entities at the beginning of the turn, with the changes made since then. */
export class World {
  readonly #before: GameState;
  /** The paths of the lists of things carried, by the type of the sheet. */
  readonly #inventories: ReadonlyMap<string, readonly string[]>;
  readonly #changed = new Map<EntityId, Entity | undefined>();

  constructor(before: GameState, { sheets }: Pick<System, 'sheets'>) {
    this.#before = before;
    this.#inventories = new Map(
      [...sheets].map(([type, { fields }]) => [type, fields.filter(isInventory).map(({ path }) => path)]),
    );
  }

  apply(patches: readonly Patch[]): void {
    for (const { entity, path, after } of patches) this.#layOne(entity, path, after);
  }

  #layOne(id: EntityId, path: string, after: Json | undefined): void {
    const colon = id.indexOf(':');
    const named = { id, type: id.slice(0, colon), key: id.slice(colon + 1) };
    if (path === '') {
      this.#changed.set(id, isObject(after) ? { ...named, sheet: after } : undefined);
      return;
    }
    const sheet = this.find(id)?.sheet ?? {};
    if (after !== undefined) this.#changed.set(id, { ...named, sheet: writeValue(sheet, path, after) });
  }

  find(id: string): Entity | undefined {
    const key = id as EntityId;
    return this.#changed.has(key) ? this.#changed.get(key) : this.#before.find(key);
  }

  list(type: string): readonly Entity[] {
    const known = this.#before.list(type).map(({ id }) => id);
    const fresh = [...this.#changed.keys()].filter((id) => id.startsWith(`${type}:`) && !known.includes(id));
    return [...known, ...fresh].flatMap((id) => this.find(id) ?? []);
  }

  get player(): Entity {
    return this.find(playerId) ?? { id: playerId, type: 'character', key: 'player', sheet: {} };
  }

  get scene(): JsonObject {
    return this.find(sceneId)?.sheet ?? {};
  }

  get here(): Entity | undefined {
    const at = readText(this.player, 'at');
    return this.find(at) ?? this.find(readText({ sheet: this.scene }, 'here'));
  }

  get minutes(): number {
    return Number(this.scene['minutes'] ?? 0);
  }

  get mode(): string {
    return String(this.scene['mode'] ?? 'exploration');
  }

  findNamed(name: string, types: readonly string[]): Entity | undefined {
    const wanted = name.toLowerCase();
    return types.flatMap((type) => this.list(type)).find((one) => nameOf(one).toLowerCase() === wanted);
  }

  /** People and creatures that are at a place and have not gone for good. */
  listPresent(place: Entity | undefined = this.here): readonly Entity[] {
    return this.listOthers().filter((one) => readText(one, 'at') === place?.id && !isGone(one));
  }

  listOthers(): readonly Entity[] {
    return [...this.list('npc'), ...this.list('creature')];
  }

  listWays(place: Entity | undefined = this.here): readonly Way[] {
    const exits = place?.sheet['exits'];
    const shown = Array.isArray(exits) ? exits.filter((exit) => isObject(exit)).map(readWay) : [];
    const hidden = readNotebook(this).ways.filter(({ from }) => from === place?.id);
    return [
      ...shown,
      ...hidden.map(({ minutes: _minutes, ...way }) => ({ ...readWay(way), isHidden: true })),
    ];
  }

  listOpenWays(place: Entity | undefined = this.here): readonly Way[] {
    return this.listWays(place).filter(({ isHidden, to }) => !isHidden && this.find(to) !== undefined);
  }

  listLying(place: Entity | undefined = this.here): readonly Thing[] {
    return this.#listHeldBy(place?.id);
  }

  listHeldBy(who: Entity): readonly Thing[] {
    const own = this.#listHeldBy(who.id);
    const paths = this.#inventories.get(who.type) ?? [];
    const lists = paths.flatMap((path) => listItems(readValue(who.sheet, path) ?? null));
    const listed = lists.map((thing) => ({
      ...thing,
      ...own.find(({ name }) => isSame(name, thing.name)),
      listedOn: who.id,
    }));
    const held = own.filter(({ name }) => !listed.some((one) => isSame(one.name, name)));
    return [...held, ...listed];
  }

  hasThing(name: string): boolean {
    return this.listHeldBy(this.player).some((thing) => isSame(thing.name, name));
  }

  #listHeldBy(id: string | undefined): readonly Thing[] {
    return this.list('item')
      .filter((item) => id !== undefined && readText(item, 'holder') === id)
      .map((entity) => ({ name: nameOf(entity), about: readText(entity, 'about'), entity }));
  }

  get opponents(): readonly Entity[] {
    const listed = this.scene['opponents'];
    if (!Array.isArray(listed)) return [];
    return listed
      .flatMap((one) => this.find(isObject(one) ? String(one['name'] ?? '') : String(one)) ?? [])
      .filter((one) => !isGone(one) && readText(one, 'at') === this.here?.id);
  }
}

function listItems(value: Json): readonly Thing[] {
  if (Array.isArray(value)) {
    return value
      .filter((item) => isObject(item))
      .filter((item) => typeof item['name'] === 'string' && item['name'] !== '')
      .map((item) => ({
        name: String(item['name']),
        about: String(item['note'] ?? item['about'] ?? ''),
        ...readQuantity(item),
      }));
  }
  return isObject(value) ? Object.values(value).flatMap(listItems) : [];
}

function readQuantity({ qty, quantity = qty }: JsonObject): Pick<Thing, 'quantity'> {
  return typeof quantity === 'number' ? { quantity } : {};
}

function readWay(exit: JsonObject): Way {
  const to = String(exit['to'] ?? '');
  return {
    to: (to.includes(':') ? to : `location:${to}`) as EntityId,
    name: String(exit['name'] ?? ''),
    isLocked: exit['is_locked'] === true,
    isHidden: exit['is_hidden'] === true,
    opensWith: String(exit['opens_with'] ?? ''),
  };
}

export function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

export function readText({ sheet }: { readonly sheet: JsonObject }, path: string): string {
  const value = readValue(sheet, path);
  return typeof value === 'string' ? value : '';
}

export function nameOf({ sheet, key }: Entity): string {
  const { name } = sheet;
  return typeof name === 'string' && name !== '' ? name : key.replace(/-/g, ' ');
}

export function isGone({ sheet }: Entity): boolean {
  return sheet['is_gone'] === true;
}

const attitudes: Readonly<Record<string, number>> = {
  hostile: -2,
  wary: -1,
  neutral: 0,
  friendly: 1,
  devoted: 2,
};

/** The attitude of somebody to the player's character, from -2 (hostile) to 2 (devoted). */
export function readAttitude({ sheet }: Entity): number {
  const { attitude } = sheet;
  if (typeof attitude === 'number') return attitude;
  if (isObject(attitude)) return Number(attitude['value'] ?? 0);
  return attitudes[String(attitude)] ?? 0;
}

export interface QuestStep {
  readonly name: string;
  readonly isDone: boolean;
}

export function listSteps(quest: Entity): readonly QuestStep[] {
  const { steps } = quest.sheet;
  if (!Array.isArray(steps)) return [];
  return steps
    .filter((step) => isObject(step))
    .map((step) => ({ name: String(step['name'] ?? ''), isDone: step['is_done'] === true }));
}
