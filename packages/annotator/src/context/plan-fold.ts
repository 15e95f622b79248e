// Plans a fold: chooses all chunks and threads to summarise before the first summary is asked for.

import { isSameThread, nameThread, type ThreadRef } from '../corpus/corpus.ts';
import { type FoldLimits, scenesPerChunk } from './fold-limits.ts';
import type { LoggedMessage, SceneId, Sequence, SequenceRange } from './message-log.ts';

/** The messages of one scene, which are folded together. */
export interface SceneGroup extends SequenceRange, ThreadRef {
  readonly sceneId: SceneId;
  readonly sceneIndex: number;
  readonly tokens: number;
}

/** Consecutive messages of one scene, in the order of the log. */
export function groupByScene(live: readonly LoggedMessage[]): readonly SceneGroup[] {
  const groups: SceneGroup[] = [];
  for (const logged of live) {
    const last = groups.at(-1);
    if (last?.sceneId === logged.sceneId) {
      groups[groups.length - 1] = { ...last, to: logged.sequence, tokens: last.tokens + logged.tokens };
    } else {
      const { sequence, sceneId, corpus, threadId, sceneIndex, tokens } = logged;
      groups.push({ from: sequence, to: sequence, sceneId, corpus, threadId, sceneIndex, tokens });
    }
  }
  return groups;
}

/** The complete chunks among the groups of one thread, oldest first. */
export function listCompleteChunks(
  groups: readonly SceneGroup[],
  limits: Pick<FoldLimits, 'chunk'>,
): readonly (readonly SceneGroup[])[] {
  const chunks: SceneGroup[][] = [];
  let open: SceneGroup[] = [];
  let tokens = 0;
  for (const group of groups) {
    open.push(group);
    tokens += group.tokens;
    if (open.length < scenesPerChunk && tokens < limits.chunk) continue;
    chunks.push(open);
    open = [];
    tokens = 0;
  }
  return chunks;
}

/** The groups as ranges; neighbouring groups are joined into one range. */
export function joinRanges(groups: readonly SequenceRange[]): readonly SequenceRange[] {
  const ranges: SequenceRange[] = [];
  for (const { from, to } of groups) {
    const last = ranges.at(-1);
    if (last !== undefined && from <= last.to + 1) {
      ranges[ranges.length - 1] = { from: last.from, to: chooseLaterSequence(last.to, to) };
    } else {
      ranges.push({ from, to });
    }
  }
  return ranges;
}

function chooseLaterSequence(one: Sequence, other: Sequence): Sequence {
  return one > other ? one : other;
}

/** A chunk summary that is already in the front of the window, and its size. */
export interface StandingChunk extends ThreadRef {
  readonly chunkIndex: number;
  readonly tokens: number;
}

/** What the window holds, in calibrated tokens. */
export interface FoldInput {
  readonly groups: readonly SceneGroup[];
  /** The thread being read: it is folded in chunks, every other thread as a whole. */
  readonly openThread: ThreadRef;
  readonly chunks: readonly StandingChunk[];
  readonly cumulativeTokens: number;
  /** Tokens of the whole prompt, including what is about to be appended. */
  readonly promptTokens: number;
  readonly limits: FoldLimits;
}

export interface ChunkTarget extends ThreadRef {
  readonly chunkIndex: number;
  readonly groups: readonly SceneGroup[];
  readonly tokens: number;
}

/** Threads and older chunk summaries that go into the cumulative summary together. */
export interface CumulativeTarget {
  readonly threads: readonly ThreadRef[];
  readonly groups: readonly SceneGroup[];
  readonly absorbed: readonly StandingChunk[];
  readonly tokens: number;
}

export interface FoldPlan {
  readonly chunks: readonly ChunkTarget[];
  readonly cumulative: CumulativeTarget | undefined;
}

/** This many of the newest completed chunks of the open thread are folded only after everything else. */
const newestChunksKept = 2;
const newestThreadsKept = 1;

/**
 * What to fold to bring the prompt down to the target. If there is nothing to summarise, `chunks` is empty and
 * `cumulative` undefined.
 */
export function planFold(input: FoldInput): FoldPlan {
  const selection = new Selection(input);
  const chunks = listChunks(input);
  const threads = listCompletedThreads(input);
  selection.addChunks(chunks.slice(0, -newestChunksKept), input.limits.target);
  selection.addThreads(threads.slice(0, -newestThreadsKept), input.limits.target);
  selection.addThreads(threads.slice(-newestThreadsKept), input.limits.target);
  selection.addNewestChunks(chunks.slice(-newestChunksKept));
  selection.mergeChunks();
  return selection.buildPlan();
}

/** What has been chosen so far, and how many tokens the prompt would have if the chosen parts were folded. */
class Selection {
  private readonly input: FoldInput;
  private readonly chunks: ChunkTarget[] = [];
  private readonly threads: CompletedThread[] = [];
  private readonly absorbed: StandingChunk[] = [];
  private expected: number;

  constructor(input: FoldInput) {
    this.input = input;
    this.expected = input.promptTokens;
  }

  addChunks(candidates: readonly ChunkTarget[], goal: number): void {
    for (const chunk of candidates) {
      if (this.expected <= goal) return;
      this.chunks.push(chunk);
      this.expected -= chunk.tokens - Math.min(chunk.tokens, this.input.limits.chunkSummary);
    }
  }

  /**
   * If the newest chunks have to be folded, as many are folded as the target requires. If only one were folded, the
   * next fold would soon be needed.
   */
  addNewestChunks(candidates: readonly ChunkTarget[]): void {
    const { soft, target } = this.input.limits;
    if (this.expected > soft) this.addChunks(candidates, target);
  }

  addThreads(candidates: readonly CompletedThread[], goal: number): void {
    for (const thread of candidates) {
      if (this.expected <= goal) return;
      if (this.threads.length === 0) this.expected += this.estimateGrowth(thread.tokens);
      this.threads.push(thread);
      this.expected -= thread.tokens;
    }
  }

  /** Keeps the chunk summaries of a long thread from filling the window: the oldest go into the cumulative summary. */
  mergeChunks(): void {
    const { limits, openThread } = this.input;
    const standing = this.input.chunks.filter((chunk) => isSameThread(chunk, openThread));
    let room = limits.allChunkSummaries - this.chunks.length * limits.chunkSummary;
    for (const chunk of standing) room -= chunk.tokens;
    for (const chunk of standing) {
      if (room >= 0) return;
      this.absorbed.push(chunk);
      room += chunk.tokens;
    }
  }

  buildPlan(): FoldPlan {
    const absorbed = [...this.threads.flatMap((thread) => thread.chunks), ...this.absorbed];
    const groups = this.threads.flatMap((thread) => thread.groups);
    if (absorbed.length === 0 && groups.length === 0) return { chunks: this.chunks, cumulative: undefined };
    const tokens = sumTokens(groups) + sumTokens(absorbed);
    const threads = this.threads.map(({ corpus, threadId }) => ({ corpus, threadId }));
    return { chunks: this.chunks, cumulative: { threads, groups, absorbed, tokens } };
  }

  private estimateGrowth(tokens: number): number {
    const room = this.input.limits.cumulativeSummary - this.input.cumulativeTokens;
    return Math.max(0, Math.min(room, tokens));
  }
}

interface CompletedThread extends ThreadRef {
  readonly groups: readonly SceneGroup[];
  readonly chunks: readonly StandingChunk[];
  readonly tokens: number;
}

function listChunks(input: FoldInput): readonly ChunkTarget[] {
  const { openThread, limits } = input;
  const groups = input.groups.filter((group) => isSameThread(group, openThread));
  const standing = input.chunks.filter((chunk) => isSameThread(chunk, openThread));
  const firstIndex = (standing.at(-1)?.chunkIndex ?? -1) + 1;
  return listCompleteChunks(groups, limits).map((chunk, offset) => ({
    corpus: openThread.corpus,
    threadId: openThread.threadId,
    chunkIndex: firstIndex + offset,
    groups: chunk,
    tokens: sumTokens(chunk),
  }));
}

function listCompletedThreads(input: FoldInput): readonly CompletedThread[] {
  const threads = new Map<string, { ref: ThreadRef; groups: SceneGroup[]; chunks: StandingChunk[] }>();
  const collect = (ref: ThreadRef) => {
    const known = threads.get(nameThread(ref)) ?? { ref, groups: [], chunks: [] };
    threads.set(nameThread(ref), known);
    return known;
  };
  const isComplete = (ref: ThreadRef) => !isSameThread(ref, input.openThread);
  for (const chunk of input.chunks.filter(isComplete)) collect(chunk).chunks.push(chunk);
  for (const group of input.groups.filter(isComplete)) collect(group).groups.push(group);
  return [...threads.values()].map(({ ref, groups, chunks }) => ({
    corpus: ref.corpus,
    threadId: ref.threadId,
    groups,
    chunks,
    tokens: sumTokens(groups) + sumTokens(chunks),
  }));
}

function sumTokens(things: readonly { readonly tokens: number }[]): number {
  return things.reduce((sum, thing) => sum + thing.tokens, 0);
}
