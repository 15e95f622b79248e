// Requires that the player knows the target of a command given outside the story, and that the target is here.

import { UsageError } from '@terrarium/kernel/errors';
import { type Entity, playerId } from '@terrarium/rpg/entity';
import { findApart } from '@terrarium/rpg/find-apart';
import type { Game } from '@terrarium/rpg/game';
import { resolveTarget } from '@terrarium/rpg/resolve-target';
import { nameOf } from './name-ids.ts';
import { listKnown, refuseUnknown, requireKnown } from './require-known.ts';

type Played = Pick<Game, 'state' | 'listTurns'>;

interface Asked {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

const takers: ReadonlySet<Entity['type']> = new Set(['character', 'npc', 'creature', 'location']);
const touched: ReadonlySet<Entity['type']> = new Set([...takers, 'item']);

/**
 * Finds who is given something, or from whom something is taken: a person, a creature or the place. Throws `UsageError`
 * for somebody who is not here.
 */
export function requireHere(game: Played, words: string): Entity {
  const one = requireKnown(game, words, takers);
  const here = game.state.find(playerId)?.sheet['at'];
  const at = one.type === 'location' ? one.id : one.sheet['at'];
  if (one.id !== playerId && typeof at === 'string' && at !== here) throw refuseElsewhere(one);
  return one;
}

/**
 * Puts the id of the opponent in place of the typed words. The error about somebody whom the player has not
 * met tells nothing about them.
 */
export function withOpponent<Call extends Asked>(game: Played, call: Call): Call {
  const { against } = call.arguments;
  if (call.name !== 'roll' || typeof against !== 'string') return call;
  const apart = findApart(game.state, { name: 'roll', arguments: { against } });
  if (apart?.kind === 'unnamed') throw refuseUnknown(`There is nobody called “${against}” here.`);
  const found = resolveTarget(game.state, against);
  const isKnown = found.ok && listKnown(game).some(({ id }) => id === found.entity.id);
  const one = isKnown ? found.entity : requireKnown(game, against, touched);
  if (apart?.kind === 'elsewhere') throw refuseElsewhere(one);
  return { ...call, arguments: { ...call.arguments, against: one.id } };
}

function refuseElsewhere(one: Entity): UsageError {
  const name = nameOf(one, one.id);
  return new UsageError({
    code: 'play.not-here',
    happened: one.type === 'location' ? `You are not at ${name}.` : `${name} is not here.`,
    todo: 'Nothing was rolled or changed. /people lists who is here.',
  });
}
