// Finds the turn to which a redo moves the head: the next turn on the path to where the head was before.

import type { GameStores } from './game-dependencies.ts';
import { findParent } from './resolve-way.ts';
import type { Turn } from './session.ts';

/** Undefined if nothing follows the head. */
export function findRedo({ sessions, turns }: GameStores, session: string, head: Turn): Turn | undefined {
  const children = new Map(turns.listChildren(session, head.id).map((turn) => [turn.id, turn]));
  if (children.size === 0) return undefined;
  const find = (id: number) => turns.find(session, id);
  for (const { from, to } of sessions.listMoves(session)) {
    for (const id of [to, from]) {
      const child = id === undefined ? undefined : findChild(find, id, head);
      if (child !== undefined) return children.get(child);
    }
  }
  return [...children.values()].at(-1);
}

/** The turn that follows the head on the way to turn `id`. */
function findChild(find: (id: number) => Turn | undefined, id: number, head: Turn): number | undefined {
  let turn = find(id);
  while (turn !== undefined && turn.number > head.number + 1) turn = findParent(find, turn);
  return turn?.parent === head.id ? turn.id : undefined;
}
