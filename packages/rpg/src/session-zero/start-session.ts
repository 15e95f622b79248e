// Starts a game from what session zero decided: stores character, world and opening scene in one transaction.

import type { Environment } from '@terrarium/kernel/environment';
import { UsageError } from '@terrarium/kernel/errors';
import type { Connection } from '@terrarium/kernel/open-database';
import { createSession } from '../game/create-session.ts';
import { buildOpening } from '../narrator/build-opening.ts';
import { namePlace, renderNoun } from '../narrator/noun.ts';
import type { Scenario } from '../narrator/scenario.ts';
import type { Session, Teller } from '../state/session.ts';
import { suggestGoing } from '../state/suggest-going.ts';
import type { System } from '../system/system.ts';
import { findForeignWords } from '../values/find-foreign-words.ts';
import { buildCharacter, type CharacterOptions } from './build-character.ts';
import { namePlayer } from './join-lore.ts';
import { takePart } from './take-part.ts';

export interface BeginOptions {
  readonly connection: Connection;
  readonly environment: Environment;
  readonly name: string;
  readonly seed?: string | undefined;
  readonly system: System;
  /** The file that the system was read from; undefined for a shipped system. */
  readonly origin?: string | undefined;
  readonly world: Scenario;
  /** The models that made the world and the character, if any did. */
  readonly madeBy?: readonly Teller[] | undefined;
  readonly character: CharacterOptions;
  /** What the player wants of the game, word for word. */
  readonly concept?: string | undefined;
}

/** If the character is not possible, throws a `UsageError` that names all its faults, and creates nothing. */
export function startSession(options: BeginOptions): Session {
  const { connection, environment, name, seed, system, origin, concept = '' } = options;
  const character = buildCharacter(system, options.character);
  const wrong = [...character.refused, ...character.unmet];
  if (wrong.length > 0) {
    throw new UsageError({
      code: 'session-zero.bad-character',
      happened: `${character.name} cannot be played yet: ${wrong.map(({ at, say }) => `${at}: ${say}`).join(' ')}`,
      todo: 'Change what the message names, and begin again.',
    });
  }
  const { clock, ids } = environment;
  const { world: others, isOfWorld } = takePart(options.world, character.name);
  // If the player plays somebody of this world, the `{{user}}` of cards becomes a stranger.
  const world = namePlayer(others, isOfWorld ? 'a stranger' : character.name);
  const { name: player, about, set: values } = character;
  const actions = buildOpening(world, system, { name: player, about, values });
  return createSession({
    connection,
    clock,
    ids,
    system,
    name,
    title: world.title,
    seed,
    origin,
    opening: actions,
    narrative: world.opening.join('\n\n'),
    suggestions: suggestFirst(world),
    toldBy: options.madeBy ?? [],
    ...(concept.trim() === '' ? {} : { preferences: { wish: concept.trim() } }),
  });
}

const mostSuggestions = 4;

const longestSuggestion = 120;

/**
 * What the world suggests; else a look around, somebody to talk to and somewhere to go, so that the player has
 * something to choose at the beginning. These are English, so a game in another language gets none of them.
 */
function suggestFirst({ opening, suggestions, start, people, ways }: Scenario): readonly string[] {
  const own = suggestions.filter((one) => one !== '' && one.length <= longestSuggestion);
  if (own.length > 0) return [...new Set(own)].slice(0, mostSuggestions);
  if (findForeignWords(opening.join(' ')).size > 0) return [];
  const talks = people.filter(({ at }) => at === start.at).map(({ name }) => `Talk to ${name}`);
  const goes = ways
    .filter(({ from, hidden, locked }) => from === start.at && !hidden && !locked)
    .map(({ name, to }) =>
      name === '' ? `Go to ${renderNoun(namePlace(to), 'the') ?? to}` : suggestGoing(name),
    );
  return ['Look around', ...talks.slice(0, 2), ...goes].slice(0, mostSuggestions);
}
