// Curating: at the end of a thread, asks a curator about the entries noted so far, and carries out the decisions.

import { UsageError } from '@terrarium/kernel/errors';
import { checkRevision } from '../../curator/check-decisions.ts';
import type { Outcome } from '../../curator/curation-store.ts';
import type { CuratorDecision } from '../../curator/parse-decisions.ts';
import { hasStatusOfPerson } from '../../glossary/confirmation-wish.ts';
import type { ChangeSource, EntryId, GlossaryEntry } from '../../glossary/entry.ts';
import type { StepId } from '../../journal/journal.ts';
import { findNextLot, findOpenBatch } from '../../journal/progress.ts';
import { planRemovals, removeRelations } from '../../tools/plan-removals.ts';
import type { ToolContext } from '../../tools/tool-context.ts';
import { buildToolContext } from '../build-tool-context.ts';
import { chooseBatches } from '../choose-batches.ts';
import { createCheckpoint } from '../create-snapshot.ts';
import { isRetry, type Run, recordStep } from '../run.ts';
import type { RunnerState } from '../states.ts';

export function curating(run: Run): RunnerState {
  const { curation } = run.session.progress;
  if (curation?.isClosed === true) return { at: 'checkpointing' };
  if (curation === undefined) return openCuration(run);
  const batch = findOpenBatch(curation);
  if (batch !== undefined) return { at: 'calling', purpose: { for: 'curation', batch }, attempt: 1 };
  const lot = findNextLot(curation);
  if (lot === undefined) {
    recordStep(run, () => ({ body: { kind: 'curation-closed' } }));
    return { at: 'checkpointing' };
  }
  recordStep(run, (stepId) => {
    const outcome = applyDecision(run, { ...lot, stepId });
    return { body: { kind: 'decision-applied', entryId: lot.entryId, outcome } };
  });
  return { at: 'curating' };
}

function openCuration(run: Run): RunnerState {
  if (isRetry(run) || !run.settings.curates) return { at: 'checkpointing' };
  const { batches, isApart, left } = chooseBatches(run);
  if (batches.length === 0) return { at: 'checkpointing' };
  recordStep(run, (stepId) => {
    createCheckpoint(run, { type: 'curator_fork', stepId, note: '' });
    return { body: { kind: 'curation-opened', batches, isApart } };
  });
  run.emit({ kind: 'curation-opened', entries: batches.flat().length, questions: batches.length, left });
  return { at: 'curating' };
}

interface Lot {
  readonly entryId: EntryId;
  /** Undefined if there is no usable answer of the curator about this entry. */
  readonly decision: CuratorDecision | undefined;
  readonly stepId: StepId;
}

const heldByPerson = 'A person decided otherwise. That stands, and this decision is kept as a proposal.';

/** Why a decision was not carried out; undefined if it was carried out. */
type Obstacle = string | undefined;

/**
 * Changes the entry, or leaves it tentative. Records what was done and why, and returns the outcome. Call it in the
 * step's transaction.
 */
function applyDecision(run: Run, { entryId, decision, stepId }: Lot): Outcome {
  const { glossary, curation } = run.stores;
  const entry = glossary.find(entryId);
  const obstacle = entry === undefined ? 'The entry is gone.' : applyRuling(run, entry, { decision, stepId });
  const isDone = obstacle === undefined && decision !== undefined;
  const outcome = isDone ? decision.verdict : 'UNDECIDED';
  const reason = isDone ? decision.reason : (obstacle ?? 'No decision could be read out of the replies.');
  const targetId = decision?.verdict === 'MERGE' ? decision.targetId : undefined;
  curation.record({ stepId, entryId, term: entry?.term ?? '', outcome, targetId, reason });
  const into = outcome === 'MERGE' ? findTerm(glossary, targetId) : undefined;
  const term = entry?.term ?? '';
  run.emit({ kind: 'entry-decided', entryId, term, outcome, ...(into && { into }), reason });
  return outcome;
}

/** The term of the entry that `id` stands for now: it may have been merged itself. */
function findTerm(glossary: Run['stores']['glossary'], id: EntryId | undefined): string | undefined {
  const standing = id === undefined ? undefined : glossary.resolve(id);
  return standing === undefined ? undefined : glossary.find(standing)?.term;
}

interface Ruling {
  readonly decision: CuratorDecision | undefined;
  readonly stepId: StepId;
}

function applyRuling(run: Run, entry: GlossaryEntry, { decision, stepId }: Ruling): Obstacle {
  if (decision === undefined) return 'No decision could be read out of the replies.';
  if (entry.status !== 'tentative' && hasStatusOfPerson(run.stores.glossary, entry.id))
    return 'A person confirmed it.';
  const context = buildToolContext(run, stepId);
  const source: ChangeSource = { ...context.source, author: 'curator', reason: decision.reason };
  const { removals } = planRemovals(decision.removals ?? [], entry, context);
  removeRelations(removals, { glossary: run.stores.glossary, source });
  return applyVerdict(run, entry, { decision, context, source });
}

interface Verdict {
  readonly decision: CuratorDecision;
  readonly context: ToolContext;
  readonly source: ChangeSource;
}

function applyVerdict(run: Run, entry: GlossaryEntry, { decision, context, source }: Verdict): Obstacle {
  const { glossary } = run.stores;
  switch (decision.verdict) {
    case 'CONFIRM':
      glossary.update(entry.id, { status: 'confirmed' }, source);
      return glossary.readHumanFields(entry.id).has('status') ? heldByPerson : undefined;
    case 'REJECT':
      return glossary.delete(entry.id, source) ? undefined : heldByPerson;
    case 'MERGE':
      return merge(run, { from: entry.id, into: decision.targetId, source });
    case 'REVISE':
      return applyRevision(context, entry, { decision, source });
  }
}

interface Revision {
  readonly decision: Extract<CuratorDecision, { readonly verdict: 'REVISE' }>;
  readonly source: ChangeSource;
}

/** A new definition by a curator must pass the same checks as one by a reading model. */
function applyRevision(context: ToolContext, entry: GlossaryEntry, { decision, source }: Revision): Obstacle {
  const { glossary } = context;
  const { accepted, holds, obstacle } = checkRevision(context, entry, decision);
  if (obstacle !== undefined) return obstacle;
  const { definition } = decision;
  const change = { definition, evidence: accepted, status: 'confirmed' } as const;
  glossary.update(entry.id, change, { ...source, holds });
  return glossary.readHumanFields(entry.id).has('definition') ? heldByPerson : undefined;
}

/** An earlier decision may have merged the target into yet another entry. */
function merge(run: Run, pair: { from: EntryId; into: EntryId; source: ChangeSource }): Obstacle {
  const { glossary } = run.stores;
  const into = glossary.resolve(pair.into);
  if (into === undefined) return 'The entry to merge it into is gone.';
  if (into === pair.from) return 'It would be merged into itself.';
  try {
    glossary.merge({ ...pair, into });
    return undefined;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    if (error.code === 'glossary.held-by-person') {
      glossary.propose({ entryId: pair.from, field: 'merged_into', value: into }, pair.source);
    }
    return error.happened;
  }
}
