// Draft past: finds the turn that a draft follows, which is the head or, for a retelling of the head, the turn before it.

import { assert } from '@terrarium/kernel/errors';
import type { StoredDraft } from './draft-store.ts';
import type { Past } from './game.ts';
import type { HeadState } from './head-state.ts';
import { type HeadMoving, readElsewhere, type StateElsewhere, writeMove } from './move-head.ts';
import type { Turn } from './session.ts';
import { mergeLayer, openStateLayer, type PlacedState, type StateLayer } from './state-layer.ts';

export interface DraftPast extends Past {
  readonly below: PlacedState;
  readonly retold: Turn | undefined;
  /** Runs `read` while the database is as it was at the turn that the draft follows. */
  readPast<Value>(read: () => Value): Value;
  /**
   * Converts `layer`, which changes the state that the draft follows, into a layer over the state at the head with the
   * same result.
   */
  mergeOverHead(layer: StateLayer): StateLayer;
}

/** Throws `StorageError` if the log does not lead back to the turn before. */
export function openDraftPast(play: HeadMoving, draft: StoredDraft): DraftPast {
  const { at, dependencies } = play;
  const retold = findRetold(play, draft);
  if (retold !== undefined) return openBeforeHead(play, retold);
  const { head, base } = at;
  // Nothing else moves the head while the draft is open, so nobody has to look each time whether it has moved.
  return {
    head,
    state: base,
    listTurns: (limit) => dependencies.turns.listVisible(dependencies.session, limit),
    below: base,
    retold: undefined,
    readPast: (read) => read(),
    mergeOverHead: (layer) => layer,
  };
}

/** The turn at the head, if the draft retells it. */
export function findRetold({ at }: { readonly at: HeadState }, { parent }: StoredDraft): Turn | undefined {
  const { head } = at;
  if (head.id === parent) return undefined;
  assert(head.parent === parent, `A draft follows turn ${parent}, and the head is turn ${head.id}.`);
  return head;
}

/**
 * The turn that a draft by an older program retells: that program moved the head back before it began the draft, and
 * nothing has moved the head since.
 */
export function findTakenBack(
  { dependencies: { session, sessions, turns } }: HeadMoving,
  { parent, words }: StoredDraft,
): Turn | undefined {
  const move = sessions.findLastMove(session);
  if (move?.reason !== 'retry' || move.to !== parent || move.from === undefined) return undefined;
  const turn = turns.find(session, move.from);
  return turn?.parent === parent && turn.words === words ? turn : undefined;
}

function openBeforeHead(play: HeadMoving, retold: Turn): DraftPast {
  const { dependencies, at } = play;
  const { session, sessions, turns } = dependencies;
  const head = turns.find(session, retold.parent ?? retold.id);
  assert(head !== undefined, `Turn ${retold.id} of session ${session} follows no other turn.`);
  const before: StateElsewhere = readElsewhere(play, head);
  const move = { from: retold.id, to: head.id, reason: 'retry', atMs: retold.atMs } as const;
  return {
    head,
    state: before.layer,
    listTurns: (limit) =>
      turns
        .listVisible(session, limit + 1)
        .filter(({ id }) => id !== retold.id)
        .slice(-limit),
    below: before.layer,
    retold,
    readPast: (read) =>
      sessions.runAndRevert(() => {
        writeMove(dependencies, move, before);
        return read();
      }),
    mergeOverHead(layer) {
      const changes = openStateLayer(at.base);
      mergeLayer(before.layer, changes);
      mergeLayer(layer, changes);
      return changes;
    },
  };
}
