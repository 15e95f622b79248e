// Game dependencies: the stores of a game, its system, and whatever else it needs to be played.

import type { Clock } from '@terrarium/kernel/environment';
import type { Connection } from '@terrarium/kernel/open-database';
import { guardStore } from '@terrarium/kernel/open-once';
import type { StorePlace } from '@terrarium/kernel/storage-errors';
import type { System } from '../system/system.ts';
import { type DraftStore, openDraftStore } from './draft-store.ts';
import type { LoreSource } from './lore-source.ts';
import { openSessionStore, type SessionStore } from './session-store.ts';
import { openStateStore, type StateStore } from './state-store.ts';
import { openStoryStore, type StoryStore } from './story-store.ts';
import { openTurnStore, type TurnStore } from './turn-store.ts';

export interface GameStores {
  readonly sessions: SessionStore;
  readonly turns: TurnStore;
  readonly drafts: DraftStore;
  readonly states: StateStore;
  readonly stories: StoryStore;
}

export interface GameDependencies extends GameStores {
  readonly session: string;
  readonly seed: string;
  readonly system: System;
  readonly clock: Clock;
  readonly lore: LoreSource;
}

/** The stores throw `StorageError` for a fault of the disk, the file or another program. */
export function openGameStores(connection: Connection): GameStores {
  const guard = <Store extends object>(store: Store) => guardStore(store, buildStorePlace(connection));
  return {
    sessions: guard(openSessionStore(connection)),
    turns: guard(openTurnStore(connection)),
    drafts: guard(openDraftStore(connection)),
    states: guard(openStateStore(connection)),
    stories: guard(openStoryStore(connection)),
  };
}

/** How messages about damage name the database and its games. */
export function buildStorePlace({ name }: Connection): StorePlace {
  return { title: 'the games', path: name };
}
