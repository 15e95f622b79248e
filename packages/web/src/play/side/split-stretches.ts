// Splits a tree of turns into stretches: the path to the newest turn, and side paths that leave it or each other.

import type { RouteAnswer } from '@terrarium/protocol/routes';

export type TurnTree = RouteAnswer<'GET /api/worlds/{world}/games/{game}/tree'>;
type Node = TurnTree['turns'][number];

export interface Stretch {
  readonly turns: readonly Node[];
  /** The side stretches, by the turn that they leave. */
  readonly sides: ReadonlyMap<number, readonly Stretch[]>;
}

/**
 * Returns a stretch for each turn whose parent is not among these turns: usually only for the first turn of the game.
 */
export function splitStretches({ turns, head }: TurnTree): readonly Stretch[] {
  const known = new Map(turns.map((turn) => [turn.id, turn]));
  const children = new Map<number, Node[]>();
  const roots: Node[] = [];
  for (const turn of turns) {
    if (turn.parent === undefined || !known.has(turn.parent)) roots.push(turn);
    else children.set(turn.parent, [...(children.get(turn.parent) ?? []), turn]);
  }
  // The newest turn and not the head decides: the tree must not change while somebody steps through it.
  const way = listWay(known, turns.at(-1)?.id ?? head);
  return roots.map((root) => buildStretch(root, children, way));
}

function listWay(known: ReadonlyMap<number, Node>, end: number): ReadonlySet<number> {
  const way = new Set<number>();
  for (let turn = known.get(end); turn !== undefined; turn = known.get(turn.parent ?? -1)) way.add(turn.id);
  return way;
}

/** Builds a stretch that follows the main path as far as it leads, and after that the newest child of each turn. */
function buildStretch(
  root: Node,
  children: ReadonlyMap<number, readonly Node[]>,
  way: ReadonlySet<number>,
): Stretch {
  const turns: Node[] = [];
  const sides = new Map<number, readonly Stretch[]>();
  for (let turn: Node | undefined = root; turn !== undefined; ) {
    turns.push(turn);
    const all: readonly Node[] = children.get(turn.id) ?? [];
    const next: Node | undefined = all.find(({ id }) => way.has(id)) ?? all.at(-1);
    const others = all.filter((one) => one !== next);
    if (others.length > 0)
      sides.set(
        turn.id,
        others.map((one) => buildStretch(one, children, way)),
      );
    turn = next;
  }
  return { turns, sides };
}
