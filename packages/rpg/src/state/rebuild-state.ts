// Rebuilds the state at a game's head from the log alone, by applying all patches from the opening on.

import type { Connection } from '@terrarium/kernel/open-database';
import { applyPatches } from './apply-patches.ts';
import { type GameStores, openGameStores } from './game-dependencies.ts';
import type { Placed } from './placed.ts';
import { listPath } from './resolve-way.ts';
import type { Turn } from './session.ts';
import { buildStateBase, openStateLayer } from './state-layer.ts';

/** What the tables must hold at the head of a session, sorted by position. */
export function rebuildState(connection: Connection, session: string): readonly Placed[] {
  const stores = openGameStores(connection);
  const now = stores.sessions.findHead(session);
  const head = now === undefined ? undefined : stores.turns.find(session, now.head);
  return head === undefined ? [] : foldTo(stores, session, head);
}

function foldTo({ turns }: GameStores, session: string, turn: Turn): readonly Placed[] {
  const layer = openStateLayer(buildStateBase([]));
  for (const { id } of listPath((one) => turns.find(session, one), turn)) {
    applyPatches(layer, turns.readPatches(id));
  }
  const placed = [...layer.changed.values()].filter((one) => one !== undefined);
  return placed.sort((one, other) => one.position - other.position);
}
