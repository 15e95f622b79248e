// Computes the progress of work in several steps within a scene: a curation, or a talk with the reader of an earlier moment.

import {
  type Asking,
  advanceAsking,
  findStanding,
  notAsked,
  type Standing,
} from '@terrarium/kernel/ask-and-judge';
import type { FinishReason, ModelUsage } from '@terrarium/kernel/language-model';
import type { Outcome } from '../curator/curation-store.ts';
import type { CuratorDecision } from '../curator/parse-decisions.ts';
import type { EntryId } from '../glossary/entry.ts';
import type { SummonId } from './summon-store.ts';

export type CurationStep =
  | CurationOpened
  | CurationReply
  | DecisionApplied
  | { readonly kind: 'curation-closed' };

/** The entries to decide about, in batches. */
export interface CurationOpened {
  readonly kind: 'curation-opened';
  readonly batches: readonly (readonly EntryId[])[];
  /** Whether the questions are asked outside of the window, because it has no room for them. */
  readonly isApart: boolean;
}

/** A curator's reply, and the decisions found in it. */
export interface CurationReply {
  readonly kind: 'curation-reply';
  readonly batch: number;
  readonly record: ReplyRecord;
  readonly text: string;
  readonly decisions: readonly CuratorDecision[];
  /** What is wrong with the reply, including what it leaves undecided. */
  readonly faults: readonly string[];
  /** Entries about which the curator was asked again; absent if the reply is older than this record. */
  readonly doubted?: readonly EntryId[] | undefined;
}

/**
 * The outcome for one entry: a decision that was carried out, or the reason why the entry stays tentative. The
 * revisions of the same step are the effects of the decision.
 */
export interface DecisionApplied {
  readonly kind: 'decision-applied';
  readonly entryId: EntryId;
  readonly outcome: Outcome;
}

/** A curation in progress: first, questions about all batches are asked; then decisions are carried out one by one. */
export interface OpenCuration {
  readonly batches: readonly (readonly EntryId[])[];
  readonly isApart: boolean;
  readonly answers: ReadonlyMap<number, BatchAnswer>;
  /** How many entries are finished, in the order of the batches. */
  readonly applied: number;
  readonly isClosed: boolean;
}

/** The answers about a batch so far. */
export interface BatchAnswer {
  readonly asking: Asking;
  readonly decisions: readonly CuratorDecision[];
  readonly doubted?: readonly EntryId[] | undefined;
  /** The newest reply, if it was unclear or cut off, and what is wrong with it. */
  readonly refused: { readonly text: string; readonly faults: readonly string[] } | undefined;
}

/** Returns the progress after one more step. */
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

/** Closes a batch without further decisions, because no question about it can be asked. */
export function skipBatch(curation: OpenCuration | undefined, batch: number): OpenCuration | undefined {
  if (curation === undefined) return undefined;
  const decisions = curation.answers.get(batch)?.decisions ?? [];
  const asking = { ...notAsked, isOver: true };
  return setAnswer(curation, batch, { asking, decisions, refused: undefined });
}

/** The first batch about which more questions are to be asked; undefined if there is none. */
export function findOpenBatch({ batches, answers }: OpenCuration): number | undefined {
  const open = batches.findIndex((_, batch) => answers.get(batch)?.asking.isOver !== true);
  return open === -1 ? undefined : open;
}

/** The next entry to be finished, and the decision about it, if there is one. */
export function findNextLot(
  curation: OpenCuration,
): { readonly entryId: EntryId; readonly decision: CuratorDecision | undefined } | undefined {
  const entryId = curation.batches.flat()[curation.applied];
  if (entryId === undefined) return undefined;
  const decisions = [...curation.answers.values()].flatMap((answer) => answer.decisions);
  return { entryId, decision: decisions.find((decision) => decision.entryId === entryId) };
}

/** Decisions in a later reply replace earlier decisions about the same entries. */
function applyReply(before: BatchAnswer | undefined, step: CurationReply): BatchAnswer {
  const { text, faults } = step;
  const known = new Set(step.decisions.map(({ entryId }) => entryId));
  const kept = before?.decisions.filter(({ entryId }) => !known.has(entryId)) ?? [];
  return {
    asking: advanceAsking(before?.asking ?? notAsked, computeStanding(before, step)),
    decisions: [...step.decisions, ...kept],
    doubted: step.doubted,
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

export interface ReplyRecord {
  readonly finish: FinishReason;
  readonly usage: ModelUsage;
  /** Estimated tokens of the request, before calibration. */
  readonly estimatedTokens: number;
  /** Seconds from request to reply. */
  readonly seconds: number;
  readonly model: string;
  /** Version of the prompt; absent if the reply is older than this record. */
  readonly promptVersion?: string | undefined;
}

/** Steps of a dialogue; the messages are stored in separate tables. */
export type SummonStep =
  | { readonly kind: 'summon-asked'; readonly summonId: SummonId; readonly snapshotId: number }
  | { readonly kind: 'summon-reply'; readonly record: ReplyRecord }
  /** The reader was shown what it had looked up. */
  | { readonly kind: 'summon-read' }
  /** The reader's window has no room for the question. */
  | { readonly kind: 'summon-failed' }
  | { readonly kind: 'summon-dismissed' };

/** The open dialogue; only one can be open at a time. */
export interface OpenSummon {
  readonly summonId: SummonId;
  readonly snapshotId: number;
  /** `resting`: the last question has been answered. */
  readonly phase: 'asking' | 'failed' | 'resting' | 'dismissed';
}

/** Returns the progress after one more step. */
export function advanceSummon(summon: OpenSummon | undefined, step: SummonStep): OpenSummon | undefined {
  switch (step.kind) {
    case 'summon-asked':
      return { summonId: step.summonId, snapshotId: step.snapshotId, phase: 'asking' };
    case 'summon-reply':
    case 'summon-read':
      return summon;
    case 'summon-failed':
      return summon && { ...summon, phase: 'failed' };
    case 'summon-dismissed':
      return summon && { ...summon, phase: 'dismissed' };
  }
}

/**
 * Returns the dialogue as it is once its call is answered, whether the call asked a question or dismissed the reader.
 */
export function markResting(summon: OpenSummon | undefined): OpenSummon | undefined {
  return summon === undefined || summon.phase === 'dismissed' ? undefined : { ...summon, phase: 'resting' };
}
