// Tests of the emergency trim: when it begins, what it spares and where it stops.

import type { Message } from '@terrarium/kernel/language-model';
import { describe, expect, it } from 'vitest';
import type { ThreadId } from '../corpus/corpus.ts';
import { type DraftFold, trimWindow } from './apply-fold.ts';
import type { LoggedMessage, SceneId, Sequence } from './message-log.ts';

/** Scenes of three messages: posts, a reply and a closing reply. */
function buildScenes(count: number): LoggedMessage[] {
  const turns: Message[] = [
    { role: 'user', content: 'The posts.' },
    { role: 'assistant', content: 'A long reply.', reasoning: 'A long thought.' },
    { role: 'assistant', content: 'Done.' },
  ];
  return Array.from({ length: count }, (_, scene) =>
    turns.map((message, turn) => ({
      sequence: (3 * scene + turn + 1) as Sequence,
      sceneId: scene as SceneId,
      corpus: 'main',
      threadId: 1 as ThreadId,
      sceneIndex: scene,
      message,
      tokens: 100,
      shown: [],
    })),
  ).flat();
}

const live = buildScenes(10);
const draft: DraftFold = {
  afterSequence: 30 as Sequence,
  kept: [{ from: 1 as Sequence, to: 30 as Sequence }],
  preamble: { version: 'v1', instructions: 'Read.', tools: [] },
  cumulative: undefined,
  chunks: [],
  scenesTrimmed: 2,
  reasoningTrimmedThrough: 0 as Sequence,
  repliesCutThrough: 0 as Sequence,
};

interface Weights {
  readonly reasoning?: number;
  readonly replies?: number;
  readonly message?: number;
}

/** Each kept message has `message` tokens; each message that a tier reaches saves `reasoning` or `replies` tokens. */
function weighBy({ reasoning = 0, replies = 0, message = 100 }: Weights) {
  return (trimmed: DraftFold) => {
    const kept = trimmed.kept.reduce((sum, range) => sum + range.to - range.from + 1, 0);
    const saved = reasoning * trimmed.reasoningTrimmedThrough + replies * trimmed.repliesCutThrough;
    return message * kept - saved;
  };
}

describe('trimWindow', () => {
  it('CP4: trims nothing below the emergency threshold, and begins at it', () => {
    const weigh = weighBy({ reasoning: 1 });
    expect(trimWindow(draft, { live, estimate: weigh, emergency: 3001, target: 100 })).toEqual({
      draft,
      tiers: [],
    });
    expect(trimWindow(draft, { live, estimate: weigh, emergency: 3000, target: 100 }).tiers).toEqual([3]);
  });

  it('CP4: a tier that frees nothing is skipped, and the next one is used', () => {
    const { draft: trimmed, tiers } = trimWindow(draft, {
      live,
      estimate: weighBy({ replies: 10 }),
      emergency: 3000,
      target: 100,
    });
    expect(tiers).toEqual([4]);
    expect(trimmed.reasoningTrimmedThrough).toBe(0);
  });

  it('CP4: the newest four replies keep their reasoning and the newest eight their text, posts not counted', () => {
    const weigh = weighBy({ reasoning: 1, replies: 1 });
    const { draft: trimmed } = trimWindow(draft, { live, estimate: weigh, emergency: 2000, target: 3000 });
    const after = (watermark: number) =>
      live.filter(({ message, sequence }) => message.role === 'assistant' && sequence > watermark).length;
    expect(trimmed.reasoningTrimmedThrough).toBe(24);
    expect(after(trimmed.reasoningTrimmedThrough)).toBe(4);
    expect(trimmed.repliesCutThrough).toBe(18);
    expect(after(trimmed.repliesCutThrough)).toBe(8);
  });

  it('CP4: if the window has few replies, none of them is trimmed; what was trimmed before stays trimmed', () => {
    const weigh = weighBy({ reasoning: 1, replies: 1 });
    const few = trimWindow(draft, { live: buildScenes(2), estimate: weigh, emergency: 0, target: 9999 });
    expect(few).toEqual({ draft, tiers: [] });
    const further = { ...draft, reasoningTrimmedThrough: 27 as Sequence, repliesCutThrough: 26 as Sequence };
    const again = trimWindow(further, {
      live,
      estimate: weighBy({ reasoning: -1, replies: -1 }),
      emergency: 0,
      target: 9999,
    });
    expect(again).toEqual({ draft: further, tiers: [] });
  });

  it('CP4: as a last resort the oldest scenes go, no more than needed, and are counted with those that went before', () => {
    const { draft: trimmed, tiers } = trimWindow(draft, {
      live,
      estimate: weighBy({}),
      emergency: 3000,
      target: 2100,
    });
    expect(tiers).toEqual([5]);
    expect(trimmed.kept).toEqual([{ from: 10, to: 30 }]);
    expect(trimmed.scenesTrimmed).toBe(5);
  });

  it('CP4: the newest scene stays, however large it is', () => {
    const { draft: trimmed } = trimWindow(draft, { live, estimate: weighBy({}), emergency: 1, target: 1 });
    expect(trimmed.kept).toEqual([{ from: 28, to: 30 }]);
    expect(trimmed.scenesTrimmed).toBe(11);
  });
});
