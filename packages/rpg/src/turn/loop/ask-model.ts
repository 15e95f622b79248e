// Asks the model: from the journal what was paid for, else from the model, waiting where time may mend a failure.

import { ProviderError } from '@terrarium/kernel/errors';
import type { ModelReply, ModelRequest } from '@terrarium/kernel/language-model';
import { planRetry, type ServerWatch } from '@terrarium/kernel/plan-retry';
import { type NotedReply, renderReply } from '../journal.ts';
import { shortenPrompt } from '../lay-prompt.ts';
import { buildRequest, type TurnRun } from '../turn-run.ts';
import { tidyReply } from './tidy-reply.ts';

export interface Question {
  readonly toolChoice: ModelRequest['toolChoice'];
  /** A text up to this long is kept back until it is sure that no calls follow it. */
  readonly heldCharacters: number;
}

/** The reply, noted before anything is done about it. Its text goes to the narrative stream as it comes. */
export async function askModel(run: TurnRun, question: Question): Promise<NotedReply> {
  run.signal.throwIfAborted();
  run.stream.open(question.heldCharacters);
  const noted = run.journal.takeReply();
  const given = noted ?? (await askUntilAnswered(run, question));
  const reply = tidy(run, question, given);
  if (reply.reasoning.trim() !== '') run.tell({ kind: 'thought', text: reply.reasoning.trim() });
  return reply;
}

/** What was noted is what was given: a turn that is resumed reads it in the same way. */
function tidy({ messages }: TurnRun, { toolChoice }: Question, given: NotedReply): NotedReply {
  const tidied = tidyReply(given, (index) => `written-${messages.length}-${index}`);
  return { ...given, text: tidied.text, calls: toolChoice === 'none' ? given.calls : tidied.calls };
}

async function askUntilAnswered(run: TurnRun, question: Question): Promise<ModelReply> {
  const watch: ServerWatch = { hasAnswered: false, awaySinceMs: undefined };
  for (let attempt = 1; ; ) {
    try {
      const request = buildRequest(run, question.toolChoice);
      const reply = await run.model.reply(request, {
        signal: run.signal,
        onText: run.stream.push,
        onRetract: () => takeBack(run),
      });
      run.signal.throwIfAborted();
      run.draft.noteReply(renderReply(reply));
      run.tell({ kind: 'replied', usage: reply.usage });
      return reply;
    } catch (error) {
      run.signal.throwIfAborted();
      if (shortenPrompt(run, error)) attempt += 1;
      else attempt = await waitToAskAgain(run, { attempt, error, watch });
      run.stream.open(question.heldCharacters);
    }
  }
}

/** What was told of the reply was its thinking. */
function takeBack({ stream, tell }: TurnRun): void {
  const earlier = stream.retract();
  if (earlier === undefined) return;
  tell({ kind: 'narrative-restarted', says: 'That was what the model thought; it is told from here.' });
  if (earlier !== '') tell({ kind: 'narrative-delta', text: earlier });
}

interface Failed {
  readonly attempt: number;
  readonly error: unknown;
  readonly watch: ServerWatch;
}

/** The number of the next attempt. Rethrows what waiting does not mend, and anything after the player has read a part: told twice it would be another. */
async function waitToAskAgain(run: TurnRun, { attempt, error, watch }: Failed): Promise<number> {
  if (!(error instanceof ProviderError) || run.stream.hasTold) throw error;
  const { clock, chance } = run.environment;
  const { retries } = run.settings;
  const planned = planRetry({ error, attempt }, watch, { retries, clock, chance });
  if (planned === undefined) throw error;
  run.tell({ kind: 'retry-waiting', attempt, delayMs: planned.delayMs, says: error.happened });
  await clock.sleep(planned.delayMs, run.signal);
  return planned.attempt;
}
