// Opens the functions that play a game's turns: they begin, resume, commit and drop drafts, one at a time.

import { UsageError } from '@terrarium/kernel/errors';
import type { Connection } from '@terrarium/kernel/open-database';
import { type DraftPast, findRetold, findTakenBack, openDraftPast } from '../state/draft-past.ts';
import type { StoredDraft } from '../state/draft-store.ts';
import type { Game, TurnDraft, TurnEnd } from '../state/game.ts';
import type { GameDependencies } from '../state/game-dependencies.ts';
import { updateHash } from '../state/hash-state.ts';
import type { HeadState } from '../state/head-state.ts';
import { listChanges, moveHead, writeMove } from '../state/move-head.ts';
import { refuseOpening } from '../state/refuse-opening.ts';
import type { Turn } from '../state/session.ts';
import type { MoveReason } from '../state/session-store.ts';
import { openTurnLock, refuseOpenTurn } from '../state/turn-lock.ts';
import { openDraft, type PlayedTurn } from './open-draft.ts';

export interface PlayContext {
  readonly connection: Connection;
  readonly dependencies: GameDependencies;
  readonly at: HeadState;
}

type Drafts = Pick<
  Game,
  'start' | 'retry' | 'findLeftDraft' | 'resume' | 'deleteLeftDraft' | 'listUnanswered' | 'close'
>;

export interface Play extends Drafts {
  /** Runs `act` while no turn is open, here or in another process, and none can be begun. */
  runAlone<Value>(act: () => Value): Value;
}

/** The turn lock of this handle: held from the beginning of a turn to its end. */
interface TurnHold {
  /** Takes the lock for `act` and holds it afterwards, unless `act` throws. */
  lockFor<Value>(act: () => Value): Value;
  unlock(): void;
  isFree(): boolean;
  close(): void;
}

/** The maximum number of characters that a player's words may have. */
const longestWords = 100_000;

export function openPlay(play: PlayContext): Play {
  const { session, drafts, clock } = play.dependencies;
  const holding = openTurnHold(play);
  const runLocked = <Value>(act: () => Value): Value => {
    const value = holding.lockFor(act);
    holding.unlock();
    return value;
  };
  const startDraft = (draftTurn: () => StoredDraft) =>
    holding.lockFor(() => {
      refuseLeft(play.dependencies);
      const draft = draftTurn();
      if (draft.words.length > longestWords) throw refuseLong(draft.words.length);
      const past = openDraftPast(play, draft);
      drafts.create(session, draft);
      return openStored(play, { draft, past }, holding);
    });
  return {
    runAlone: (act) =>
      runLocked(() => {
        refuseLeft(play.dependencies);
        return act();
      }),
    start: (words, { isAside = false } = {}) =>
      startDraft(() => ({ parent: play.at.head.id, words, isAside, atMs: clock.now() })),
    retry: (words) =>
      startDraft(() => {
        const { head } = play.at;
        if (head.parent === undefined) throw refuseOpening('Play on.');
        return { parent: head.parent, words: words ?? head.words, isAside: false, atMs: clock.now() };
      }),
    resume: () =>
      holding.lockFor(() => {
        const draft = requireDraft(play.dependencies);
        return openStored(play, { draft, past: openDraftPast(play, draft) }, holding);
      }),
    deleteLeftDraft: () =>
      runLocked(() => {
        const draft = requireDraft(play.dependencies);
        return { words: draft.words, retold: deleteDraft(play, draft) };
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

function openTurnHold({ connection, dependencies }: PlayContext): TurnHold {
  const lock = openTurnLock(connection, dependencies.session);
  let isHeld = false;
  const lockSession = () => {
    lock.lock();
    isHeld = true;
  };
  const unlock = () => {
    lock.unlock();
    isHeld = false;
  };
  return {
    lockFor(act) {
      if (isHeld) throw refuseOpenTurn(undefined);
      lockSession();
      try {
        return act();
      } catch (error) {
        unlock();
        throw error;
      }
    },
    unlock,
    isFree() {
      if (isHeld) return false;
      try {
        lockSession();
        unlock();
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

function openStored(play: PlayContext, { draft, past }: OpenedDraft, holding: TurnHold): TurnDraft {
  const { dependencies } = play;
  const { drafts, session } = dependencies;
  const finishWith = <Value>(end: () => Value): Value => {
    const value = end();
    holding.unlock();
    return value;
  };
  return openDraft({
    dependencies,
    past,
    words: draft.words,
    former: { actions: drafts.readActions(session), replies: drafts.readReplies(session).length },
    ends: {
      commit: (end, played) => finishWith(() => commitDraft(play, { draft, past }, { end, played })),
      delete: () => finishWith(() => void deleteDraft(play, draft)),
      close: () => finishWith(() => undefined),
    },
  });
}

interface Ended {
  readonly end: TurnEnd;
  readonly played: PlayedTurn;
}

/** A retelling takes the place of the turn at the head; the earlier turn is kept as a variant. */
function commitDraft(
  { dependencies, at }: PlayContext,
  { draft, past }: OpenedDraft,
  { end, played }: Ended,
): Turn {
  const { session, sessions, turns, drafts, clock } = dependencies;
  const { head: parent, below, retold } = past;
  const { words, isAside } = draft;
  const stateHash = updateHash(parent.stateHash, listChanges(played.state, below));
  const layer = past.mergeOverHead(played.state);
  const number = parent.number + 1;
  const turn = sessions.runInTransaction(() => {
    const atMs = clock.now();
    const made = turns.create({ session, parent: parent.id, number, words, end, stateHash, isAside, atMs });
    turns.moveDraft(made.id, session);
    turns.addRolls(made.id, played.rolls);
    const reason: MoveReason = retold === undefined ? 'commit' : 'retry';
    const path = { keep: parent.number, turns: [made.id] };
    writeMove(dependencies, { from: at.head.id, to: made.id, reason, atMs }, { layer, path });
    drafts.clear(session);
    return made;
  });
  at.advance(turn, layer);
  return turn;
}

/**
 * Drops the draft. Keeps its words as unanswered, unless they are an aside, or those of the turn that was to be retold.
 * Returns that turn, if there was one: it is the head of the game afterwards.
 */
function deleteDraft(play: PlayContext, draft: StoredDraft): Turn | undefined {
  const { session, sessions, drafts } = play.dependencies;
  const retold = findRetold(play, draft);
  return sessions.runInTransaction(() => {
    const takenBack = retold === undefined ? findTakenBack(play, draft) : undefined;
    if (takenBack !== undefined) moveHead(play, takenBack, 'retry');
    const stays = retold ?? takenBack;
    if (!draft.isAside && stays?.words !== draft.words) drafts.addUnanswered(session, draft);
    drafts.clear(session);
    return stays;
  });
}

function requireDraft({ session, drafts }: GameDependencies): StoredDraft {
  const draft = drafts.find(session);
  if (draft !== undefined) return draft;
  throw new UsageError({
    code: 'session.no-draft',
    happened: 'No turn of this game is unfinished.',
    todo: 'Begin a turn.',
  });
}

function refuseLeft({ session, drafts }: GameDependencies): void {
  if (drafts.find(session) === undefined) return;
  throw new UsageError({
    code: 'session.draft-left',
    happened: 'A turn of this game is unfinished.',
    todo: 'Resume it, or drop it; its words stay in the log.',
  });
}

function refuseLong(length: number): UsageError {
  return new UsageError({
    code: 'session.words-too-long',
    happened: `These words have ${length} characters; a turn takes at most ${longestWords}.`,
    todo: 'Say them in several turns.',
  });
}
