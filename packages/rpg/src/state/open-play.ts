// Play: how a turn is begun, committed, dropped, left and taken up again, one at a time.

import { UsageError } from '@terrarium/kernel/errors';
import type { Connection } from '@terrarium/kernel/open-database';
import type { StoredDraft } from './draft-store.ts';
import type { Game, TurnDraft, TurnEnd } from './game.ts';
import type { GameGround } from './game-ground.ts';
import { updateHash } from './hash-state.ts';
import type { HeadState } from './head-state.ts';
import { listChanges } from './move-head.ts';
import { openDraft, type PlayedTurn } from './open-draft.ts';
import type { Turn } from './session.ts';
import { openTurnLock, refuseOpenTurn } from './turn-lock.ts';

export interface PlayGround {
  readonly connection: Connection;
  readonly ground: GameGround;
  readonly at: HeadState;
}

type Drafts = Pick<Game, 'begin' | 'findLeftDraft' | 'resume' | 'dropLeftDraft' | 'listUnanswered' | 'close'>;

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
  return {
    alone: (act) =>
      passing(() => {
        refuseLeft(play.ground);
        return act();
      }),
    begin(words, { isAside = false } = {}) {
      if (words.length > longestWords) throw refuseLong(words.length);
      return holding.keep(() => {
        refuseLeft(play.ground);
        const draft = { parent: play.at.head.id, words, isAside, atMs: clock.now() };
        drafts.begin(session, draft);
        return openStored(play, draft, holding);
      });
    },
    resume: () => holding.keep(() => openStored(play, requireDraft(play.ground), holding)),
    dropLeftDraft: () =>
      passing(() => {
        const draft = requireDraft(play.ground);
        dropDraft(play.ground, draft);
        return { words: draft.words };
      }),
    findLeftDraft() {
      const draft = drafts.find(session);
      if (draft === undefined || !holding.isFree()) return undefined;
      const { words, atMs } = draft;
      return { words, atMs, actions: drafts.readActions(session), replies: drafts.readReplies(session) };
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

function openStored(play: PlayGround, draft: StoredDraft, holding: Holding): TurnDraft {
  const { ground, at } = play;
  const { drafts, session } = ground;
  const ending = <Value>(end: () => Value): Value => {
    const value = end();
    holding.release();
    return value;
  };
  return openDraft({
    ground,
    below: at.base,
    number: at.head.number + 1,
    words: draft.words,
    former: { actions: drafts.readActions(session), replies: drafts.readReplies(session).length },
    ends: {
      commit: (end, played) => ending(() => commitDraft(play, draft, { end, played })),
      drop: () => ending(() => dropDraft(ground, draft)),
      leave: () => ending(() => undefined),
    },
  });
}

interface Ended {
  readonly end: TurnEnd;
  readonly played: PlayedTurn;
}

function commitDraft({ ground, at }: PlayGround, draft: StoredDraft, { end, played }: Ended): Turn {
  const { session, sessions, turns, states, drafts, clock } = ground;
  const { head, base } = at;
  const { words, isAside } = draft;
  const stateHash = updateHash(head.stateHash, listChanges(played.state, base));
  const number = head.number + 1;
  const turn = sessions.transact(() => {
    const atMs = clock.now();
    const made = turns.create({ session, parent: head.id, number, words, end, stateHash, isAside, atMs });
    turns.takeDraft(made.id, session);
    turns.addRolls(made.id, played.rolls);
    states.write(session, played.state.changed);
    const move = { from: head.id, to: made.id, reason: 'commit', atMs } as const;
    sessions.moveHead(session, move, { keep: head.number, turns: [made.id] });
    drafts.clear(session);
    return made;
  });
  at.advance(turn, played.state);
  return turn;
}

function dropDraft({ session, sessions, drafts }: GameGround, draft: StoredDraft): void {
  sessions.transact(() => {
    if (!draft.isAside) drafts.keepUnanswered(session, draft);
    drafts.clear(session);
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
