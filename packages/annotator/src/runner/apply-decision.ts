// Carries a decision out: checks it like every change of a model, and records what became of it.

import { UsageError } from '@terrarium/kernel/errors';
import type { Outcome } from '../curator/curation-store.ts';
import type { CuratorDecision } from '../curator/decision.ts';
import type { ChangeSource, EntryId, GlossaryEntry } from '../glossary/entry.ts';
import { checkEvidence } from '../glossary/evidence-gate.ts';
import { listSurfaces } from '../glossary/term-forms.ts';
import type { StepId } from '../journal/journal.ts';
import { buildCitableText } from '../tools/reading-limit.ts';
import { buildToolContext } from './build-tool-context.ts';
import type { Run } from './run.ts';

export interface Lot {
  readonly entryId: EntryId;
  /** Undefined when the curator could not be understood. */
  readonly decision: CuratorDecision | undefined;
  readonly stepId: StepId;
}

const heldByPerson = 'A person has said otherwise, which stands; this is kept as a proposal.';

/** Why a decision was not carried out; undefined when it was. */
type Obstacle = string | undefined;

/** Within the step's transaction: changes the entry, or leaves it tentative and says why; answers which. */
export function applyDecision(run: Run, { entryId, decision, stepId }: Lot): Outcome {
  const { glossary, curation } = run.stores;
  const entry = glossary.find(entryId);
  const obstacle = entry === undefined ? 'The entry is gone.' : applyRuling(run, entry, { decision, stepId });
  const isDone = obstacle === undefined && decision !== undefined;
  const outcome = isDone ? decision.verdict : 'UNDECIDED';
  const reason = isDone ? decision.reason : (obstacle ?? 'No decision could be read out of the replies.');
  const targetId = decision?.verdict === 'MERGE' ? decision.targetId : undefined;
  curation.record({ stepId, entryId, term: entry?.term ?? '', outcome, targetId, reason });
  run.emit({ kind: 'entry-decided', entryId, term: entry?.term ?? '', outcome, reason });
  return outcome;
}

interface Ruling {
  readonly decision: CuratorDecision | undefined;
  readonly stepId: StepId;
}

function applyRuling(run: Run, entry: GlossaryEntry, { decision, stepId }: Ruling): Obstacle {
  if (decision === undefined) return 'No decision could be read out of the replies.';
  if (entry.status !== 'tentative') return 'It is confirmed already.';
  const context = buildToolContext(run, stepId);
  const source: ChangeSource = { ...context.source, author: 'curator', reason: decision.reason };
  const { glossary } = run.stores;
  switch (decision.verdict) {
    case 'CONFIRM':
      glossary.update(entry.id, { status: 'confirmed' }, source);
      return glossary.readHumanFields(entry.id).has('status') ? heldByPerson : undefined;
    case 'REJECT':
      return glossary.delete(entry.id, source) ? undefined : heldByPerson;
    case 'MERGE':
      return merge(run, { from: entry.id, into: decision.targetId, source });
    case 'REVISE': {
      const { definition, evidence } = decision;
      const verdict = checkEvidence(evidence, listSurfaces(entry), buildCitableText(context));
      if (verdict.accepted.length === 0)
        return `The new definition has no evidence: ${verdict.refusals[0] ?? ''}`;
      glossary.update(entry.id, { definition, evidence: verdict.accepted, status: 'confirmed' }, source);
      return glossary.readHumanFields(entry.id).has('definition') ? heldByPerson : undefined;
    }
  }
}

/** The target may itself have been merged by a decision before this one. */
function merge(run: Run, pair: { from: EntryId; into: EntryId; source: ChangeSource }): Obstacle {
  const { glossary } = run.stores;
  const into = glossary.resolve(pair.into);
  if (into === undefined) return `There is no entry ${pair.into} to merge it into.`;
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
