// Talks: the reply that a companion is giving in each world, as far as it has come, and who follows it.

import { UsageError } from '@terrarium/kernel/errors';
import { showPartial } from '@terrarium/memory/show-event';
import type { RouteAnswer } from '@terrarium/protocol/routes';
import { describeFailure } from './describe-failure.ts';

export type ReplyStanding = RouteAnswer<'GET /api/worlds/{world}/talk'>['reply'];

/** Whoever begins to follow is told the standing, whole; a piece says behind how much of the text it stands. */
export type TalkTold =
  | { readonly kind: 'standing'; readonly standing: ReplyStanding }
  | { readonly kind: 'piece'; readonly at: number; readonly text: string };

/** What an answer is given, to be shown while it comes. */
export interface ReplyWatch {
  readonly signal: AbortSignal;
  onArrival(text: string): void;
  onRetract(): void;
}

export interface Talks {
  read(dir: string): ReplyStanding;
  /** Throws `UsageError` while a reply is coming. */
  requireSilence(dir: string): void;
  /** Throws `UsageError` while a reply is coming; what goes wrong later is part of the standing. */
  start(dir: string, answer: (watch: ReplyWatch) => Promise<void>): void;
  stop(dir: string): void;
  /** A failure that was shown is dealt with. */
  clear(dir: string): void;
  /** Calls back with the standing now, and with all that is told from then on. Returns what ends that. */
  follow(dir: string, onTold: (told: TalkTold) => void): () => void;
  /** Stops every reply, and waits until each has ended. */
  close(): Promise<void>;
}

interface Talk {
  standing: ReplyStanding;
  readonly followers: Set<(told: TalkTold) => void>;
  stop: AbortController | undefined;
  ended: Promise<void>;
}

const silent: ReplyStanding = { state: 'silent', text: '' };

export function openTalks(): Talks {
  const talks = new Map<string, Talk>();
  const openTalk = (dir: string): Talk => {
    const talk = talks.get(dir) ?? {
      standing: silent,
      followers: new Set(),
      stop: undefined,
      ended: Promise.resolve(),
    };
    talks.set(dir, talk);
    return talk;
  };
  const requireSilence = (dir: string): void => {
    if (talks.get(dir)?.standing.state === 'answering') throw refuseAnswering();
  };
  return {
    read: (dir) => talks.get(dir)?.standing ?? silent,
    requireSilence,
    start(dir, answer) {
      requireSilence(dir);
      const talk = openTalk(dir);
      talk.ended = followAnswer(talk, answer);
    },
    stop: (dir) => talks.get(dir)?.stop?.abort(new DOMException('Stopped.', 'AbortError')),
    clear(dir) {
      if (talks.get(dir)?.standing.state === 'failed') set(openTalk(dir), silent);
    },
    follow(dir, onTold) {
      const talk = openTalk(dir);
      talk.followers.add(onTold);
      onTold({ kind: 'standing', standing: talk.standing });
      return () => void talk.followers.delete(onTold);
    },
    async close() {
      for (const { stop } of talks.values()) stop?.abort(new DOMException('Stopped.', 'AbortError'));
      await Promise.all([...talks.values()].map(({ ended }) => ended));
    },
  };
}

async function followAnswer(talk: Talk, answer: (watch: ReplyWatch) => Promise<void>): Promise<void> {
  const stop = new AbortController();
  talk.stop = stop;
  set(talk, { state: 'answering', text: '' });
  try {
    await answer({
      signal: stop.signal,
      onArrival: (text) => show(talk, showPartial(text)),
      onRetract: () => set(talk, { state: 'answering', text: '' }),
    });
    set(talk, silent);
  } catch (error) {
    const isStopped = stop.signal.aborted;
    set(talk, isStopped ? silent : { state: 'failed', text: '', failure: describeFailure(error) });
  } finally {
    talk.stop = undefined;
  }
}

function show(talk: Talk, text: string): void {
  const { text: before } = talk.standing;
  if (text === before) return;
  if (text.startsWith(before)) {
    talk.standing = { state: 'answering', text };
    announce(talk, { kind: 'piece', at: before.length, text: text.slice(before.length) });
  } else set(talk, { state: 'answering', text });
}

function set(talk: Talk, standing: ReplyStanding): void {
  talk.standing = standing;
  announce(talk, { kind: 'standing', standing });
}

function announce({ followers }: Talk, told: TalkTold): void {
  for (const onTold of followers) onTold(told);
}

function refuseAnswering(): UsageError {
  return new UsageError({
    code: 'server.answering',
    happened: 'Your companion is answering just now.',
    todo: 'Wait until the reply is there, or stop it.',
  });
}
