// Play: how a turn is begun, committed, dropped, left and taken up again, one at a time.

import { UsageError } from '@terrarium/kernel/errors';
import type { Connection } from '@terrarium/kernel/open-database';
import { type DraftPast, findRetold, findTakenBack, openDraftPast } from '../state/draft-past.ts';
import type { StoredDraft } from '../state/draft-store.ts';
import type { Game, TurnDraft, TurnEnd } from '../state/game.ts';
import type { GameGround } from '../state/game-ground.ts';
import { updateHash } from '../state/hash-state.ts';
import type { HeadState } from '../state/head-state.ts';
import { listChanges, moveHead, writeMove } from '../state/move-head.ts';
import { refuseOpening } from '../state/refuse-opening.ts';
import type { Turn } from '../state/session.ts';
import type { MoveReason } from '../state/session-store.ts';
import { openTurnLock, refuseOpenTurn } from '../state/turn-lock.ts';
import { openDraft, type PlayedTurn } from './open-draft.ts';

export interface PlayGround {
  readonly connection: Connection;
  readonly ground: GameGround;
  readonly at: HeadState;
}

type Drafts = Pick<
  Game,
  'begin' | 'retry' | 'findLeftDraft' | 'resume' | 'dropLeftDraft' | 'listUnanswered' | 'close'
>;

export interface Play extends Drafts {
  /** Does what must not happen while a turn is open, here or in another process. */
  alone<Value>(act: () => Value): Value;
}

/** The turn lock of this handle: held from the beginning of a turn to its end. */
interface Holding {
  /** Takes the lock and keeps it unless `act` throws. */
  keep<Value>(act: () => Value): Value;
  release(): void;
  isFree(): boolean;
  close(): void;
}

/** Longest words of a player, in characters. */
const longestWords = 100_000;

export function openPlay(play: PlayGround): Play {
  const { session, drafts, clock } = play.ground;
  const holding = openHolding(play);
  const passing = <Value>(act: () => Value): Value => {
    const value = holding.keep(act);
    holding.release();
    return value;
  };
  const begin = (draftTurn: () => StoredDraft) =>
    holding.keep(() => {
      refuseLeft(play.ground);
      const draft = draftTurn();
      if (draft.words.length > longestWords) throw refuseLong(draft.words.length);
      const past = openDraftPast(play, draft);
      drafts.begin(session, draft);
      return openStored(play, { draft, past }, holding);
    });
  return {
    alone: (act) =>
      passing(() => {
        refuseLeft(play.ground);
        return act();
      }),
    begin: (words, { isAside = false } = {}) =>
      begin(() => ({ parent: play.at.head.id, words, isAside, atMs: clock.now() })),
    retry: (words) =>
      begin(() => {
        const { head } = play.at;
        if (head.parent === undefined) throw refuseOpening('Play on.');
        return { parent: head.parent, words: words ?? head.words, isAside: false, atMs: clock.now() };
      }),
    resume: () =>
      holding.keep(() => {
        const draft = requireDraft(play.ground);
        return openStored(play, { draft, past: openDraftPast(play, draft) }, holding);
      }),
    dropLeftDraft: () =>
      passing(() => {
        const draft = requireDraft(play.ground);
        return { words: draft.words, retold: dropDraft(play, draft) };
      }),
    findLeftDraft() {
      const draft = drafts.find(session);
      if (draft === undefined || !holding.isFree()) return undefined;
      const { words, atMs } = draft;
      const retold = findRetold(play, draft);
      return {
        words,
        retold,
        atMs,
        actions: drafts.readActions(session),
        replies: drafts.readReplies(session),
      };
    },
    listUnanswered: () => drafts.listUnanswered(session),
    close: holding.close,
  };
}

function openHolding({ connection, ground }: PlayGround): Holding {
  const lock = openTurnLock(connection, ground.session);
  let isHeld = false;
  const take = () => {
    lock.take();
    isHeld = true;
  };
  const release = () => {
    lock.release();
    isHeld = false;
  };
  return {
    keep(act) {
      if (isHeld) throw refuseOpenTurn(undefined);
      take();
      try {
        return act();
      } catch (error) {
        release();
        throw error;
      }
    },
    release,
    isFree() {
      if (isHeld) return false;
      try {
        take();
        release();
        return true;
      } catch (error) {
        if (error instanceof UsageError) return false;
        throw error;
      }
    },
    close() {
      lock.close();
      isHeld = false;
    },
  };
}

interface OpenedDraft {
  readonly draft: StoredDraft;
  readonly past: DraftPast;
}

function openStored(play: PlayGround, { draft, past }: OpenedDraft, holding: Holding): TurnDraft {
  const { ground } = play;
  const { drafts, session } = ground;
  const ending = <Value>(end: () => Value): Value => {
    const value = end();
    holding.release();
    return value;
  };
  return openDraft({
    ground,
    past,
    words: draft.words,
    former: { actions: drafts.readActions(session), replies: drafts.readReplies(session).length },
    ends: {
      commit: (end, played) => ending(() => commitDraft(play, { draft, past }, { end, played })),
      drop: () => ending(() => void dropDraft(play, draft)),
      leave: () => ending(() => undefined),
    },
  });
}

interface Ended {
  readonly end: TurnEnd;
  readonly played: PlayedTurn;
}

/** What is told anew takes the place of the turn at the head, which stays beside it. */
function commitDraft({ ground, at }: PlayGround, { draft, past }: OpenedDraft, { end, played }: Ended): Turn {
  const { session, sessions, turns, drafts, clock } = ground;
  const { head: parent, below, retold } = past;
  const { words, isAside } = draft;
  const stateHash = updateHash(parent.stateHash, listChanges(played.state, below));
  const layer = past.layOverHead(played.state);
  const number = parent.number + 1;
  const turn = sessions.transact(() => {
    const atMs = clock.now();
    const made = turns.create({ session, parent: parent.id, number, words, end, stateHash, isAside, atMs });
    turns.takeDraft(made.id, session);
    turns.addRolls(made.id, played.rolls);
    const reason: MoveReason = retold === undefined ? 'commit' : 'retry';
    const path = { keep: parent.number, turns: [made.id] };
    writeMove(ground, { from: at.head.id, to: made.id, reason, atMs }, { layer, path });
    drafts.clear(session);
    return made;
  });
  at.advance(turn, layer);
  return turn;
}

/** Answers the turn that was to be told anew: the game stands there as before. */
function dropDraft(play: PlayGround, draft: StoredDraft): Turn | undefined {
  const { session, sessions, drafts } = play.ground;
  const retold = findRetold(play, draft);
  return sessions.transact(() => {
    const takenBack = retold === undefined ? findTakenBack(play, draft) : undefined;
    if (takenBack !== undefined) moveHead(play, takenBack, 'retry');
    const stays = retold ?? takenBack;
    if (!draft.isAside && stays?.words !== draft.words) drafts.keepUnanswered(session, draft);
    drafts.clear(session);
    return stays;
  });
}

function requireDraft({ session, drafts }: GameGround): StoredDraft {
  const draft = drafts.find(session);
  if (draft !== undefined) return draft;
  throw new UsageError({
    code: 'session.no-draft',
    happened: 'No turn of this game was left half played.',
    todo: 'Begin one.',
  });
}

function refuseLeft({ session, drafts }: GameGround): void {
  if (drafts.find(session) === undefined) return;
  throw new UsageError({
    code: 'session.draft-left',
    happened: 'A turn of this game was left half played.',
    todo: 'Resume it, or drop it: its words stay listed.',
  });
}

function refuseLong(length: number): UsageError {
  return new UsageError({
    code: 'session.words-too-long',
    happened: `These words have ${length} characters; a turn takes ${longestWords}.`,
    todo: 'Say them in several turns.',
  });
}
