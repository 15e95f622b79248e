// Opens the test game, with a real database: a mill with a locked cellar, a hidden loft and a person.

import type { Connection } from '@terrarium/kernel/open-database';
import { buildFakeEnvironment, type FakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { openRpgDatabase } from '../../src/database/open-rpg-database.ts';
import { createSession } from '../../src/game/create-session.ts';
import { openGame } from '../../src/game/open-game.ts';
import type { Acted, Game, TurnDraft, TurnEnd } from '../../src/state/game.ts';
import type { Action } from '../../src/state/session.ts';
import type { System } from '../../src/system/system.ts';
import { buildSmallSystem } from './small-system.ts';

export interface TestGame {
  readonly connection: Connection;
  readonly environment: FakeEnvironment;
  readonly system: System;
  readonly game: Game;
  /** Opens another handle of the same game over the same connection. */
  reopen(): Game;
  close(): void;
}

export interface TestGameOptions {
  readonly system?: System | undefined;
  /** Path of the database; in memory when absent. */
  readonly path?: string | undefined;
  readonly seed?: string | undefined;
}

export const testOpening: readonly Action[] = [
  act('entity_create', { type: 'character', key: 'player', name: 'Ada' }),
  act('place_create', { name: 'Old Mill', about: 'It turns no more.' }),
  act('move', { destination: 'Old Mill' }),
  act('place_create', {
    name: 'Cellar',
    exits: [{ to: 'Old Mill', name: 'trapdoor', is_locked: true, opens_with: 'Brass key' }],
  }),
  act('place_create', { name: 'Loft', exits: [{ to: 'Old Mill', is_hidden: true }] }),
  act('place_create', { name: 'Yard', exits: [{ to: 'Old Mill' }] }),
  act('place_create', { name: 'Road', exits: [{ to: 'Yard' }] }),
  act('npc_create', { name: 'Mira', about: 'The miller.' }),
];

export function openTestGame({
  system = buildSmallSystem(),
  path,
  seed = 'mill',
}: TestGameOptions = {}): TestGame {
  const environment = buildFakeEnvironment();
  const { clock, ids } = environment;
  const connection = openRpgDatabase({ path: path ?? ':memory:' });
  createSession({ connection, clock, ids, system, name: 'The Mill', seed, opening: testOpening });
  const reopen = () => openGame({ connection, session: 'The Mill', clock });
  return { connection, environment, system, game: reopen(), reopen, close: () => void connection.close() };
}

function act(tool: string, wanted: object): Action {
  return { tool, arguments: JSON.stringify(wanted), by: 'system' };
}

/** Makes one call as the model would. */
export function call(draft: TurnDraft, name: string, wanted: unknown): Acted {
  const written = typeof wanted === 'string' ? wanted : JSON.stringify(wanted);
  return draft.execute({ id: 'call', name, arguments: written }, 'model');
}

export function endTurn(narrative = 'So it was.'): TurnEnd {
  return { narrative, suggestions: ['Go on'], summary: narrative, tags: ['mill'], importance: 0.5 };
}

/** Plays a whole turn of these calls. */
export function playCalls(game: Game, words: string, calls: readonly (readonly [string, unknown])[]) {
  return playDraft(game.start(words), calls);
}

/** Plays the rest of a turn that was begun. */
export function playDraft(draft: TurnDraft, calls: readonly (readonly [string, unknown])[]) {
  const acted = calls.map(([name, wanted]) => call(draft, name, wanted));
  return { acted, turn: draft.commit(endTurn(`After ${draft.words}.`)) };
}
