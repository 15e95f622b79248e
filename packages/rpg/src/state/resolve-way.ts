// Finds the way through the tree of turns from one turn to another: which turns to undo, and which to redo.

import { StorageError } from '@terrarium/kernel/errors';
import type { Turn } from './session.ts';

export interface Way {
  /**
   * The last turn that both paths share; undefined if one begins at an opening and the other at an edited copy of it.
   */
  readonly fork: Turn | undefined;
  /** Turns to be undone, newest first. */
  readonly back: readonly Turn[];
  /** Turns to be redone, oldest first. */
  readonly forth: readonly Turn[];
}

export type FindTurn = (id: number) => Turn | undefined;

/** `from` is undefined if the game begins. */
export function resolveWay(find: FindTurn, from: Turn | undefined, to: Turn): Way {
  const back: Turn[] = [];
  const forth: Turn[] = [];
  let [one, other]: [Turn | undefined, Turn | undefined] = [from, to];
  while (one?.id !== other?.id) {
    const [height, otherHeight] = [one?.number ?? -1, other?.number ?? -1];
    if (one !== undefined && height >= otherHeight) {
      back.push(one);
      one = findParent(find, one);
    }
    if (other !== undefined && otherHeight >= height) {
      forth.unshift(other);
      other = findParent(find, other);
    }
  }
  return { fork: one, back, forth };
}

export function findParent(find: FindTurn, turn: Turn): Turn | undefined {
  if (turn.parent === undefined) return undefined;
  const parent = find(turn.parent);
  if (parent === undefined) {
    throw new StorageError({
      code: 'session.turn-missing',
      happened: `Turn ${turn.parent} of this game is missing.`,
      todo: 'Restore the folder of the world from a backup.',
    });
  }
  return parent;
}

/** The turns from the opening to this one. */
export function listPath(find: FindTurn, turn: Turn): readonly Turn[] {
  const path: Turn[] = [];
  for (let one: Turn | undefined = turn; one !== undefined; one = findParent(find, one)) path.push(one);
  return path.reverse();
}
