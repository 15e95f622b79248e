// Reads the scene: the place, its exits, who is present, and the open quests and clocks.

import { readValue } from '../../rules/read-value.ts';
import { isOpenQuest } from '../../state/is-open-quest.ts';
import { listLying } from '../../tools/lying-things.ts';
import { type Entity, type EntityId, type GameState, sceneId } from '../../values/entity.ts';
import { isObject, type Json } from '../../values/json.ts';

export interface Exit {
  readonly to: string;
  readonly name: string;
  readonly isLocked: boolean;
  readonly isHidden: boolean;
}

export interface SceneView {
  readonly mode: string;
  /** Minutes since the story began. */
  readonly minutes: number;
  readonly place: Entity | undefined;
  readonly exits: readonly Exit[];
  /** People and creatures at the place, without those who are dead or gone for good. */
  readonly present: readonly Entity[];
  /** The things that lie at the place. */
  readonly lying: readonly Entity[];
  /** The opponents in the fight, wherever they are, without those who are dead or gone for good. */
  readonly opponents: readonly Entity[];
  readonly openQuests: readonly Entity[];
  readonly clocks: readonly Entity[];
}

export function readScene(state: GameState): SceneView {
  const scene = state.find(sceneId);
  const here = extractKey(readText(scene, 'here'));
  const place = here === '' ? undefined : state.find(`location:${here}`);
  const others = [...state.list('npc'), ...state.list('creature')];
  return {
    mode: readText(scene, 'mode') || 'exploration',
    minutes: readNumber(scene, 'minutes'),
    place,
    exits: readExits(place),
    present: others.filter((who) => here !== '' && extractKey(readText(who, 'at')) === here && !isGone(who)),
    lying: place === undefined ? [] : listLying(state, place.id),
    opponents: readOpponents(state, scene).filter((who) => !isGone(who)),
    openQuests: state.list('quest').filter(isOpenQuest),
    clocks: state.list('clock'),
  };
}

function readOpponents(state: GameState, scene: Entity | undefined): readonly Entity[] {
  const listed = scene?.sheet['opponents'];
  if (!Array.isArray(listed)) return [];
  return listed.flatMap((one) => {
    const id = isObject(one) ? one['name'] : one;
    return typeof id === 'string' ? (state.find(id as EntityId) ?? []) : [];
  });
}

export function readName(entity: Entity | undefined): string {
  return entity === undefined ? '' : readText(entity, 'name') || entity.key;
}

function readText(entity: Entity | undefined, path: string): string {
  const value = entity === undefined ? undefined : readValue(entity.sheet, path);
  return typeof value === 'string' ? value : '';
}

function readNumber(entity: Entity | undefined, path: string): number {
  const value = entity === undefined ? undefined : readValue(entity.sheet, path);
  return typeof value === 'number' ? value : 0;
}

/** References may be written with their type or without. */
function extractKey(reference: string): string {
  return reference.slice(reference.indexOf(':') + 1);
}

function isGone(who: Entity): boolean {
  return readValue(who.sheet, 'is_gone') === true;
}

function readExits(place: Entity | undefined): readonly Exit[] {
  const exits = place === undefined ? undefined : readValue(place.sheet, 'exits');
  return Array.isArray(exits) ? exits.flatMap(readExit) : [];
}

function readExit(exit: Json): readonly Exit[] {
  if (!isObject(exit) || typeof exit['to'] !== 'string') return [];
  const to = extractKey(exit['to']);
  const name = typeof exit['name'] === 'string' && exit['name'] !== '' ? exit['name'] : to;
  return [{ to, name, isLocked: exit['is_locked'] === true, isHidden: exit['is_hidden'] === true }];
}
