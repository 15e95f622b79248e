// Calling: asks the model and waits, however long a local model takes.

import { ProviderError } from '@terrarium/kernel/errors';
import type { Message, ModelRequest } from '@terrarium/kernel/language-model';
import { estimateMessage } from '../../context/estimate-message.ts';
import { renderChunkRequest, renderCumulativeRequest } from '../../prompts/prompts.ts';
import { findNextState } from '../find-next-state.ts';
import type { Purpose, SummaryTarget } from '../journal.ts';
import { type Run, takeStep } from '../run.ts';
import type { RunnerState } from '../states.ts';
import { workWhileWaiting } from '../while-waiting.ts';

type Calling = Extract<RunnerState, { at: 'calling' }>;

/** A reply may be this much longer than its summary is asked to be before it is cut off. */
const summaryHeadroom = 2;

export async function calling(run: Run, state: Calling): Promise<RunnerState> {
  const { clock } = run.environment;
  const { request, estimatedTokens } = buildRequest(run, state.purpose);
  const began = clock.monotonic();
  try {
    const reply = await workWhileWaiting(run, run.model.reply(request, { signal: run.stop.abort }));
    const seconds = (clock.monotonic() - began) / 1000;
    run.desk.hasAnswered = true;
    run.desk.awaySinceMs = undefined;
    return { at: 'processing', purpose: state.purpose, received: { reply, estimatedTokens, seconds } };
  } catch (error) {
    return failCall(run, { state, estimatedTokens, error });
  }
}

interface FailedCall {
  readonly state: Calling;
  readonly estimatedTokens: number;
  readonly error: unknown;
}

function failCall(run: Run, { state, estimatedTokens, error }: FailedCall): RunnerState {
  if (!(error instanceof ProviderError)) throw error;
  if (error.code === 'model.context-overflow') {
    const { budget } = run.limits;
    takeStep(run, () => ({ body: { kind: 'overflow', purpose: state.purpose, estimatedTokens, budget } }));
    run.desk.refusedRatio = Math.max(run.desk.refusedRatio, budget / estimatedTokens);
    return findNextState(run.desk.progress, run.settings);
  }
  if (error.retryable) return { at: 'retrying', purpose: state.purpose, attempt: state.attempt, error };
  return { at: 'halting', error };
}

interface BuiltRequest {
  readonly request: ModelRequest;
  /** Of the whole request, before calibration. */
  readonly estimatedTokens: number;
}

/** The window as it stands; a summary is asked as a continuation that leaves no trace in the log. */
function buildRequest(run: Run, purpose: Purpose): BuiltRequest {
  const { desk, settings } = run;
  const { tools, messages } = desk.window.render();
  const { temperature, extraBody } = settings;
  if (purpose.for !== 'summary') {
    const { maxOutputTokens } = settings;
    const request: ModelRequest = {
      tools,
      messages,
      toolChoice: 'auto',
      maxOutputTokens,
      temperature,
      extraBody,
    };
    return { request, estimatedTokens: desk.window.tokens };
  }
  const { content, tokens } = renderSummaryRequest(run, purpose.target);
  const question: Message = { role: 'user', content };
  const request: ModelRequest = {
    tools,
    messages: [...messages, question],
    toolChoice: settings.summaryToolChoice,
    maxOutputTokens: tokens * summaryHeadroom,
    temperature,
    extraBody,
  };
  return { request, estimatedTokens: desk.window.tokens + estimateMessage(question) };
}

function renderSummaryRequest(run: Run, target: SummaryTarget): { content: string; tokens: number } {
  const { limits, desk } = run;
  const plan = desk.progress.fold?.plan;
  if (target === 'cumulative') {
    const tokens = limits.cumulativeSummary;
    const threads = (plan?.cumulative?.threads ?? []).map((thread) => thread.threadId);
    return {
      tokens,
      content: renderCumulativeRequest({ threads, tokens }),
    };
  }
  const chunk = plan?.chunks[target];
  const tokens = limits.chunkSummary;
  const scenes = chunk?.groups.map((group) => group.sceneIndex) ?? [];
  const content = renderChunkRequest({
    thread: chunk?.threadId ?? 0,
    index: chunk?.chunkIndex ?? 0,
    firstScene: scenes.at(0) ?? 0,
    lastScene: scenes.at(-1) ?? 0,
    tokens,
  });
  return { tokens, content };
}
