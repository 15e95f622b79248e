// Finds the entity that somebody names by id, by key or by name, or else says which ones are nearest.

import { filterAlike, isAlike } from '@terrarium/kernel/find-nearest';
import { escapeLine } from '@terrarium/kernel/foreign-text';
import type { ToolRefusal } from '@terrarium/kernel/tool';
import { type Entity, type EntityId, type GameState, playerId, sceneId } from '../values/entity.ts';
import { markSecret } from '../values/hidden-text.ts';
import { isList, isObject } from '../values/json.ts';
import { readPronouns, readTitle } from '../values/read-pronouns.ts';
import { matchPart, normaliseName } from './match-name.ts';
import { filterCalled } from './other-names.ts';

export type FoundTarget = { readonly ok: true; readonly entity: Entity } | ToolRefusal;

export interface Resolving {
  /** Whether only the whole name counts, because something with that name is created if nothing is found. */
  readonly isWhole?: boolean | undefined;
}

/** Types in the order in which they are searched for a bare key or name. */
export const targetTypes = [
  'character',
  'npc',
  'creature',
  'location',
  'item',
  'quest',
  'clock',
  'faction',
  'scene',
] as const;

/** Words that mean the player's character wherever a character can be meant, even if somebody else has such a name. */
export const playerWords = /^(the )?player( character)?$|^you$|^me$/i;

/**
 * Finds the entity that is named, or the player's character if `named` is undefined. Part of a name is enough if only
 * one entity can be meant, unless `isWhole` is true.
 */
export function resolveTarget(
  state: GameState,
  named: string | undefined,
  types: readonly string[] = targetTypes,
  { isWhole = false }: Resolving = {},
): FoundTarget {
  if (named === undefined) return resolveId(state, playerId);
  const wanted = named.trim();
  if (types.includes('character') && playerWords.test(wanted)) return resolveId(state, playerId);
  const whole = isId(wanted) ? state.find(wanted) : findHerePlace(state, wanted);
  if (whole !== undefined && types.includes(whole.type)) return { ok: true, entity: whole };
  const exact = types.flatMap((type) => listNamed(state, type, wanted));
  const meant = exact.length > 0 ? exact : listMeant(state, wanted, types);
  const found = meant ?? listAlike(state, wanted, types, isWhole);
  const [one] = found;
  if (one !== undefined && found.length === 1) return { ok: true, entity: one };
  const shown = escapeLine(wanted, 80);
  if (one !== undefined) {
    const ids = found.map(({ id }) => id).slice(0, 6);
    return { ok: false, say: `"${shown}" may be ${ids.join(' or ')}: name one.` };
  }
  if (meant !== undefined) return { ok: false, say: `Nobody here is "${shown}": name whom you mean.` };
  const other = describeOther(state, wanted, types);
  return { ok: false, say: `There is no "${shown}"${other}. ${renderNearest(state, wanted, types)}` };
}

/** The place where the player is, if the wanted word is "here". */
function findHerePlace(state: GameState, wanted: string): Entity | undefined {
  const here = state.find(sceneId)?.sheet['here'];
  return /^here$/i.test(wanted) && typeof here === 'string' ? state.find(here as EntityId) : undefined;
}

/** Says which entity has the name but none of the wanted types; only the game master is told where it is. */
function describeOther(state: GameState, wanted: string, types: readonly string[]): string {
  const others = targetTypes.filter((type) => !types.includes(type));
  const named = isId(wanted)
    ? [state.find(wanted)]
    : others.flatMap((type) => listNamed(state, type, wanted));
  const [one] = named.filter((found) => found !== undefined && others.some((type) => type === found.type));
  if (one === undefined) return '';
  const { at } = one.sheet;
  const where = typeof at === 'string' && at !== '' ? markSecret(` and is at ${escapeLine(at, 120)}`) : '';
  const kind = one.type === 'item' ? ' (item_add takes up a thing, item_remove takes it away)' : '';
  return ` among ${types.map((type) => `${type}s`).join(' or ')}: ${one.id} is of another kind${kind}${where}`;
}

function resolveId(state: GameState, id: EntityId): FoundTarget {
  const entity = state.find(id);
  return entity === undefined ? { ok: false, say: `There is no ${id}.` } : { ok: true, entity };
}

function listNamed(state: GameState, type: string, wanted: string): readonly Entity[] {
  const byKey = state.find(`${type}:${wanted}`);
  if (byKey !== undefined) return [byKey];
  const name = wanted.toLowerCase();
  return state.list(type).filter(({ sheet }) => String(sheet['name'] ?? '').toLowerCase() === name);
}

const pronouns: ReadonlyMap<string, string> = new Map(
  Object.entries({
    he: 'he him himself',
    she: 'she her herself',
    they: 'they them themselves',
    it: 'it itself',
  }).flatMap(([pronoun, words]) => words.split(' ').map((word) => [word, pronoun] as const)),
);

/**
 * The people and creatures here whom a pronoun may mean; undefined if the word is not a pronoun, or if `types` has
 * neither people nor creatures.
 */
function listMeant(
  state: GameState,
  wanted: string,
  types: readonly string[],
): readonly Entity[] | undefined {
  const pronoun = pronouns.get(wanted.toLowerCase());
  const living = ['npc', 'creature'].filter((type) => types.includes(type));
  if (pronoun === undefined || living.length === 0) return undefined;
  const here = state.find(sceneId)?.sheet['here'];
  const present = living
    .flatMap((type) => state.list(type))
    .filter(({ sheet }) => sheet['at'] === here && sheet['is_gone'] !== true);
  if (pronoun === 'they') return present;
  const sure = present.filter((one) => readPronounOf(one) === pronoun);
  if (sure.length > 0 || pronoun === 'it') return sure;
  return present.filter((one) => !['he', 'she'].includes(readPronounOf(one) ?? ''));
}

/** The pronoun by which somebody goes, as their description or their name shows it; otherwise, a creature is "it". */
export function readPronounOf(one: Entity): string | undefined {
  const told = readPronouns(String(one.sheet['about'] ?? '')) ?? readTitle(readName(one));
  return told ?? (one.type === 'creature' ? 'it' : undefined);
}

/**
 * Entities whose names are equal apart from articles and punctuation; if there are none, those that the glossary also
 * calls so; if there are none either, those with the only name that can be meant, unless `isWhole` is true.
 */
function listAlike(
  state: GameState,
  wanted: string,
  types: readonly string[],
  isWhole: boolean,
): readonly Entity[] {
  const plain = wanted.slice(wanted.indexOf(':') + 1);
  const known = types.flatMap((type) => state.list(type));
  const slug = normaliseName(plain);
  const same = known.filter((one) => [one.key, readName(one)].some((name) => normaliseName(name) === slug));
  if (same.length > 0) return same;
  const tagged = filterCalled(state, known, plain);
  if (tagged.length > 0 || isWhole) return tagged;
  const name = matchPart(plain, [...new Set(known.map(readName))]);
  return name === undefined ? [] : known.filter((one) => readName(one) === name);
}

/** At most this many entities, the newest, are compared with a wrong name. */
const mostCompared = 400;

/**
 * Lists up to five entities: those whose names resemble the wanted one or, if there are none, first those who are here
 * or one way from here.
 */
export function renderNearest(state: GameState, wanted: string, types: readonly string[]): string {
  const known = types.flatMap((type) => state.list(type)).slice(-mostCompared);
  if (known.length === 0) return `There is no ${types.join(' or ')} yet.`;
  const byWords = new Map(
    known.flatMap((one) => [one.key, readName(one)].map((words) => [words, one.id] as const)),
  );
  const plain = wanted.slice(wanted.indexOf(':') + 1);
  const words = filterAlike(plain, [...byWords.keys()]);
  const isFound = words.some((one) => isAlike(plain, one));
  const near = isFound ? [] : listNearby(state, known);
  const found = [...near, ...words.map((one) => byWords.get(one) ?? '')];
  return markSecret(`${isFound ? 'Nearest' : 'There are'}: ${[...new Set(found)].slice(0, 5).join(', ')}.`);
}

function listNearby(state: GameState, known: readonly Entity[]): readonly EntityId[] {
  const here = state.find(sceneId)?.sheet['here'];
  const place = typeof here === 'string' ? state.find(here as EntityId) : undefined;
  const exits = place?.sheet['exits'];
  const ways = new Set(isList(exits) ? exits.map((exit) => (isObject(exit) ? exit['to'] : undefined)) : []);
  return known.filter(({ id, sheet }) => sheet['at'] === here || ways.has(id)).map(({ id }) => id);
}

export function isId(text: string): text is EntityId {
  return text.includes(':');
}

/** The entity's name, escaped for an answer. */
export function nameOf(entity: Entity): string {
  return escapeLine(readName(entity), 80);
}

/** The entity's name as it was given; the key if it has none. */
export function readName({ sheet, key }: Entity): string {
  const { name } = sheet;
  return typeof name === 'string' && name !== '' ? name : key;
}
