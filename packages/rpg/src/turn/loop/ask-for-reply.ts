// Gets the next reply of a turn: takes it from the journal if it is there, else asks the model and streams its text.

import { askModel, type Patience } from '@terrarium/kernel/ask-model';
import type { ModelRequest } from '@terrarium/kernel/language-model';
import { type NotedReply, renderReply } from '../journal.ts';
import { cutPrompt } from '../prepare-prompt.ts';
import { promptVersion } from '../prompt-version.ts';
import { buildRequest, type TurnRun } from '../turn-run.ts';
import { cutTail, isCutStory, isLastCallCut } from './cut-reply.ts';
import { normaliseReply } from './normalise-reply.ts';

export interface Question {
  readonly toolChoice: ModelRequest['toolChoice'];
  /** A text up to this length is kept back until it is certain that no calls follow it. */
  readonly heldCharacters: number;
  /** Whether the reply should continue a narrative that was cut off. */
  readonly isRest?: boolean;
}

export interface RoundReply extends NotedReply {
  /** Whether the reply was cut off within its last call. */
  readonly isLastCallCut: boolean;
  /** Whether the reply was a story in JSON that was cut off. */
  readonly isCutStory: boolean;
}

/** Returns the reply, which is stored before it is used. Its text goes to the narrative stream as it comes. */
export async function askForReply(run: TurnRun, question: Question): Promise<RoundReply> {
  run.signal.throwIfAborted();
  startReply(run, question);
  const noted = run.journal.takeReply();
  const given = noted ?? (await askUntilAnswered(run, question));
  recordTeller(run, given);
  const reply = normaliseNoted(run, question, given);
  const characters = reply.reasoning.trim().length;
  if (characters > 0) run.report({ kind: 'thought', characters });
  return reply;
}

/** Notes each pair of model and prompt version once; an interrupted turn may be continued with another pair. */
function recordTeller({ toldBy }: TurnRun, { by }: NotedReply): void {
  const isKnown = toldBy.some((one) => one.model === by?.model && one.promptVersion === by.promptVersion);
  if (by !== undefined && !isKnown) toldBy.push(by);
}

/** Tidies the reply only after it was stored unchanged, so that a resumed turn reads it in the same way. */
function normaliseNoted({ messages }: TurnRun, { toolChoice }: Question, given: NotedReply): RoundReply {
  const whole = { ...given, text: cutTail(given) };
  const tidied = normaliseReply(whole, (index) => `written-${messages.length}-${index}`);
  const isStory = isCutStory(given);
  return {
    ...given,
    // If no story could be read out of JSON that was cut off, the player is shown nothing of it.
    text: isStory && tidied.text === whole.text ? '' : tidied.text,
    calls: toolChoice === 'none' ? given.calls : tidied.calls,
    isLastCallCut: isLastCallCut(given),
    isCutStory: isStory,
  };
}

function startReply({ stream }: TurnRun, { heldCharacters, isRest }: Question): void {
  if (isRest === true) stream.openRest();
  else stream.open(heldCharacters);
}

async function askUntilAnswered(run: TurnRun, question: Question): Promise<NotedReply> {
  const { model, environment, settings, stream, report } = run;
  const { retries } = settings;
  const onWait: Patience['onWait'] = ({ attempt, delayMs, reason: says }) =>
    report({ kind: 'retry-waiting', attempt, delayMs, says });
  const openRequest = () => {
    startReply(run, question);
    return buildRequest(run, question.toolChoice);
  };
  const reply = await askModel({ model, patience: { ...environment, retries, onWait } }, openRequest, {
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

/** Takes back what was shown of a reply that turned out to be the model's thinking. */
function revertTold({ stream, report }: TurnRun): void {
  const earlier = stream.revert();
  if (earlier === undefined) return;
  report({ kind: 'narrative-restarted', says: 'That was only the model thinking; the story follows.' });
  if (earlier !== '') report({ kind: 'narrative-delta', text: earlier });
}
