// Processing: records the reply before anything else is done, then decides what kind of reply it is.

import { Bug } from '@terrarium/kernel/errors';
import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import type { ModelReply } from '@terrarium/kernel/language-model';
import { readCallsInText } from '@terrarium/kernel/read-calls-in-text';
import { checkDecisions } from '../../curator/check-decisions.ts';
import { parseDecisions } from '../../curator/parse-decisions.ts';
import type { Purpose, StepId, SummaryTarget } from '../../journal/journal.ts';
import type { ReplyRecord } from '../../journal/progress.ts';
import { buildDialogueReply } from '../../moments/open-summoned.ts';
import { hasCodexUpdates } from '../../tools/parse-codex-updates.ts';
import { buildToolContext } from '../build-tool-context.ts';
import { checkSummary } from '../check-summary.ts';
import { chooseNextState } from '../choose-next-state.ts';
import { buildAssistantMessage } from '../close-exchange.ts';
import { recordsKept } from '../count-window.ts';
import { findFault } from '../find-fault.ts';
import { hasTools } from '../preamble.ts';
import { type Run, recordStep, requireScene } from '../run.ts';
import type { ReceivedReply, RunnerState } from '../states.ts';

type Processing = Extract<RunnerState, { at: 'processing' }>;

export function processing(run: Run, { purpose, received }: Processing): RunnerState {
  const record = buildRecord(run, received);
  recordReceived(run, received.reply, { purpose, record });
  run.session.records = [...run.session.records, record].slice(-recordsKept);
  run.bounds.recordTokens(estimateReply(received));
  const { usage } = received.reply;
  run.emit({ kind: 'reply-received', purpose, usage, seconds: received.seconds });
  return chooseNextState(run.session.progress, run.settings);
}

interface Received {
  readonly purpose: Purpose;
  readonly record: ReplyRecord;
}

function recordReceived(run: Run, reply: ModelReply, { purpose, record }: Received): void {
  switch (purpose.for) {
    case 'summary':
      recordSummary(run, reply, { target: purpose.target, record });
      break;
    case 'curation':
      recordCuration(run, reply, { batch: purpose.batch, record });
      break;
    case 'summon':
      recordSummon(run, reply, record);
      break;
    case 'scene':
    case 'record':
      recordReply(run, reply, { purpose: purpose.for, record });
  }
}

interface ReplyPlace {
  readonly purpose: 'scene' | 'record';
  readonly record: ReplyRecord;
}

function recordReply(run: Run, received: ModelReply, { purpose, record }: ReplyPlace): void {
  const isFirstRound = purpose === 'record' || run.session.progress.rounds === 0;
  recordStep(run, (stepId) => {
    addCost(run, record);
    const reply = withWrittenCalls(run, received, stepId);
    const fault = findFault(reply, isFirstRound);
    const { text, calls } = received;
    if (fault !== undefined) {
      return { body: { kind: 'unusable-reply', purpose, record, text, reason: fault } };
    }
    const written = reply.calls.length > calls.length ? { written: text } : {};
    const message = buildAssistantMessage(reply);
    return {
      body: { kind: 'reply', purpose, record, calls: reply.calls, ...written },
      messages: [{ message }],
    };
  });
}

/** Turns calls that the model wrote as text into ordinary calls; tagged updates are handled elsewhere. */
function withWrittenCalls(run: Run, reply: ModelReply, stepId: StepId): ModelReply {
  if (reply.calls.length > 0 || !hasTools(run) || hasCodexUpdates(reply.text)) return reply;
  const written = readCallsInText(reply.text, run.tools.keys());
  if (written.length === 0) return reply;
  // Some servers require ids of exactly nine letters and digits.
  const name = (at: number) => `w${String(stepId).padStart(6, '0')}${String(at).padStart(2, '0')}`;
  return { ...reply, text: '', calls: written.map((call, at) => ({ id: name(at), ...call })) };
}

interface SummaryPlace {
  readonly target: SummaryTarget;
  readonly record: ReplyRecord;
}

function recordSummary(run: Run, reply: ModelReply, { target, record }: SummaryPlace): void {
  recordStep(run, (stepId) => {
    addCost(run, record);
    const { text, fault } = checkSummary(run, buildToolContext(run, stepId), { target, reply });
    const isAccepted = fault === undefined;
    return {
      body: { kind: 'summary-reply', target, record, text, isAccepted, ...(isAccepted ? {} : { fault }) },
    };
  });
}

interface CurationPlace {
  readonly batch: number;
  readonly record: ReplyRecord;
}

function recordCuration(run: Run, reply: ModelReply, { batch, record }: CurationPlace): void {
  const { curation } = run.session.progress;
  const asked = curation?.batches[batch] ?? [];
  const answer = curation?.answers.get(batch);
  const decided = answer?.decisions.map(({ entryId }) => entryId);
  recordStep(run, (stepId) => {
    addCost(run, record);
    const parsed = parseDecisions(reply.text, asked, decided);
    const context = buildToolContext(run, stepId);
    const { decisions, faults, doubted } = checkDecisions(context, parsed.decisions, answer?.doubted ?? []);
    const text = reply.text.trim();
    const all = [...parsed.faults, ...faults];
    return { body: { kind: 'curation-reply', batch, record, text, decisions, faults: all, doubted } };
  });
}

function recordSummon(run: Run, reply: ModelReply, record: ReplyRecord): void {
  const { summons } = run.stores;
  const { summon } = run.session.progress;
  if (summon === undefined) throw new Bug('Nobody was asked.');
  const before = summons.readMessages(summon.summonId);
  recordStep(run, (stepId) => {
    addCost(run, record);
    summons.append(summon.summonId, [buildDialogueReply(reply, before)], stepId);
    return { body: { kind: 'summon-reply', record } };
  });
}

function addCost(run: Run, record: ReplyRecord): void {
  const { ledger, journal } = run.stores;
  ledger.addReply(requireScene(run).id, record.usage, record.seconds);
  journal.updateRun();
}

function buildRecord(run: Run, { reply, estimatedTokens, seconds }: ReceivedReply): ReplyRecord {
  const { finish, usage } = reply;
  return {
    finish,
    usage,
    estimatedTokens,
    seconds,
    model: run.model.id,
    promptVersion: run.session.preamble.version,
  };
}

/** Tokens in and out: as the server counted them, or our estimate if it did not. */
function estimateReply({ reply, estimatedTokens }: ReceivedReply): number {
  const { promptTokens, outputTokens } = reply.usage;
  const said = JSON.stringify([reply.text, reply.reasoning, reply.calls]);
  return (
    (promptTokens === 'unknown' ? estimatedTokens : promptTokens) +
    (outputTokens === 'unknown' ? estimateTokens(said) : outputTokens)
  );
}
