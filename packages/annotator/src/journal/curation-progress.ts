// Curation progress: where the decisions at a thread's end stand, as its steps add up to it.

import {
  type Asking,
  advanceAsking,
  findStanding,
  notAsked,
  type Standing,
} from '@terrarium/kernel/ask-and-judge';
import type { Outcome } from '../curator/curation-store.ts';
import type { CuratorDecision } from '../curator/decision.ts';
import type { EntryId } from '../glossary/entry.ts';
import type { ReplyRecord } from './reply-record.ts';

/** What happens when a thread has ended and entries are decided about. */
export type CurationStep =
  | CurationOpened
  | CurationReply
  | DecisionApplied
  | { readonly kind: 'curation-closed' };

/** Entries to be decided about, in the batches they are asked in. */
export interface CurationOpened {
  readonly kind: 'curation-opened';
  readonly batches: readonly (readonly EntryId[])[];
  /** Asked without the window, which has no room left for a question. */
  readonly isApart: boolean;
}

/** A curator's reply as it came, and what could be read out of it. */
export interface CurationReply {
  readonly kind: 'curation-reply';
  readonly batch: number;
  readonly record: ReplyRecord;
  readonly text: string;
  readonly decisions: readonly CuratorDecision[];
  /** What was wrong with it, or is not decided yet. */
  readonly faults: readonly string[];
}

/** One decision carried out, or left as the entry's lot for now; the revisions of the step are what it did. */
export interface DecisionApplied {
  readonly kind: 'decision-applied';
  readonly entryId: EntryId;
  readonly outcome: Outcome;
}

/** Entries that are decided about: asked batch by batch, then carried out one by one. */
export interface OpenCuration {
  readonly batches: readonly (readonly EntryId[])[];
  readonly isApart: boolean;
  readonly answers: ReadonlyMap<number, BatchAnswer>;
  /** Entries whose lot is settled, in the order of the batches. */
  readonly applied: number;
  readonly isClosed: boolean;
}

/** What a batch was answered so far. */
export interface BatchAnswer {
  readonly asking: Asking;
  readonly decisions: readonly CuratorDecision[];
  /** The newest reply where it was not clear or was cut off, and what is wrong. */
  readonly refused: { readonly text: string; readonly faults: readonly string[] } | undefined;
}

/** The progress after one more step. */
export function advanceCuration(
  curation: OpenCuration | undefined,
  step: CurationStep,
): OpenCuration | undefined {
  switch (step.kind) {
    case 'curation-opened': {
      const { batches, isApart } = step;
      return { batches, isApart, answers: new Map(), applied: 0, isClosed: false };
    }
    case 'curation-reply':
      return curation && setAnswer(curation, step.batch, applyReply(curation.answers.get(step.batch), step));
    case 'decision-applied':
      return curation && { ...curation, applied: curation.applied + 1 };
    case 'curation-closed':
      return curation && { ...curation, isClosed: true };
  }
}

/** The batch stays as it is: nobody can be asked about it. */
export function skipBatch(curation: OpenCuration | undefined, batch: number): OpenCuration | undefined {
  if (curation === undefined) return undefined;
  const decisions = curation.answers.get(batch)?.decisions ?? [];
  const asking = { ...notAsked, isOver: true };
  return setAnswer(curation, batch, { asking, decisions, refused: undefined });
}

/** The first batch that is still to be asked about; undefined when all are answered. */
export function findOpenBatch({ batches, answers }: OpenCuration): number | undefined {
  const open = batches.findIndex((_, batch) => answers.get(batch)?.asking.isOver !== true);
  return open === -1 ? undefined : open;
}

/** The next entry whose lot is to be settled, and what was decided about it, if anything was. */
export function findNextLot(
  curation: OpenCuration,
): { readonly entryId: EntryId; readonly decision: CuratorDecision | undefined } | undefined {
  const entryId = curation.batches.flat()[curation.applied];
  if (entryId === undefined) return undefined;
  const decisions = [...curation.answers.values()].flatMap((answer) => answer.decisions);
  return { entryId, decision: decisions.find((decision) => decision.entryId === entryId) };
}

/** Decisions of a later reply stand before those of an earlier one, which they may mend. */
function applyReply(before: BatchAnswer | undefined, step: CurationReply): BatchAnswer {
  const { text, faults } = step;
  const known = new Set(step.decisions.map(({ entryId }) => entryId));
  const kept = before?.decisions.filter(({ entryId }) => !known.has(entryId)) ?? [];
  return {
    asking: advanceAsking(before?.asking ?? notAsked, computeStanding(before, step)),
    decisions: [...step.decisions, ...kept],
    refused: faults.length === 0 ? undefined : { text, faults },
  };
}

function computeStanding(
  before: BatchAnswer | undefined,
  { decisions, faults, record }: CurationReply,
): Standing {
  const decided = new Set(before?.decisions.map(({ entryId }) => entryId));
  const isNew = decisions.some(({ entryId }) => !decided.has(entryId));
  return findStanding({ isClear: faults.length === 0, isCut: record.finish === 'length', isNew });
}

function setAnswer(curation: OpenCuration, batch: number, answer: BatchAnswer): OpenCuration {
  return { ...curation, answers: new Map(curation.answers).set(batch, answer) };
}
