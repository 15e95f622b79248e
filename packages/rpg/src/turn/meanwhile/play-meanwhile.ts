// Plays what people elsewhere did while time passed: one request after the telling, answered by a few bounded calls.

import { askModel } from '@terrarium/kernel/ask-model';
import { ModelError, ProviderError } from '@terrarium/kernel/errors';
import type { ToolCall } from '@terrarium/kernel/language-model';
import { renderMeanwhile } from '../journal.ts';
import { isLastCallCut } from '../loop/cut-reply.ts';
import { executeOnce } from '../loop/execute-call.ts';
import { normaliseReply } from '../loop/normalise-reply.ts';
import { meanwhile } from '../prompts/prompts.ts';
import { buildRequest, type TurnRun } from '../turn-run.ts';
import { hasMeanwhile } from './has-meanwhile.ts';
import { type Meanwhile, measureAbsence, planMeanwhile } from './plan-meanwhile.ts';
import { validateCall } from './validate-call.ts';

const mostCalls = 8;
/** How many turns back to look for the time when the player was last at a place. */
const lookedBack = 60;

/**
 * The request extends the telling's prompt, so that a server has to compute only what is new. Nobody is shown the
 * results. If the request fails, nobody acted.
 */
export async function playMeanwhile(run: TurnRun, narrative: string): Promise<void> {
  const calls = run.journal.takeMeanwhile() ?? (await askPeople(run, narrative));
  for (const call of calls) executeOnce(run, call);
}

async function askPeople(run: TurnRun, narrative: string): Promise<readonly ToolCall[]> {
  const plan = planFor(run);
  return plan === undefined ? [] : await askOnce(run, plan, narrative);
}

function planFor(run: TurnRun): Meanwhile | undefined {
  const { draft, game } = run;
  const { past, state, actions } = draft;
  if (!hasMeanwhile(run)) return undefined;
  const passed = { before: past.state, state };
  const earlier = function* () {
    for (const { id } of past.listTurns(lookedBack).toReversed()) yield { actions: game.readActions(id) };
  };
  return planMeanwhile({ ...passed, absence: measureAbsence(passed, { actions, earlier }) }, meanwhile);
}

async function askOnce(run: TurnRun, plan: Meanwhile, narrative: string): Promise<readonly ToolCall[]> {
  const { model, environment, settings, signal, report } = run;
  const { messages, ...rest } = buildRequest(run, 'auto');
  const last =
    messages.at(-1)?.role === 'assistant' ? [] : [{ role: 'assistant' as const, content: narrative }];
  const asked = [...messages, ...last, { role: 'user' as const, content: plan.content }];
  try {
    const patience = { ...environment, retries: settings.retries };
    const reply = await askModel({ model, patience }, { ...rest, messages: asked }, { signal });
    signal.throwIfAborted();
    const { calls } = normaliseReply(reply, (index) => `meanwhile-${index}`);
    const whole = isLastCallCut(reply) ? calls.slice(0, -1) : calls;
    const bounded = whole
      .slice(0, mostCalls)
      .flatMap((call) => validateCall(call, plan, run.draft.state) ?? []);
    // The calls that may be made are stored: a resumed turn could not tell which these are, since some may have been
    // made already.
    run.draft.recordReply(renderMeanwhile(bounded));
    report({ kind: 'replied', usage: reply.usage });
    return bounded;
  } catch (error) {
    const isPassing = error instanceof ProviderError || error instanceof ModelError;
    if (signal.aborted || !isPassing) throw error;
    report({ kind: 'warned', says: `Nobody acted elsewhere: ${error.message}` });
    return [];
  }
}
