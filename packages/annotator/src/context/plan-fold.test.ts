// Proves how a fold is planned: the thresholds, which chunks and threads are folded first, and what stays.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ThreadId } from '../corpus/corpus.ts';
import { buildFoldLimits, scenesPerChunk } from './fold-limits.ts';
import type { SceneId, Sequence } from './message-log.ts';
import { type FoldInput, joinRanges, listCompleteChunks, planFold, type SceneGroup } from './plan-fold.ts';

const limits = buildFoldLimits(10_000, { soft: 0.6, compact: 0.8, emergency: 0.9, foldTarget: 0.4 });
const corpus = 'main';
const open = { corpus, threadId: 9 as ThreadId };

function buildGroups(sizes: readonly (readonly [thread: number, tokens: number])[]): SceneGroup[] {
  return sizes.map(([thread, tokens], index) => ({
    from: (index * 10 + 1) as Sequence,
    to: (index * 10 + 9) as Sequence,
    sceneId: index as SceneId,
    corpus,
    threadId: thread as ThreadId,
    sceneIndex: index,
    tokens,
  }));
}

function buildInput(groups: readonly SceneGroup[], rest: Partial<FoldInput> = {}): FoldInput {
  const promptTokens = groups.reduce((sum, group) => sum + group.tokens, 0) + 500;
  return { groups, openThread: open, chunks: [], cumulativeTokens: 0, promptTokens, limits, ...rest };
}

describe('planning a fold', () => {
  it('CP2: folds the oldest complete chunks of the open thread and keeps the two newest', () => {
    const plan = planFold(
      buildInput(
        buildGroups([
          [9, 2000],
          [9, 2000],
          [9, 2000],
          [9, 2000],
          [9, 600],
        ]),
      ),
    );
    expect(plan.chunks.map((chunk) => chunk.groups[0]?.sceneIndex)).toEqual([0, 1]);
    expect(plan.cumulative).toBeUndefined();
  });

  it('CP2: the two newest chunks are folded too, down to the target, if the soft threshold cannot be met otherwise', () => {
    const groups = buildGroups([
      [9, 2000],
      [9, 2900],
      [9, 2900],
    ]);
    const plan = planFold(buildInput(groups, { promptTokens: 9_500 }));
    expect(plan.chunks.map((chunk) => chunk.chunkIndex)).toEqual([0, 1, 2]);
  });

  it('CP2: a chunk is ten scenes or a fifth of the budget, whichever is smaller', () => {
    const small = listCompleteChunks(buildGroups(Array.from({ length: 25 }, () => [9, 10] as const)), limits);
    expect(small.map((chunk) => chunk.length)).toEqual([scenesPerChunk, scenesPerChunk]);
    const large = listCompleteChunks(
      buildGroups([
        [9, 1500],
        [9, 1500],
        [9, 2500],
      ]),
      limits,
    );
    expect(large.map((chunk) => chunk.length)).toEqual([2, 1]);
  });

  it('CP3: folds many completed threads at once, oldest first, and stops at the target', () => {
    const groups = buildGroups(Array.from({ length: 500 }, (_, index) => [index + 10, 17] as const));
    const plan = planFold(buildInput(groups));
    const ids = (plan.cumulative?.threads ?? []).map((thread) => thread.threadId);
    expect(ids.length).toBeGreaterThan(200);
    expect(ids).toEqual(ids.toSorted((one, other) => one - other));
    expect(ids).not.toContain(509);
    const left = 9_000 - (plan.cumulative?.tokens ?? 0) + limits.cumulativeSummary;
    expect(left).toBeGreaterThan(limits.target - 100);
  });

  it('CP3: the newest completed thread is folded only if the target cannot be met otherwise', () => {
    const two = planFold(
      buildInput(
        buildGroups([
          [1, 5500],
          [2, 2500],
        ]),
      ),
    );
    expect(two.cumulative?.threads).toEqual([{ corpus, threadId: 1 }]);
    const large = planFold(
      buildInput(
        buildGroups([
          [1, 2000],
          [2, 6500],
        ]),
      ),
    );
    expect(large.cumulative?.threads.map((thread) => thread.threadId)).toEqual([1, 2]);
  });

  it('CP3: a completed thread is folded together with its chunk summaries', () => {
    const chunks = [{ corpus, threadId: 1 as ThreadId, chunkIndex: 0, tokens: 300 }];
    const plan = planFold(
      buildInput(
        buildGroups([
          [1, 4000],
          [9, 4000],
        ]),
        { chunks },
      ),
    );
    expect(plan.cumulative?.absorbed).toEqual(chunks);
  });

  it('CP8: the oldest chunk summaries of a long open thread are absorbed when all of them outgrow their room', () => {
    const chunks = Array.from({ length: 8 }, (_, index) => ({ ...open, chunkIndex: index, tokens: 300 }));
    const plan = planFold(
      buildInput(
        buildGroups([
          [9, 2500],
          [9, 2500],
          [9, 2500],
        ]),
        { chunks },
      ),
    );
    expect(plan.cumulative?.absorbed.map((chunk) => chunk.chunkIndex)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(plan.chunks[0]?.chunkIndex).toBe(8);
  });

  it('CP1: plans nothing that is not in the window, and nothing twice', () => {
    const group = fc.tuple(fc.integer({ min: 5, max: 9 }), fc.integer({ min: 1, max: 3000 }));
    fc.assert(
      fc.property(fc.array(group, { maxLength: 40 }), (sizes) => {
        const groups = buildGroups(sizes.toSorted(([one], [other]) => one - other));
        const plan = planFold(buildInput(groups));
        const folded = [...plan.chunks.flatMap((chunk) => chunk.groups), ...(plan.cumulative?.groups ?? [])];
        const known = new Set(groups.map((one) => one.from));
        expect(new Set(folded.map((one) => one.from)).size).toBe(folded.length);
        for (const one of folded) expect(known.has(one.from)).toBe(true);
        for (const chunk of plan.chunks) expect(chunk.threadId).toBe(open.threadId);
        for (const thread of plan.cumulative?.threads ?? []) expect(thread.threadId).not.toBe(open.threadId);
      }),
    );
  });

  it('joins neighbouring ranges and no others', () => {
    const range = (from: number, to: number) => ({ from: from as Sequence, to: to as Sequence });
    expect(joinRanges([range(1, 2), range(3, 5), range(7, 9)])).toEqual([range(1, 5), range(7, 9)]);
  });
});
