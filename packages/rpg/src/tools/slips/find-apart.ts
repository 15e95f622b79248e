// Finds out whether a call is about somebody elsewhere, or mistakes a word in a quest's or clock's title for a person.

import type { Entity, GameState } from '../../values/entity.ts';
import type { Json } from '../../values/json.ts';
import { normaliseName } from '../match-name.ts';
import type { Call } from '../moves/list-effect-calls.ts';
import { resolveSeveral } from '../resolve-several.ts';
import { readName, resolveTarget } from '../resolve-target.ts';

export type Apart =
  | { readonly kind: 'elsewhere'; readonly one: Entity; readonly from: Entity }
  | { readonly kind: 'gone'; readonly one: Entity }
  | { readonly kind: 'unnamed'; readonly words: string; readonly entity: Entity };

/** Tools that change the entity that is named as `target`. */
const changing: ReadonlySet<string> = new Set([
  'adjust',
  'set',
  'mark',
  'item_add',
  'item_remove',
  'condition_add',
  'condition_remove',
]);

const living: ReadonlySet<string> = new Set(['character', 'npc', 'creature']);
/** Types of entities whose names are sentences or titles, so that a single word of the name does not name them. */
const titled: ReadonlySet<string> = new Set(['quest', 'clock', 'faction', 'scene']);

export function findApart(state: GameState, { name, arguments: given }: Call): Apart | undefined {
  if (changing.has(name)) return findUnnamed(state, given['target']) ?? findFarReceiver(state, name, given);
  if (name === 'mode_set') return findFarFoe(state, given['opponents']);
  if (name === 'move') return findFarCompany(state, given);
  if (name !== 'roll') return undefined;
  const { who, target, against } = given;
  const unnamed = findUnnamed(state, against) ?? findUnnamed(state, who ?? target);
  if (unnamed !== undefined || typeof against !== 'string') return unnamed;
  const aimed = resolveSeveral(state, against);
  const from = findLiving(state, who ?? target);
  const apart = (aimed.ok ? aimed.entities : []).filter(({ type }) => living.has(type));
  return apart.map((one) => findElsewhere(from, one)).find((one) => one !== undefined);
}

/** Somebody to whom a thing is to be handed over, but who is not at the place of its holder. */
function findFarReceiver(state: GameState, name: string, given: Call['arguments']): Apart | undefined {
  if (name !== 'item_remove' || given['to'] === undefined) return undefined;
  return findElsewhere(findLiving(state, given['target']), findLiving(state, given['to']));
}

/**
 * Finds an entity such as a quest if the words are only a part of its title; undefined if they are its whole title, its
 * id or its key.
 */
function findUnnamed(state: GameState, words: Json | undefined): Apart | undefined {
  if (typeof words !== 'string') return undefined;
  const found = resolveTarget(state, words);
  if (!found.ok || !titled.has(found.entity.type)) return undefined;
  const { entity } = found;
  const whole = [entity.id, entity.key, readName(entity)].map(normaliseName);
  return whole.includes(normaliseName(words)) ? undefined : { kind: 'unnamed', words, entity };
}

function findFarFoe(state: GameState, opponents: Json | undefined): Apart | undefined {
  if (!Array.isArray(opponents)) return undefined;
  const player = findLiving(state, undefined);
  const foes = opponents.map((one) => findElsewhere(player, findLiving(state, one)));
  return foes.find((one) => one !== undefined);
}

/** Somebody who is to come along, and cannot: they are elsewhere, or gone for good. */
function findFarCompany(state: GameState, { who, with: others }: Call['arguments']): Apart | undefined {
  if (!Array.isArray(others)) return undefined;
  const mover = findLiving(state, who);
  const company = others.flatMap((one: Json) => findLiving(state, one) ?? []);
  const gone = company.find(({ sheet }) => sheet['is_gone'] === true);
  if (gone !== undefined) return { kind: 'gone', one: gone };
  return company.map((one) => findElsewhere(mover, one)).find((one) => one !== undefined);
}

function findLiving(state: GameState, words: Json | undefined): Entity | undefined {
  if (words !== undefined && typeof words !== 'string') return undefined;
  const found = resolveTarget(state, words);
  return found.ok && living.has(found.entity.type) ? found.entity : undefined;
}

/** Undefined if both are at the same place, or if the place of either is not known. */
function findElsewhere(from: Entity | undefined, one: Entity | undefined): Apart | undefined {
  if (from === undefined || one === undefined) return undefined;
  const [here, there] = [readPlace(from), readPlace(one)];
  return here === '' || there === '' || here === there ? undefined : { kind: 'elsewhere', one, from };
}

function readPlace({ sheet: { at } }: Entity): string {
  return typeof at === 'string' ? at : '';
}
