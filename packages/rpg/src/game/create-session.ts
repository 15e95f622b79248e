// Creates a game: stores its system, and performs the actions of its opening as turn 0.

import type { Clock, Ids } from '@terrarium/kernel/environment';
import { UsageError } from '@terrarium/kernel/errors';
import type { Connection } from '@terrarium/kernel/open-database';
import type { RecordedAction } from '../state/action-row.ts';
import { checkSessionName } from '../state/check-session-name.ts';
import { openGameStores } from '../state/game-dependencies.ts';
import { hashState } from '../state/hash-state.ts';
import { cachePinnedSystem } from '../state/read-pinned-system.ts';
import type { Action, Session, Teller } from '../state/session.ts';
import { openSessionSettingsStore } from '../state/session-settings-store.ts';
import type { TurnPreferences } from '../state/turn-preferences.ts';
import type { System } from '../system/system.ts';
import { playActions } from './play-actions.ts';
import { renderArguments } from './run-action.ts';

export interface SessionOptions {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly system: System;
  readonly name: string;
  /** The title of the story that the game tells. */
  readonly title?: string | undefined;
  /** Decides every roll of the game; if absent, a new seed is drawn. */
  readonly seed?: string | undefined;
  /** The file that the system was read from; undefined for a shipped system. */
  readonly origin?: string | undefined;
  /**
   * Actions that are performed in order before anybody plays. They create the character's sheet, places, people and
   * notes.
   */
  readonly opening: readonly Action[];
  /** The narrative of the first scene. */
  readonly narrative?: string | undefined;
  readonly suggestions?: readonly string[] | undefined;
  /** The models that created the beginning of the game, if any did. */
  readonly toldBy?: readonly Teller[] | undefined;
  /** The player's wishes for the game and its narrative. */
  readonly preferences?: TurnPreferences | undefined;
}

const longestTitle = 200;

/**
 * Creates everything or nothing. Throws `UsageError` for a name that is taken or invalid, and for an opening action
 * that is refused.
 */
export function createSession(options: SessionOptions): Session {
  const { connection, clock, ids, system, opening, narrative = '', suggestions = [], preferences } = options;
  const stores = openGameStores(connection);
  const { sessions, turns, states } = stores;
  const name = checkSessionName(sessions, options.name);
  const id = ids.next();
  const seed = options.seed ?? ids.next();
  const begin = buildBegin(options.title);
  const played = playActions({ system, seed, turn: 0 }, [begin, ...opening.map(hideAction)]);
  refuseRefused(played.actions);
  const atMs = clock.now();
  return sessions.runInTransaction(() => {
    const { hash } = system;
    const { id: systemId, name: systemName, version } = system;
    const json = JSON.stringify(system.manifest);
    sessions.storeManifest({ hash, id: systemId, name: systemName, version, json, origin: options.origin });
    sessions.create({ id, name, manifestHash: hash, seed, atMs });
    const turn = turns.create({
      session: id,
      parent: undefined,
      number: 0,
      words: '',
      isAside: false,
      atMs,
      end: { narrative, suggestions, summary: '', tags: [], importance: 0.5, toldBy: options.toldBy },
      stateHash: hashState([...played.state.changed.values()].flatMap((one) => (one ? [one.entity] : []))),
    });
    turns.addActions(turn.id, played.actions);
    turns.addRolls(
      turn.id,
      played.actions.flatMap(({ rolls }) => rolls),
    );
    states.write(id, played.state.changed);
    const move = { from: undefined, to: turn.id, reason: 'commit', atMs } as const;
    sessions.moveHead(id, move, { keep: -1, turns: [turn.id] });
    if (preferences !== undefined) openSessionSettingsStore(connection, id).write(preferences);
    cachePinnedSystem(system);
    return {
      id,
      name,
      systemId,
      manifestHash: hash,
      seed,
      head: turn.id,
      playedAtMs: atMs,
      isSetAside: false,
    };
  });
}

function buildBegin(title = ''): Action {
  const called = title.trim().slice(0, longestTitle).toWellFormed();
  return { tool: 'begin', arguments: JSON.stringify(called === '' ? {} : { title: called }), by: 'system' };
}

/** The action with its arguments in the form in which they are recorded: the game performs exactly what it records. */
function hideAction(action: Action): Action {
  return { ...action, arguments: renderArguments({ name: action.tool, arguments: action.arguments }) };
}

function refuseRefused(actions: readonly RecordedAction[]): void {
  const refused = actions.filter(({ ok }) => !ok);
  if (refused.length === 0) return;
  const [first] = refused;
  throw new UsageError({
    code: 'session.opening-refused',
    happened: `The rules do not allow the values with which the game should begin. ${refused
      .map(({ tool, say }) => `${tool}: ${say}`)
      .join(' ')}`,
    todo: `Correct ${refused.length === 1 ? `this step (${first?.tool ?? ''})` : `these ${refused.length} steps`}, and begin again.`,
  });
}
