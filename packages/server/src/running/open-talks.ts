// Opens talks: keeps the reply that is being given in each talk, and sends it to pages as it grows.

import type { Clock } from '@terrarium/kernel/environment';
import { UsageError } from '@terrarium/kernel/errors';
import type { RouteAnswer } from '@terrarium/protocol/routes';
import { describeFailure } from './describe-failure.ts';

export type ReplyStanding = RouteAnswer<'GET /api/worlds/{world}/talk'>['reply'];

/** A new follower first gets the whole reply so far; each later piece says how much text comes before it. */
export type TalkTold =
  | { readonly kind: 'standing'; readonly standing: ReplyStanding }
  | { readonly kind: 'piece'; readonly at: number; readonly text: string };

type Speaker = NonNullable<ReplyStanding['cut']>[number];

/** Functions by which an answer reports its text, so that pages show the text while it comes. */
export interface ReplyWatch {
  readonly signal: AbortSignal;
  /** Reports what the person may see of the reply so far. */
  onArrival(text: string): void;
  onRetract(): void;
  /** Reports who answers from now on, if there are several. */
  onSpeaker(name: string): void;
  /** Reports that the reply that this companion just gave is not whole: the model's server cut it off at a limit. */
  onCut(speaker: Speaker): void;
  /** Reports what the reply wished to have noted or changed and was not understood, in sentences. */
  onMissed(says: readonly string[]): void;
}

/** The replies by seat: a world, and who remembers in it. */
export interface Talks {
  read(seat: string): ReplyStanding;
  /** Throws `UsageError` while a reply is being given. */
  requireSilence(seat: string): void;
  /** Throws `UsageError` while a reply is being given; a later failure is reported by `read`. */
  start(seat: string, answer: (watch: ReplyWatch) => Promise<void>): void;
  stop(seat: string): void;
  /** Forgets what was told of how the reply ended; called once something else happens in the talk. */
  clear(seat: string): void;
  /**
   * Calls back with the present state, and with everything that happens from then on. Returns a function that ends the
   * calls.
   */
  follow(seat: string, onTold: (told: TalkTold) => void): () => void;
  /** Stops every reply, and waits until each has ended. */
  close(): Promise<void>;
}

interface Talk {
  standing: ReplyStanding;
  /** When the standing changed last. */
  changedAtMs: number;
  readonly clock: Clock;
  readonly followers: Set<(told: TalkTold) => void>;
  stop: AbortController | undefined;
  ended: Promise<void>;
}

const silent: ReplyStanding = { state: 'silent', text: '' };

export function openTalks(clock: Clock): Talks {
  const talks = new Map<string, Talk>();
  const openTalk = (seat: string): Talk => {
    const talk = talks.get(seat) ?? {
      standing: silent,
      changedAtMs: clock.now(),
      clock,
      followers: new Set(),
      stop: undefined,
      ended: Promise.resolve(),
    };
    talks.set(seat, talk);
    return talk;
  };
  const requireSilence = (seat: string): void => {
    if (talks.get(seat)?.standing.state === 'answering') throw refuseAnswering();
  };
  return {
    read(seat) {
      const talk = talks.get(seat);
      return talk === undefined ? silent : readStanding(talk);
    },
    requireSilence,
    start(seat, answer) {
      requireSilence(seat);
      const talk = openTalk(seat);
      talk.ended = followAnswer(talk, answer);
    },
    stop: (seat) => talks.get(seat)?.stop?.abort(new DOMException('Stopped.', 'AbortError')),
    clear(seat) {
      const { state, text: _, ...told } = talks.get(seat)?.standing ?? silent;
      const isTold = state === 'silent' && Object.keys(told).length > 0;
      if (state === 'failed' || state === 'stopped' || isTold) set(openTalk(seat), silent);
    },
    follow(seat, onTold) {
      const talk = openTalk(seat);
      talk.followers.add(onTold);
      onTold({ kind: 'standing', standing: readStanding(talk) });
      return () => void talk.followers.delete(onTold);
    },
    async close() {
      for (const { stop } of talks.values()) stop?.abort(new DOMException('Stopped.', 'AbortError'));
      await Promise.all([...talks.values()].map(({ ended }) => ended));
    },
  };
}

/** A page that connects while a reply is coming is also told for how long nothing new has come. */
function readStanding({ standing, changedAtMs, clock }: Talk): ReplyStanding {
  return standing.state === 'answering' ? { ...standing, quietMs: clock.now() - changedAtMs } : standing;
}

async function followAnswer(talk: Talk, answer: (watch: ReplyWatch) => Promise<void>): Promise<void> {
  const stop = new AbortController();
  talk.stop = stop;
  set(talk, { state: 'answering', text: '' });
  /** The newest text that was shown; a request that is sent once more begins without any. */
  let shown = '';
  const cut: Speaker[] = [];
  const missed: string[] = [];
  const setSpeaker = (by: string | undefined) =>
    set(talk, { state: 'answering', text: '', ...(by && { by }) });
  try {
    await answer({
      signal: stop.signal,
      onArrival: (text) => {
        if (text !== '') shown = text;
        show(talk, text);
      },
      onRetract: () => setSpeaker(talk.standing.by),
      onSpeaker: (by) => {
        shown = '';
        setSpeaker(by);
      },
      onCut: (speaker) => void cut.push(speaker),
      onMissed: (says) => void missed.push(...says),
    });
    set(talk, { ...silent, ...(cut.length > 0 && { cut }), ...(missed.length > 0 && { missed }) });
  } catch (error) {
    // What the person has read of the reply does not vanish: it was not kept, but it can still be read.
    const { by } = talk.standing;
    const told = { text: shown, ...(by && { by }) };
    const failure = describeFailure(error);
    set(talk, stop.signal.aborted ? { ...told, state: 'stopped' } : { ...told, state: 'failed', failure });
  } finally {
    talk.stop = undefined;
  }
}

function show(talk: Talk, text: string): void {
  const { standing } = talk;
  const { text: before } = standing;
  if (text === before) return;
  if (text.startsWith(before)) {
    talk.standing = { ...standing, text };
    talk.changedAtMs = talk.clock.now();
    announce(talk, { kind: 'piece', at: before.length, text: text.slice(before.length) });
  } else set(talk, { ...standing, text });
}

function set(talk: Talk, standing: ReplyStanding): void {
  talk.standing = standing;
  talk.changedAtMs = talk.clock.now();
  announce(talk, { kind: 'standing', standing });
}

function announce({ followers }: Talk, told: TalkTold): void {
  for (const onTold of followers) onTold(told);
}

function refuseAnswering(): UsageError {
  return new UsageError({
    code: 'server.answering',
    happened: 'Your companion is answering just now.',
    todo: 'Wait for the reply, or stop it.',
  });
}
