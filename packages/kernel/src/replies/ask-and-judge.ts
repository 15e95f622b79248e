// Asks a model and judges its answer: lets it go on after a cut, and asks once more after a refused reply.
import { type AskedModel, askModel, type Question } from '../llm/ask-model.ts';
import type { Message } from '../llm/language-model.ts';

/** What was taken from a reply and those before it. */
export interface Judged<Taken> {
  readonly standing: Standing;
  readonly taken: Taken;
  /** What the model is told when it is asked again: what was refused, or where to go on. */
  readonly again: { readonly role: 'user'; readonly content: string };
  /** What the model is then shown as its own earlier reply; by default the whole reply. */
  readonly shown?: string | undefined;
}

/** Where replies are written down, so that they are found again after an interruption. */
export interface ReplyJournal {
  /** The reply at a place, 0 for the first; undefined if it was not asked for yet. */
  find(place: number): string | undefined;
  note(reply: string): void;
}

export interface JudgedQuestion<Taken> extends Question {
  /**
   * Never throws; `before` is what was taken of the replies before, `isCutShort` whether the server said that the reply
   * came to the limit of its length, however complete it looks.
   */
  judge(reply: string, before: Taken | undefined, isCutShort: boolean): Judged<Taken>;
  readonly journal?: ReplyJournal | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface JudgedAnswer<Taken> {
  readonly taken: Taken;
  /** All replies, in order. */
  readonly replies: readonly string[];
}

/**
 * Each request is the question, followed only by the newest reply with what is said about it: requests do not grow with
 * every reply. Throws what asking throws.
 */
export async function askAndJudge<Taken>(
  asked: AskedModel,
  { judge, journal, signal, ...question }: JudgedQuestion<Taken>,
): Promise<JudgedAnswer<Taken>> {
  const replies: string[] = [];
  let asking = notAsked;
  let before: Judged<Taken> | undefined;
  for (;;) {
    const messages = [...question.messages, ...renderAgain(before, replies.at(-1))];
    const known = journal?.find(replies.length);
    const answered =
      known === undefined ? await askModel(asked, { ...question, messages }, { signal }) : undefined;
    const reply = known ?? answered?.text ?? '';
    if (known === undefined) journal?.note(reply);
    replies.push(reply);
    before = judge(reply, before?.taken, answered?.finish === 'length');
    asking = advanceAsking(asking, before.standing);
    if (asking.isOver) return { taken: before.taken, replies };
  }
}

function renderAgain(before: Judged<unknown> | undefined, reply = ''): readonly Message[] {
  return before === undefined ? [] : [{ role: 'assistant', content: before.shown ?? reply }, before.again];
}

/**
 * How a reply was judged. `cut`: it ends in the middle, and what was whole before that is taken. A reply that was cut
 * off before it brought anything new is `refused`: if it went on, it would be cut off at the same place.
 */
export type Standing = 'clear' | 'cut' | 'refused';

interface ReplyFacts {
  readonly isClear: boolean;
  readonly isCut: boolean;
  /** Whether the reply brought anything that was not taken before. */
  readonly isNew: boolean;
}

/** Judges a reply: the model is to go on after a cut one, and is asked once more after a refused one. */
export function findStanding({ isClear, isCut, isNew }: ReplyFacts): Standing {
  if (isClear) return 'clear';
  return isCut && isNew ? 'cut' : 'refused';
}

export interface Asking {
  /** Whether nothing more is asked: what was taken so far is the answer. */
  readonly isOver: boolean;
  readonly refusals: number;
  readonly cuts: number;
}

export const notAsked: Asking = { isOver: false, refusals: 0, cuts: 0 };

const mostRefusals = 1;
/** Although each cut reply brought something new, a model that never comes to an end is stopped here. */
const mostCuts = 20;

/** The state after one more reply. */
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

/** How many characters are compared to find repeated words; fewer than the least may be the same by chance. */
const mostRepeated = 300;
const leastRepeated = 12;

/**
 * Joins a reply that was cut off with its continuation, leaving out the fence with which a continuation may begin and
 * the words that it repeats.
 */
export function joinCut(cut: string, next: string): string {
  const rest = next.replace(/^\s*`{3}\w*\r?\n/, '');
  return cut + rest.slice(measureRepeated(cut, rest));
}

/** How many characters at the beginning of a continuation repeat the end of the reply that was cut off. */
export function measureRepeated(cut: string, rest: string): number {
  for (let length = Math.min(mostRepeated, rest.length); length >= leastRepeated; length -= 1)
    if (cut.endsWith(rest.slice(0, length))) return length;
  return 0;
}
