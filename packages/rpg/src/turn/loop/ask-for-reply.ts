// Asks for the next reply of a turn: takes it from the journal if it is there, else asks the model and streams its text.

import { askModel, type Patience } from '@terrarium/kernel/ask-model';
import type { ModelRequest } from '@terrarium/kernel/language-model';
import { type NotedReply, renderReply } from '../journal.ts';
import { cutPrompt } from '../prepare-prompt.ts';
import { promptVersion } from '../prompt-version.ts';
import { buildRequest, type TurnRun } from '../turn-run.ts';
import { normaliseReply } from './normalise-reply.ts';

export interface Question {
  readonly toolChoice: ModelRequest['toolChoice'];
  /** A text up to this long is kept back until it is sure that no calls follow it. */
  readonly heldCharacters: number;
}

/** The reply, noted before anything is done about it. Its text goes to the narrative stream as it comes. */
export async function askForReply(run: TurnRun, question: Question): Promise<NotedReply> {
  run.signal.throwIfAborted();
  run.stream.open(question.heldCharacters);
  const noted = run.journal.takeReply();
  const given = noted ?? (await askUntilAnswered(run, question));
  recordTeller(run, given);
  const reply = normaliseNoted(run, question, given);
  const characters = reply.reasoning.trim().length;
  if (characters > 0) run.report({ kind: 'thought', characters });
  return reply;
}

/** Notes each teller once: a turn that broke off may have been continued with another model, or with other texts. */
function recordTeller({ toldBy }: TurnRun, { by }: NotedReply): void {
  const isKnown = toldBy.some((one) => one.model === by?.model && one.promptVersion === by.promptVersion);
  if (by !== undefined && !isKnown) toldBy.push(by);
}

/** Tidies the reply after it was noted as it came, so that a turn that is resumed reads it in the same way. */
function normaliseNoted({ messages }: TurnRun, { toolChoice }: Question, given: NotedReply): NotedReply {
  const tidied = normaliseReply(given, (index) => `written-${messages.length}-${index}`);
  return { ...given, text: tidied.text, calls: toolChoice === 'none' ? given.calls : tidied.calls };
}

async function askUntilAnswered(run: TurnRun, { toolChoice, heldCharacters }: Question): Promise<NotedReply> {
  const { model, environment, settings, stream, report } = run;
  const { retries } = settings;
  const onWait: Patience['onWait'] = ({ attempt, delayMs, reason: says }) =>
    report({ kind: 'retry-waiting', attempt, delayMs, says });
  const startReply = () => {
    stream.open(heldCharacters);
    return buildRequest(run, toolChoice);
  };
  const reply = await askModel({ model, patience: { ...environment, retries, onWait } }, startReply, {
    signal: run.signal,
    onText: stream.append,
    onRetract: () => revertTold(run),
    isShown: () => stream.hasTold,
    mend: (error) => cutPrompt(run, error),
  });
  run.signal.throwIfAborted();
  const by = { model: model.id, promptVersion };
  run.draft.recordReply(renderReply(reply, by));
  report({ kind: 'replied', usage: reply.usage });
  return { ...reply, by };
}

/** Takes back what was told of a reply that turned out to be the model's thinking. */
function revertTold({ stream, report }: TurnRun): void {
  const earlier = stream.revert();
  if (earlier === undefined) return;
  report({ kind: 'narrative-restarted', says: 'That was what the model thought; it is told from here.' });
  if (earlier !== '') report({ kind: 'narrative-delta', text: earlier });
}
