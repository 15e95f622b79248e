// Tests which scenes count as read with a cut prompt: those whose prompts exceeded the window, and no others.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConversationId, SceneId } from '../context/message-log.ts';
import type { CountedReply } from './journal-store.ts';
import { collectCutScenes } from './read-cut-scenes.ts';

interface Read {
  readonly sent: number;
  readonly counted: number | undefined;
}

/** Builds a scene with one reply for each read. Reads from the index `secondRunFrom` on belong to a second run. */
function build(reads: readonly Read[], options: { readonly secondRunFrom?: number } = {}) {
  const { secondRunFrom = reads.length } = options;
  const steps = reads.flatMap(({ sent, counted }, at): CountedReply[] => {
    const place = { conversationId: 1 as ConversationId, sceneId: (at + 1) as SceneId };
    const common = { ...place, at: at < secondRunFrom ? '2026-01-01' : '2026-01-03', model: 'openai:story' };
    return [
      { ...common, id: at * 2 + 1, countedTokens: counted, sentTokens: sent, closed: undefined },
      { ...common, id: at * 2 + 2, countedTokens: undefined, sentTokens: undefined, closed: 'committed' },
    ];
  });
  const run = { updatedAt: '', endedAt: '', outcome: '', model: '', promptVersion: '', contextBudget: 0 };
  return {
    iterateReplies: function* () {
      yield* steps;
    },
    readRuns: () => ['2026-01-01', '2026-01-02'].map((startedAt) => ({ ...run, startedAt })),
  };
}

const find = (reads: readonly Read[], options?: Parameters<typeof build>[1]) =>
  collectCutScenes(build(reads, options)).map(({ sceneId }) => Number(sceneId));

const anySizes = fc.array(fc.noBias(fc.integer({ min: 1_600, max: 30_000 })), {
  minLength: 6,
  maxLength: 40,
});
/** How many real tokens there are for each estimated token; various tokenizers and languages lie in this range. */
const anyRate = fc.double({ min: 0.72, max: 1.9, noNaN: true });

describe('scenes behind a cut', () => {
  it('RN21: are those whose prompt was longer than the window, whatever the window', () => {
    const anyWindow = fc.constantFrom(2_048, 4_096, 8_192, 16_384);
    fc.assert(
      fc.property(
        anySizes,
        anyWindow,
        fc.double({ min: 0.9, max: 1.25, noNaN: true }),
        (sizes, window, rate) => {
          const tokens = (sent: number) => Math.round(sent * rate);
          const reads = sizes.map((sent, at) => ({
            sent,
            counted: tokens(sent) > window ? window / 2 + 2 - (at % 2) : tokens(sent),
          }));
          const cut = sizes.flatMap((sent, at) => (tokens(sent) > window ? [at + 1] : []));
          // Fewer cut prompts cannot be distinguished from chance.
          fc.pre(cut.length >= 3);
          expect(find(reads)).toEqual(cut);
        },
      ),
    );
  });

  it('RN21: are none if the server counted whole prompts, or nothing', () => {
    fc.assert(
      fc.property(anySizes, anyRate, (sizes, rate) => {
        expect(find(sizes.map((sent) => ({ sent, counted: Math.round(sent * rate) })))).toEqual([]);
        expect(find(sizes.map((sent) => ({ sent, counted: undefined })))).toEqual([]);
      }),
    );
  });

  it('RN21: are none if the server counts only what it had not cached', () => {
    const anyFresh = fc.array(fc.noBias(fc.integer({ min: 300, max: 3_000 })), {
      minLength: 8,
      maxLength: 40,
    });
    fc.assert(
      fc.property(anyFresh, (fresh) => {
        let sent = 3_500;
        const reads = fresh.map((counted, at) => {
          sent += counted;
          return { sent, counted: at === 0 ? sent : counted };
        });
        expect(find(reads)).toEqual([]);
      }),
    );
  });

  it('RN21: are judged run by run: a larger window later hides nothing', () => {
    const cut = Array.from({ length: 5 }, () => ({ sent: 14_000, counted: 2_051 }));
    const whole = Array.from({ length: 5 }, () => ({ sent: 14_000, counted: 13_000 }));
    expect(find([...cut, ...whole], { secondRunFrom: 5 })).toEqual([1, 2, 3, 4, 5]);
    expect(find([...whole, ...cut], { secondRunFrom: 5 })).toEqual([6, 7, 8, 9, 10]);
  });
});
