// Opens a game as a handle: its state at the head, its draft, and functions that move through the tree of its turns.

import type { Clock } from '@terrarium/kernel/environment';
import { UsageError } from '@terrarium/kernel/errors';
import type { Connection } from '@terrarium/kernel/open-database';
import { checkSessionName } from '../state/check-session-name.ts';
import type { Game } from '../state/game.ts';
import { openGameStores } from '../state/game-dependencies.ts';
import { openHeadState } from '../state/head-state.ts';
import { openLoreSearch } from '../state/lore-search-store.ts';
import type { LoreSource } from '../state/lore-source.ts';
import { readPinnedSystem } from '../state/read-pinned-system.ts';
import type { Session } from '../state/session.ts';
import { openSessionSettingsStore } from '../state/session-settings-store.ts';
import type { SessionStore } from '../state/session-store.ts';
import { iterateStates } from './iterate-states.ts';
import { openEvents } from './list-game-events.ts';
import { openPlay } from './open-play.ts';
import { openTravel } from './open-travel.ts';

export interface GameOptions {
  readonly connection: Connection;
  /** The game's id or name. */
  readonly session: string;
  readonly clock: Clock;
  /** What `lore_search` searches; the notes at the head if absent. */
  readonly lore?: LoreSource | undefined;
}

/** The caller closes the connection. Throws `UsageError` (`session.unknown`) if there is no such session. */
export function openGame({ connection, session: wanted, clock, lore }: GameOptions): Game {
  const stores = openGameStores(connection);
  const session = requireSession(stores.sessions, wanted);
  const system = readPinnedSystem(stores.sessions, session.manifestHash);
  const dependencies = {
    ...stores,
    session: session.id,
    seed: session.seed,
    system,
    clock,
    lore: lore ?? openLoreSearch(connection, session.id),
  };
  const at = openHeadState(stores, session.id);
  const playing = { connection, dependencies, at };
  const { runAlone, ...play } = openPlay(playing);
  const listTurns = (limit: number) => stores.turns.listVisible(session.id, limit);
  return {
    system,
    state: at.view,
    get session() {
      return requireSession(stores.sessions, session.id);
    },
    rename: (name) => {
      const { sessions } = stores;
      sessions.runInTransaction(() =>
        sessions.rename(session.id, checkSessionName(sessions, name, session.id)),
      );
    },
    setAside: (isSetAside) => openSessionSettingsStore(connection, session.id).setAside(isSetAside),
    get head() {
      return at.head;
    },
    listTurns,
    iterateStates: (limit) =>
      iterateStates({ at, listTurns, readActions: (turn) => stores.turns.readActions(turn) }, limit),
    readActions: (turn) => (stores.turns.isOf(session.id, turn) ? stores.turns.readActions(turn) : []),
    readMarks: (turn) => (stores.turns.isOf(session.id, turn) ? stores.turns.readMarks(turn) : []),
    listStories: () => stores.stories.listVisible(session.id),
    addStory: ({ turn, text }, by) => stores.stories.add({ turn, text, ...by, atMs: clock.now() }),
    ...play,
    ...openTravel(playing, { runAlone }),
    ...openEvents(playing),
  };
}

/** Finds a session by its id or name. Throws `UsageError` (`session.unknown`) if there is none. */
export function requireSession(sessions: SessionStore, wanted: string): Session {
  const session = sessions.find(wanted);
  if (session !== undefined) return session;
  const names = sessions.list().map(({ name }) => name);
  throw new UsageError({
    code: 'session.unknown',
    happened: `There is no game "${wanted.slice(0, 80)}".`,
    todo: names.length === 0 ? 'Begin one first.' : `Games: ${names.slice(-20).join(', ')}.`,
  });
}
