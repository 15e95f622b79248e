// Finds who or what a player means, among those that the player knows.

import { UsageError } from '@terrarium/kernel/errors';
import { type Entity, playerId, sceneId } from '@terrarium/rpg/entity';
import type { Game } from '@terrarium/rpg/game';
import { isObject } from '@terrarium/rpg/json';
import { matchPart, normaliseName } from '@terrarium/rpg/match-name';
import { filterCalled } from '@terrarium/rpg/other-names';
import { listMet } from './list-met.ts';
import { nameOf } from './name-ids.ts';

const alwaysKnown: readonly Entity['type'][] = ['quest', 'clock', 'faction'];

type Known = Pick<Game, 'state' | 'listTurns'>;

/**
 * If the words are empty, the player is meant. Another name that the glossary has will do, and a part of a name if only
 * one name contains it. Throws `UsageError` if the words mean nobody and nothing, or several.
 */
export function requireKnown(game: Known, words: string, kinds?: ReadonlySet<Entity['type']>): Entity {
  const { state } = game;
  const player = state.find(playerId);
  if (words === '' && player !== undefined) return player;
  const wanted = normaliseName(words);
  const known = listKnown(game).filter(({ type }) => kinds === undefined || kinds.has(type));
  const ways = [
    () => known.filter((one) => one.id === words || normaliseName(nameOf(one, one.id)) === wanted),
    () => filterCalled(state, known, words),
    () => known.filter((one) => hasWord(one, wanted)),
    () => filterPart(known, words),
  ];
  const meant = ways.reduce<readonly Entity[]>((found, list) => (found.length > 0 ? found : list()), []);
  const [first] = meant;
  if (first !== undefined && meant.length === 1) return first;
  const several = meant.map((one) => nameOf(one, one.id)).join(', ');
  throw refuseUnknown(
    several === ''
      ? `You know nobody and nothing called “${words}”.`
      : `“${words}” fits several: ${several}.`,
  );
}

/** Like `requireKnown`, but undefined if the words mean nobody and nothing, or several. */
export function findKnown(
  game: Known,
  words: string,
  kinds?: ReadonlySet<Entity['type']>,
): Entity | undefined {
  try {
    return requireKnown(game, words, kinds);
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

export function refuseUnknown(happened: string): UsageError {
  return new UsageError({
    code: 'play.unknown-entity',
    happened,
    todo: '/people lists who you have met, /map where you have been.',
  });
}

function hasWord(one: Entity, wanted: string): boolean {
  return `-${normaliseName(nameOf(one, one.id))}-`.includes(`-${wanted}-`);
}

function filterPart(known: readonly Entity[], words: string): readonly Entity[] {
  const name = matchPart(words, [...new Set(known.map((one) => nameOf(one, one.id)))]);
  return name === undefined ? [] : known.filter((one) => nameOf(one, one.id) === name);
}

export function listKnown(game: Known): readonly Entity[] {
  const { state } = game;
  const here = readHere(state);
  const player = state.find(playerId);
  return [
    ...(player === undefined ? [] : [player]),
    ...listMet(game),
    ...listKnownPlaces(state),
    ...state.list('item').filter(({ sheet }) => sheet['holder'] === playerId || sheet['holder'] === here),
    ...alwaysKnown.flatMap((type) => state.list(type)),
  ];
}

function readHere(state: Game['state']): unknown {
  return state.find(sceneId)?.sheet['here'];
}

/** The places where the player is or has been. */
export function listKnownPlaces(state: Game['state']): readonly Entity[] {
  const here = readHere(state);
  return state.list('location').filter(({ id, sheet }) => id === here || sheet['is_visited'] === true);
}

/** The place, but without the exits that the player has yet to find. */
export function hideUnfoundWays(entity: Entity): Entity {
  const { exits } = entity.sheet;
  if (!Array.isArray(exits)) return entity;
  const found = exits.filter((exit) => !isObject(exit) || exit['is_hidden'] !== true);
  return { ...entity, sheet: { ...entity.sheet, exits: found } };
}
