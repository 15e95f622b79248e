// Tests of applying a fold: what the next window shows, and what stays as it was.

import { describe, expect, it } from 'vitest';
import type { ThreadId } from '../corpus/corpus.ts';
import { applyFold, type FoldOutcome } from './apply-fold.ts';
import type {
  ChunkSummary,
  CumulativeSummary,
  FoldId,
  FoldRecord,
  SceneId,
  Sequence,
} from './message-log.ts';
import type { FoldPlan, SceneGroup } from './plan-fold.ts';

const corpus = 'main';

function buildChunk(threadId: number, chunkIndex: number, inCorpus = corpus): ChunkSummary {
  const place = { corpus: inCorpus, threadId: threadId as ThreadId, chunkIndex };
  const text = `Chunk ${chunkIndex} of thread ${threadId}.`;
  return { id: undefined, ...place, firstScene: 0, lastScene: 9, entryIds: [], origin: 'model', text };
}

function buildCumulative(text: string): CumulativeSummary {
  return { id: undefined, through: undefined, entryIds: [], origin: 'model', text };
}

/** Scene `number` with messages `10 * number + 1` to `10 * number + 5`. */
function buildGroup(number: number, threadId: number): SceneGroup {
  return {
    from: (10 * number + 1) as Sequence,
    to: (10 * number + 5) as Sequence,
    sceneId: number as SceneId,
    corpus,
    threadId: threadId as ThreadId,
    sceneIndex: number,
    tokens: 100,
  };
}

const former: FoldRecord = {
  id: 1 as FoldId,
  afterSequence: 5 as Sequence,
  kept: [],
  preamble: { version: 'v1', instructions: 'Read.', tools: [] },
  cumulative: buildCumulative('So far.'),
  chunks: [buildChunk(1, 0), buildChunk(1, 1), buildChunk(2, 0), buildChunk(1, 0, 'other')],
  scenesTrimmed: 3,
  reasoningTrimmedThrough: 4 as Sequence,
  repliesCutThrough: 2 as Sequence,
};
const groups = [1, 2, 3, 4].map((number) => buildGroup(number, number < 3 ? 1 : 2));
const live = { groups, newest: 48 as Sequence };
const nothing: FoldPlan = { chunks: [], cumulative: undefined };

function fold(outcome: Partial<FoldOutcome>) {
  return applyFold(former, live, { plan: nothing, chunkSummaries: [], cumulative: undefined, ...outcome });
}

describe('applyFold', () => {
  it('CP3: only chunk summaries that were absorbed leave the window, even if another thread has the same index', () => {
    const cumulative = { threads: [], groups: [], absorbed: [{ ...buildChunk(1, 0), tokens: 9 }], tokens: 9 };
    const { chunks } = fold({ plan: { ...nothing, cumulative }, cumulative: buildCumulative('Since then.') });
    expect(chunks).toEqual([buildChunk(1, 1), buildChunk(2, 0), buildChunk(1, 0, 'other')]);
  });

  it('CP8: several absorbed summaries leave at once', () => {
    const absorbed = former.chunks.slice(0, 2).map((chunk) => ({ ...chunk, tokens: 9 }));
    const cumulative = { threads: [], groups: [], absorbed, tokens: 18 };
    expect(fold({ plan: { ...nothing, cumulative } }).chunks).toEqual(former.chunks.slice(2));
  });

  it('CP2: the scenes of a folded chunk leave the window, the others stay, and its summary comes last', () => {
    const [first, second] = groups;
    const chunk = { corpus, threadId: 1 as ThreadId, chunkIndex: 2, groups: [first, second], tokens: 200 };
    const plan = { ...nothing, chunks: [chunk] } as FoldPlan;
    const next = fold({ plan, chunkSummaries: [buildChunk(1, 2)] });
    expect(next.kept).toEqual([
      { from: 31, to: 35 },
      { from: 41, to: 45 },
    ]);
    expect(next.chunks).toEqual([...former.chunks, buildChunk(1, 2)]);
  });

  it('CP3: the scenes of a thread that went into the cumulative summary leave the window', () => {
    const cumulative = { threads: [], groups: groups.slice(2), absorbed: [], tokens: 200 };
    const next = fold({ plan: { ...nothing, cumulative }, cumulative: buildCumulative('Since then.') });
    expect(next.kept.map(({ from }) => from)).toEqual([11, 21]);
    expect(next.cumulative?.text).toBe('Since then.');
  });

  it('CP6: the turn that asks what to record belongs to no scene that stays, so it is folded too', () => {
    const next = fold({});
    expect(next.afterSequence).toBe(48);
    expect(next.kept.at(-1)?.to).toBe(45);
  });

  it('CP7: if the fold brings no new summary, the present one stays; what was trimmed stays trimmed', () => {
    const { id, afterSequence, kept, ...standing } = former;
    expect(fold({})).toMatchObject(standing);
  });
});
