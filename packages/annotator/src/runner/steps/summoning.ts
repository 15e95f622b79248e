// Summoning: asks the reader of an earlier moment one question at a time, with a step for each part of the talk.

import { UsageError } from '@terrarium/kernel/errors';
import { runTool, type ToolAnswer } from '@terrarium/kernel/tool';
import type { StepId } from '../../journal/journal.ts';
import type { OpenSummon } from '../../journal/progress.ts';
import { detectTurn } from '../../moments/open-summoned.ts';
import { renderContent, renderElement } from '../../prompts/render-element.ts';
import type { SummonPort } from '../../tools/tool-context.ts';
import { answerCall, closeSummonedReader, findOpenCall, openSummonedReader } from '../answer-call.ts';
import { buildToolContext } from '../build-tool-context.ts';
import { chooseNextState } from '../choose-next-state.ts';
import { computeRatio } from '../count-window.ts';
import { type Run, recordSceneRead, recordStep } from '../run.ts';
import type { RunnerState } from '../states.ts';

export function summoning(run: Run): RunnerState {
  recordSceneRead(run);
  const { summon } = run.session.progress;
  switch (summon?.phase) {
    case 'asking':
      return resumeSummon(run, summon);
    case 'failed':
      return answer(run, { ok: false, say: 'The window of that moment has no room for the question.' });
    case 'dismissed':
      return answer(run, { ok: true, say: renderElement('dismissed', { snapshot: summon.snapshotId }) });
    default:
      return answerRequest(run);
  }
}

function resumeSummon(run: Run, summon: OpenSummon): RunnerState {
  const { summons } = run.stores;
  const messages = summons.readMessages(summon.summonId);
  const turn = detectTurn(messages);
  if (turn.at === 'answered') return answer(run, renderAnswer(summon, turn.text));
  const reader = openSummonedReader(run, summon);
  if (turn.at === 'looking') {
    recordStep(run, (stepId) => {
      summons.append(summon.summonId, reader.answer(turn.calls), stepId);
      return { body: { kind: 'summon-read' } };
    });
    return { at: 'summoning' };
  }
  const { estimatedTokens } = reader.buildRequest(messages, run.settings);
  if (estimatedTokens * computeRatio(run) <= run.limits.budget)
    return { at: 'calling', purpose: { for: 'summon' }, attempt: 1 };
  recordStep(run, () => ({ body: { kind: 'summon-failed' } }));
  return { at: 'summoning' };
}

function renderAnswer({ snapshotId }: OpenSummon, text: string): ToolAnswer {
  if (text === '') return { ok: false, say: 'The reader of that moment had no answer.' };
  return { ok: true, say: renderElement('summoned', { snapshot: snapshotId }, renderContent(text)) };
}

function answer(run: Run, settled: ToolAnswer): RunnerState {
  for (const event of answerCall(run, () => settled)) run.emit(event);
  if (run.session.progress.summon === undefined) closeSummonedReader(run);
  return chooseNextState(run.session.progress, run.settings);
}

/** What a call asks for, if it can be carried out. */
type SummonRequest =
  | { readonly for: 'ask'; readonly message: string; readonly snapshotId: number }
  | Dismissal;

interface Dismissal {
  readonly for: 'dismiss';
  readonly summary: string;
}

/** Handles a new call: refuses it at once, or begins to carry it out. */
function answerRequest(run: Run): RunnerState {
  const call = findOpenCall(run);
  if (call === undefined) return chooseNextState(run.session.progress, run.settings);
  const session: { request: SummonRequest | undefined } = { request: undefined };
  const summons = openPort(run, (request) => {
    session.request = request;
    return { ok: true, say: '' };
  });
  const context = { ...buildToolContext(run, run.stores.journal.readNextStepId()), summons };
  const settled = runTool(run.tools, call, context);
  const { request } = session;
  if (!settled.ok || request === undefined) return answer(run, settled);
  recordStep(run, (stepId) => startSummon(run, request, stepId));
  return { at: 'summoning' };
}

function openPort(run: Run, record: (request: SummonRequest) => ToolAnswer): SummonPort {
  const { summon } = run.session.progress;
  const refuse = (say: string): ToolAnswer => ({ ok: false, say });
  return {
    ask(message, snapshotId) {
      if (message === '') return refuse('Say what you want to know.');
      if (snapshotId === undefined && summon === undefined)
        return refuse('No reader is summoned: call summon_snapshot.');
      const wanted = snapshotId ?? summon?.snapshotId ?? 0;
      if (summon !== undefined && summon.snapshotId !== wanted) {
        return refuse(`The reader of snapshot ${summon.snapshotId} is summoned: dismiss it first.`);
      }
      return findObstacle(run, wanted) ?? record({ for: 'ask', message, snapshotId: wanted });
    },
    finish(summary) {
      if (summon === undefined) return refuse('No reader is summoned.');
      return record({ for: 'dismiss', summary });
    },
  };
}

/** Why the reader of the snapshot cannot be asked; undefined if nothing prevents it. */
function findObstacle(run: Run, snapshotId: number): ToolAnswer | undefined {
  const snapshot = run.stores.snapshots.find(snapshotId);
  if (snapshot === undefined)
    return { ok: false, say: `There is no snapshot ${snapshotId}. list_snapshots shows them.` };
  try {
    openSummonedReader(run, { snapshotId });
    return undefined;
  } catch (error) {
    if (error instanceof UsageError) return { ok: false, say: error.happened };
    throw error;
  }
}

function startSummon(run: Run, request: SummonRequest, stepId: StepId) {
  const { summons } = run.stores;
  const open = run.session.progress.summon;
  if (request.for === 'dismiss') {
    if (open !== undefined) summons.finish(open.summonId, request.summary, stepId);
    return { body: { kind: 'summon-dismissed' } } as const;
  }
  const { snapshotId, message } = request;
  const summonId = open?.summonId ?? summons.create({ snapshotId, stepId, model: run.model.id });
  const reader = openSummonedReader(run, { snapshotId });
  summons.append(summonId, [reader.renderQuestion(message, open === undefined)], stepId);
  return { body: { kind: 'summon-asked', summonId, snapshotId } } as const;
}
