// Declares the steps of a run as they are recorded, and computes from them the progress of a scene.

import type { Branded } from '@terrarium/kernel/environment';
import type { ToolCall } from '@terrarium/kernel/language-model';
import type { FoldPlan } from '../context/plan-fold.ts';
import type { PostId } from '../corpus/corpus.ts';
import { applyAnswer, buildOpenReply, type CallAnswered, type OpenReply, type Reply } from './open-reply.ts';
import {
  advanceCuration,
  advanceSummon,
  type CurationStep,
  markResting,
  type OpenCuration,
  type OpenSummon,
  type ReplyRecord,
  type SummonStep,
  skipBatch,
} from './progress.ts';

export type StepId = Branded<number, 'StepId'>;

/**
 * What a request is for: reading a scene, recording what a fold is about to remove from the prompt, writing a summary
 * for a fold, deciding about a batch of entries, or asking the reader of an earlier bookmark.
 */
export type Purpose =
  | { readonly for: 'scene' }
  | { readonly for: 'record' }
  | { readonly for: 'summary'; readonly target: SummaryTarget }
  | { readonly for: 'curation'; readonly batch: number }
  | { readonly for: 'summon' };

/** Which summary is meant: that of a chunk, by its index in the fold's plan, or the cumulative one. */
export type SummaryTarget = number | 'cumulative';

export type StepBody =
  | FoldOpened
  | Reply
  | UpdatesParsed
  | UnusableReply
  | SummaryReply
  | Overflow
  | CallAnswered
  | SceneClosed
  | { readonly kind: 'record-closed' }
  /** The server accepts no tools: from here on, the model is asked for tagged updates. */
  | { readonly kind: 'tools-refused' }
  | ToolsUnused
  /** A person changed the notes or the set of tools: from here on, the window begins with the new ones. */
  | { readonly kind: 'preamble-changed' }
  /**
   * The model is asked once more: it answered in prose, a word is on hold, parts of a call were refused, or names of
   * the scene have no entry.
   */
  | { readonly kind: 'asked-again' }
  /**
   * The scene's calls and their answers were removed from the window for lack of room; a note says what they recorded.
   */
  | { readonly kind: 'rounds-removed' }
  | { readonly kind: 'fold-applied' }
  /** The fold would not have made the prompt shorter, so nothing was folded. */
  | { readonly kind: 'fold-dropped' }
  | SceneOpened
  | CurationStep
  | SummonStep
  | { readonly kind: 'checkpointed' };

/** The model called none of the tools that it was offered: from here on, it is asked for tagged updates. */
export interface ToolsUnused {
  readonly kind: 'tools-unused';
  readonly model: string;
}

export interface SceneOpened {
  readonly kind: 'scene-opened';
  /**
   * The posts that were shown, if they are not the scene's own: posts that are now in the scene's place, or that were
   * inserted before it.
   */
  readonly posts?: readonly PostId[];
  /** The newest record of words on hold before the scene; absent in steps written by older versions. */
  readonly heldBefore?: number;
}

/** A fold was begun; its plan says what is folded. */
export interface FoldOpened {
  readonly kind: 'fold-opened';
  readonly plan: FoldPlan;
  /** Whether the model is first asked to record what the fold is about to remove. */
  readonly asksToRecord: boolean;
  /** Whether the window is too long to ask the model. If so, summaries are extracted from the text. */
  readonly isForced: boolean;
  readonly tokensBefore: number;
}

/** The updates found in a text reply. */
export interface UpdatesParsed {
  readonly kind: 'updates-parsed';
  readonly calls: readonly ToolCall[];
  /** One warning for each part that was malformed and therefore skipped. */
  readonly warnings: readonly string[];
}

/** An unusable reply: kept in the journal, not logged as a message, and asked for again while attempts are left. */
export interface UnusableReply {
  readonly kind: 'unusable-reply';
  readonly purpose: 'scene' | 'record';
  readonly record: ReplyRecord;
  readonly text: string;
  readonly reason: string;
}

/** A summary in the model's own words, and whether it was accepted. */
export interface SummaryReply {
  readonly kind: 'summary-reply';
  readonly target: SummaryTarget;
  readonly record: ReplyRecord;
  /** The summary alone, without any text around it. */
  readonly text: string;
  readonly isAccepted: boolean;
  /** Why the summary was not accepted; absent in steps written by older versions. */
  readonly fault?: SummaryFault;
}

/**
 * What is wrong with a summary: it is empty, is only a call, was cut off, is not shorter than the text, or contains
 * words that were not read.
 */
export interface SummaryFault {
  readonly is: 'empty' | 'call' | 'cut' | 'long' | 'unread';
  /** Words in the summary that do not occur in anything read so far. */
  readonly words: readonly string[];
}

/** The server reported that the prompt is longer than its window. */
export interface Overflow {
  readonly kind: 'overflow';
  readonly purpose: Purpose;
  readonly estimatedTokens: number;
  /** How many tokens the prompt was allowed to have. */
  readonly budget: number;
}

export interface SceneClosed {
  readonly kind: 'scene-closed';
  readonly status: 'committed' | 'skipped';
  readonly reason: string;
}

export interface OpenFold {
  readonly plan: FoldPlan;
  readonly isForced: boolean;
  readonly isRecorded: boolean;
  /** How many usable replies there were to the request to record what the fold removes. */
  readonly recordRounds: number;
  readonly summaries: ReadonlyMap<SummaryTarget, SummaryState>;
}

/** The accepted text of a summary, and how often it was rejected. */
export interface SummaryState {
  readonly text: string | undefined;
  readonly rejected: number;
  /** What was wrong with the last rejected summary. */
  readonly fault?: SummaryFault | undefined;
}

/** How far the work on a scene has come; a pure function of its steps. */
export interface SceneProgress {
  readonly fold: OpenFold | undefined;
  readonly foldsApplied: number;
  readonly isOpened: boolean;
  readonly reply: OpenReply | undefined;
  /** Digests of the calls in the previous round. */
  readonly formerDigests: readonly string[];
  /** How many usable replies to the scene there were so far. */
  readonly rounds: number;
  /** Whether, since the scene was shown, the model made a call that writes and could be understood. */
  readonly hasWritten: boolean;
  readonly isAskedAgain: boolean;
  readonly unusable: number;
  readonly lastUnusable: string;
  readonly overflows: number;
  /** Whether the server refused the prompt as too long, and neither folding nor removing calls has followed. */
  readonly mustShrink: boolean;
  readonly closed: 'committed' | 'skipped' | undefined;
  /** The curation at the end of the scene's thread; undefined before it is opened. */
  readonly curation: OpenCuration | undefined;
  readonly isCheckpointed: boolean;
  /** The scene's open dialogue with an earlier reader. */
  readonly summon: OpenSummon | undefined;
}

export const untouchedScene: SceneProgress = {
  fold: undefined,
  foldsApplied: 0,
  isOpened: false,
  reply: undefined,
  formerDigests: [],
  rounds: 0,
  hasWritten: false,
  isAskedAgain: false,
  unusable: 0,
  lastUnusable: '',
  overflows: 0,
  mustShrink: false,
  closed: undefined,
  curation: undefined,
  isCheckpointed: false,
  summon: undefined,
};

/** The progress after one more step. */
export function advance(progress: SceneProgress, step: StepBody): SceneProgress {
  switch (step.kind) {
    case 'fold-opened':
      return { ...progress, fold: buildOpenFold(step), reply: undefined };
    case 'record-closed':
      return {
        ...progress,
        fold: markRecorded(progress.fold),
        reply: undefined,
        unusable: 0,
        isAskedAgain: false,
      };
    case 'fold-applied':
    case 'fold-dropped':
      return { ...progress, fold: undefined, foldsApplied: progress.foldsApplied + 1, mustShrink: false };
    case 'scene-opened':
      return { ...progress, isOpened: true, reply: undefined, unusable: 0, hasWritten: false };
    case 'tools-refused':
    case 'preamble-changed':
      return progress;
    case 'tools-unused':
      return { ...progress, isAskedAgain: false };
    case 'asked-again':
      return { ...progress, isAskedAgain: true, reply: undefined };
    case 'rounds-removed':
      return { ...progress, reply: undefined, mustShrink: false };
    case 'reply':
      return applyReply(progress, step);
    case 'updates-parsed':
      return {
        ...progress,
        reply: progress.reply && { ...progress.reply, calls: step.calls },
      };
    case 'unusable-reply':
      return { ...progress, unusable: progress.unusable + 1, lastUnusable: step.reason };
    case 'summary-reply':
      return applySummary(progress, step);
    case 'call-answered':
      return {
        ...progress,
        reply: progress.reply && applyAnswer(progress.reply, step),
        hasWritten: progress.hasWritten || (step.isWrite && step.isGarbled !== true),
        summon: markResting(progress.summon),
      };
    case 'summon-asked':
    case 'summon-reply':
    case 'summon-read':
    case 'summon-failed':
    case 'summon-dismissed':
      return { ...progress, summon: advanceSummon(progress.summon, step) };
    case 'curation-opened':
    case 'curation-reply':
    case 'decision-applied':
    case 'curation-closed':
      return { ...progress, curation: advanceCuration(progress.curation, step) };
    case 'overflow':
      return applyOverflow(progress, step);
    case 'scene-closed':
      return { ...progress, closed: step.status };
    case 'checkpointed':
      return { ...progress, isCheckpointed: true };
  }
}

/**
 * A question of a curation may be too long although the reading's prompt was not. Its batch is then skipped, and
 * nothing is folded.
 */
function applyOverflow(progress: SceneProgress, step: Overflow): SceneProgress {
  if (step.purpose.for === 'summon') {
    return { ...progress, summon: advanceSummon(progress.summon, { kind: 'summon-failed' }) };
  }
  if (step.purpose.for === 'curation') {
    return { ...progress, curation: skipBatch(progress.curation, step.purpose.batch) };
  }
  return {
    ...progress,
    fold: markForced(progress.fold),
    overflows: progress.overflows + 1,
    mustShrink: true,
  };
}

function buildOpenFold(step: FoldOpened): OpenFold {
  const { plan, isForced } = step;
  return { plan, isForced, isRecorded: !step.asksToRecord, recordRounds: 0, summaries: new Map() };
}

/** If the prompt is too long to ask for summaries, the fold uses summaries that are extracted from the text. */
function markForced(fold: OpenFold | undefined): OpenFold | undefined {
  return fold === undefined ? undefined : { ...fold, isForced: true };
}

function markRecorded(fold: OpenFold | undefined): OpenFold | undefined {
  return fold === undefined ? undefined : { ...fold, isRecorded: true };
}

function applyReply(progress: SceneProgress, step: Reply): SceneProgress {
  const reply = buildOpenReply(step);
  const isOfScene = step.purpose === 'scene';
  return {
    ...progress,
    reply,
    fold: isOfScene ? progress.fold : countRecordRound(progress.fold),
    formerDigests: progress.reply?.digests ?? [],
    rounds: isOfScene ? progress.rounds + 1 : progress.rounds,
    unusable: 0,
  };
}

function countRecordRound(fold: OpenFold | undefined): OpenFold | undefined {
  return fold === undefined ? undefined : { ...fold, recordRounds: fold.recordRounds + 1 };
}

function applySummary(progress: SceneProgress, step: SummaryReply): SceneProgress {
  if (progress.fold === undefined) return progress;
  const summaries = new Map(progress.fold.summaries);
  const rejected = summaries.get(step.target)?.rejected ?? 0;
  const text = step.isAccepted ? step.text : undefined;
  summaries.set(step.target, {
    text,
    rejected: step.isAccepted ? rejected : rejected + 1,
    fault: step.fault,
  });
  return { ...progress, fold: { ...progress.fold, summaries } };
}
