// Asks a model and judges what it answers: asked on where its reply was cut off, shown what was refused and asked once more.

import { type AskedModel, askModel, type Question } from '../llm/ask-model.ts';
import type { Message } from '../llm/language-model.ts';
import { advanceAsking, notAsked, type Standing } from './asking.ts';

/** What a reply came to, together with those before it. */
export interface Judged<Taken> {
  readonly standing: Standing;
  readonly taken: Taken;
  /** What the model is told where it is asked again: what was refused, or where it goes on. */
  readonly again: { readonly role: 'user'; readonly content: string };
  /** What it is shown of its own words then; by default the reply. */
  readonly shown?: string | undefined;
}

/** Where replies are written down, and found again where somebody went away in the middle. */
export interface ReplyJournal {
  /** The reply at a place, 0 for the first; undefined where it was not asked for yet. */
  find(place: number): string | undefined;
  note(reply: string): void;
}

export interface JudgedQuestion<Taken> extends Question {
  /** Never throws; `before` is what was taken of the replies before. */
  judge(reply: string, before: Taken | undefined): Judged<Taken>;
  readonly journal?: ReplyJournal | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface JudgedAnswer<Taken> {
  readonly taken: Taken;
  /** In their order, none left out. */
  readonly replies: readonly string[];
}

/**
 * Each request is the question, and behind it the newest reply with what is said of it: it grows by no more than that.
 * Throws what asking throws.
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
    const reply = known ?? (await askModel(asked, { ...question, messages }, { signal })).text;
    if (known === undefined) journal?.note(reply);
    replies.push(reply);
    before = judge(reply, before?.taken);
    asking = advanceAsking(asking, before.standing);
    if (asking.isOver) return { taken: before.taken, replies };
  }
}

function renderAgain(before: Judged<unknown> | undefined, reply = ''): readonly Message[] {
  return before === undefined ? [] : [{ role: 'assistant', content: before.shown ?? reply }, before.again];
}
