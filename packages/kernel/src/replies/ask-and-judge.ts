// Asks a model and judges its reply: lets it continue a reply that was cut off, and asks once more after a refused one.
import { type AskedModel, askModel, type Question } from '../llm/ask-model.ts';
import type { Message, ModelReply } from '../llm/language-model.ts';

/** The judgement of a reply, with everything taken from this reply and the earlier ones. */
export interface Judged<Taken> {
  readonly standing: Standing;
  readonly taken: Taken;
  /** What the model is told when it is asked again: what was refused, or where to continue. */
  readonly again: { readonly role: 'user'; readonly content: string };
  /**
   * When the model is asked again, it is shown this text as its own earlier reply. By default it is shown the whole
   * reply.
   */
  readonly shown?: string | undefined;
}

/** Stores replies, so that they are found again after an interruption. */
export interface ReplyJournal {
  /** The reply with this number, counted from 0; undefined if it was not asked for yet. */
  find(place: number): string | undefined;
  note(reply: string): void;
}

export interface JudgedQuestion<Taken> extends Question {
  /**
   * Never throws. `before` is everything taken from the earlier replies. `isCutShort` tells whether the server said
   * that the reply reached its token limit; the reply may still look complete.
   */
  judge(reply: string, before: Taken | undefined, isCutShort: boolean): Judged<Taken>;
  readonly journal?: ReplyJournal | undefined;
  readonly signal?: AbortSignal | undefined;
  /**
   * Called with everything of the newest reply that has arrived, if the adapter streams. A further reply starts again
   * from nothing.
   */
  readonly onArrival?: ((soFar: string) => void) | undefined;
}

export interface JudgedAnswer<Taken> {
  readonly taken: Taken;
  /** All replies, in order. */
  readonly replies: readonly string[];
}

/**
 * Each request contains the question, and only the newest reply with its judgement, so that requests do not grow with
 * each reply. Throws the errors of `askModel`.
 */
export async function askAndJudge<Taken>(
  asked: AskedModel,
  { judge, journal, signal, onArrival, ...question }: JudgedQuestion<Taken>,
): Promise<JudgedAnswer<Taken>> {
  const replies: string[] = [];
  let asking = notAsked;
  let before: Judged<Taken> | undefined;
  for (;;) {
    const messages = [...question.messages, ...renderAgain(before, replies.at(-1))];
    const known = journal?.find(replies.length);
    const answered =
      known === undefined ? await ask(asked, { ...question, messages }, { signal, onArrival }) : undefined;
    const reply = known ?? answered?.text ?? '';
    if (known === undefined) journal?.note(reply);
    replies.push(reply);
    before = judge(reply, before?.taken, answered?.finish === 'length');
    asking = advanceAsking(asking, before.standing);
    if (asking.isOver) return { taken: before.taken, replies };
  }
}

/**
 * A failed reply is asked for again as if nobody had seen a part of it, because the shown part may still be replaced.
 */
async function ask(
  asked: AskedModel,
  question: Question,
  { signal, onArrival }: Pick<JudgedQuestion<unknown>, 'signal' | 'onArrival'>,
): Promise<ModelReply> {
  if (onArrival === undefined) return await askModel(asked, question, { signal });
  let soFar = '';
  const reset = (): Question => {
    soFar = '';
    return question;
  };
  return await askModel(asked, reset, {
    signal,
    isShown: () => false,
    onText: (piece) => {
      soFar += piece;
      onArrival(soFar);
    },
    onRetract: () => void reset(),
  });
}

function renderAgain(before: Judged<unknown> | undefined, reply = ''): readonly Message[] {
  return before === undefined ? [] : [{ role: 'assistant', content: before.shown ?? reply }, before.again];
}

/**
 * How a reply was judged. `cut`: it ends in the middle, and its complete parts are taken. A reply that was cut off
 * before it contained anything new is `refused`, because a continuation would be cut off at the same place.
 */
export type Standing = 'clear' | 'cut' | 'refused';

interface ReplyFacts {
  readonly isClear: boolean;
  readonly isCut: boolean;
  /** Whether the reply contains anything that was not taken from earlier replies. */
  readonly isNew: boolean;
}

/** After a `cut` reply the model is asked to continue; after a `refused` reply it is asked once more. */
export function findStanding({ isClear, isCut, isNew }: ReplyFacts): Standing {
  if (isClear) return 'clear';
  return isCut && isNew ? 'cut' : 'refused';
}

export interface Asking {
  /** Whether the model is not asked again, so that everything taken so far is the answer. */
  readonly isOver: boolean;
  readonly refusals: number;
  readonly cuts: number;
}

export const notAsked: Asking = { isOver: false, refusals: 0, cuts: 0 };

const mostRefusals = 1;
/** The model is asked to continue at most this many times, even if each reply contained something new. */
const mostCuts = 20;

export function advanceAsking({ refusals, cuts }: Asking, standing: Standing): Asking {
  switch (standing) {
    case 'clear':
      return { isOver: true, refusals, cuts };
    case 'cut':
      return { isOver: cuts >= mostCuts, refusals, cuts: cuts + 1 };
    case 'refused':
      return { isOver: refusals >= mostRefusals, refusals: refusals + 1, cuts };
  }
}

/**
 * At most this many characters are compared to find repeated words. Fewer than `leastRepeated` may be the same by
 * chance.
 */
const mostRepeated = 300;
const leastRepeated = 12;

/**
 * Joins a reply that was cut off with its continuation. Leaves out a fence at the start of the continuation, and the
 * words that it repeats.
 */
export function joinCut(cut: string, next: string): string {
  const rest = next.replace(/^\s*`{3}\w*\r?\n/, '');
  return cut + rest.slice(measureRepeated(cut, rest));
}

/** How many characters at the start of a continuation repeat the end of the reply that was cut off. */
export function measureRepeated(cut: string, rest: string): number {
  for (let length = Math.min(mostRepeated, rest.length); length >= leastRepeated; length -= 1)
    if (cut.endsWith(rest.slice(0, length))) return length;
  return 0;
}
