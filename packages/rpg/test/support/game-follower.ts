// Follower: a stand-in for a second screen, which learns about a game only from its events.

import { applyPatches } from '../../src/state/apply-patches.ts';
import type { GameEvent, HeadMoved, ShownTurn, Standing } from '../../src/state/game-event.ts';
import { hashState } from '../../src/state/hash-state.ts';
import { buildStateBase, openStateLayer } from '../../src/state/state-layer.ts';

export interface Follower {
  readonly sequence: number;
  readonly head: number | undefined;
  readonly hash: string;
  readonly visible: readonly ShownTurn[];
  readonly branches: ReadonlyMap<string, number>;
  readonly wishes: unknown;
  readonly isTurnOpen: boolean;
  take(events: readonly GameEvent[]): void;
}

/**
 * Follows from the beginning, or from the state of the game when the screen joins. Events come as JSON, as over a wire.
 */
export function openFollower(joined?: Standing): Follower {
  const base = buildStateBase(joined?.entities ?? []);
  const branches = new Map<string, number>();
  const now = {
    sequence: joined?.sequence ?? 0,
    head: joined?.head.id,
    visible: [] as readonly ShownTurn[],
    wishes: {} as unknown,
    isTurnOpen: false,
  };
  const move = ({ from, to, keep, turns, patches }: HeadMoved) => {
    if (from !== now.head) throw new Error(`It moved from ${from}, and stood at ${now.head}.`);
    const layer = openStateLayer(base);
    applyPatches(layer, patches);
    base.merge(layer);
    now.head = to;
    now.visible = [...now.visible.filter(({ number }) => number <= keep), ...turns];
  };
  const takeOne = (event: GameEvent) => {
    if (event.sequence !== now.sequence + 1) throw new Error(`${event.sequence} came after ${now.sequence}.`);
    now.sequence = event.sequence;
    if (event.kind === 'head-moved') move(event);
    if (event.kind === 'branch-named') branches.set(event.name, event.turn);
    if (event.kind === 'wishes-changed') now.wishes = event.wishes;
    if (event.kind === 'turn-begun' || event.kind === 'turn-ended')
      now.isTurnOpen = event.kind === 'turn-begun';
  };
  return {
    get sequence() {
      return now.sequence;
    },
    get head() {
      return now.head;
    },
    get hash() {
      return hashState([...base.iterateAll()].map(({ entity }) => entity));
    },
    get visible() {
      return now.visible;
    },
    branches,
    get wishes() {
      return now.wishes;
    },
    get isTurnOpen() {
      return now.isTurnOpen;
    },
    take(events) {
      for (const event of JSON.parse(JSON.stringify(events))) takeOne(event);
    },
  };
}
