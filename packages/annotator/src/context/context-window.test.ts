// Proves that a request is render(log, folds), that it only grows between folds, and that nothing is deleted.

import type { Message } from '@terrarium/kernel/language-model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ThreadId } from '../corpus/corpus.ts';
import type { EntryId, RevisionId } from '../glossary/entry.ts';
import { applyFold, trimWindow } from './apply-fold.ts';
import { ContextWindow, estimateFold } from './context-window.ts';
import { estimateMessage, estimateTools } from './count-prompt.ts';
import { buildFoldLimits } from './fold-limits.ts';
import type { FoldId, FoldRecord, LoggedMessage, SceneId, Sequence } from './message-log.ts';
import { cutReplyCharacters } from './message-log.ts';
import { type FoldPlan, planFold } from './plan-fold.ts';
import { renderRequest } from './render-request.ts';

const budget = 2_000;
const limits = buildFoldLimits(budget, { soft: 0.6, compact: 0.8, emergency: 0.9, foldTarget: 0.4 });

const opening: FoldRecord = {
  id: 1 as FoldId,
  afterSequence: 0 as Sequence,
  kept: [],
  preamble: {
    version: 'v1',
    instructions: 'Read the story.',
    tools: [{ name: 'note', description: 'Notes.', parameters: {} }],
  },
  cumulative: undefined,
  chunks: [],
  scenesTrimmed: 0,
  reasoningTrimmedThrough: 0 as Sequence,
  repliesCutThrough: 0 as Sequence,
};

interface ScriptedScene {
  readonly endsThread: boolean;
  readonly words: number;
  readonly replies: readonly { readonly words: number; readonly reasoningWords: number }[];
}

const scriptedScene: fc.Arbitrary<ScriptedScene> = fc.record({
  endsThread: fc.boolean(),
  words: fc.integer({ min: 1, max: 300 }),
  replies: fc.array(
    fc.record({ words: fc.integer({ min: 0, max: 150 }), reasoningWords: fc.integer({ min: 0, max: 200 }) }),
    {
      minLength: 1,
      maxLength: 3,
    },
  ),
});

function say(words: number): string {
  return Array.from({ length: words }, (_, index) => `word${index}`).join(' ');
}

/**
 * A reader without a runner: appends scenes, folds once the prompt reaches `limits.compact`, and keeps the whole log.
 */
class Simulation {
  readonly log: LoggedMessage[] = [];
  readonly folds: FoldRecord[] = [opening];
  readonly window = new ContextWindow(opening, []);
  readonly plans: FoldPlan[] = [];
  private threadId = 1;
  private sceneIndex = 0;
  private sceneId = 0;

  readScene(scene: ScriptedScene, check: () => void): void {
    this.sceneId += 1;
    this.foldIfDue(estimateMessage({ role: 'user', content: say(scene.words) }));
    check();
    this.append({ role: 'user', content: say(scene.words) });
    check();
    for (const reply of scene.replies) {
      const reasoning = reply.reasoningWords === 0 ? {} : { reasoning: say(reply.reasoningWords) };
      const calls = [{ id: `c${this.log.length}`, name: 'note', arguments: '{"a":1}' }];
      this.append({ role: 'assistant', content: say(reply.words), ...reasoning, calls });
      this.append({ role: 'tool', callId: `c${this.log.length - 1}`, name: 'note', content: '<noted/>' });
      check();
    }
    this.append({ role: 'assistant', content: 'Done.' });
    check();
    this.sceneIndex += 1;
    if (!scene.endsThread) return;
    this.threadId += 1;
    this.sceneIndex = 0;
  }

  private append(message: Message): void {
    const logged: LoggedMessage = {
      sequence: (this.log.length + 1) as Sequence,
      sceneId: this.sceneId as SceneId,
      corpus: 'main',
      threadId: this.threadId as ThreadId,
      sceneIndex: this.sceneIndex,
      message,
      tokens: estimateMessage(message),
      shown: this.listShown(message),
    };
    this.log.push(logged);
    this.window.append(logged);
  }

  /** A scene shows an entry of its own; its replies show what changed in that entry and in the one before. */
  private listShown({ role }: Message): LoggedMessage['shown'] {
    const revision = this.log.length as RevisionId;
    const own = { entryId: this.sceneId as EntryId, revision, isPart: role !== 'user' };
    return [own, { entryId: (this.sceneId - 1) as EntryId, revision, isPart: true }];
  }

  private foldIfDue(incoming: number): void {
    const promptTokens = this.window.tokens + incoming;
    if (promptTokens < limits.compact) return;
    const { fold } = this.window;
    const groups = this.window.listGroups();
    const plan = planFold({
      groups,
      openThread: { corpus: 'main', threadId: this.threadId as ThreadId },
      chunks: fold.chunks.map((chunk) => ({ ...chunk, tokens: 20 })),
      cumulativeTokens: fold.cumulative === undefined ? 0 : 60,
      promptTokens,
      limits,
    });
    this.plans.push(plan);
    const folded = applyFold(
      fold,
      { groups, newest: this.window.newest },
      {
        plan,
        chunkSummaries: plan.chunks.map((chunk) => ({
          id: undefined,
          corpus: chunk.corpus,
          threadId: chunk.threadId,
          chunkIndex: chunk.chunkIndex,
          firstScene: chunk.groups[0]?.sceneIndex ?? 0,
          lastScene: chunk.groups.at(-1)?.sceneIndex ?? 0,
          entryIds: [],
          origin: 'model',
          text: 'They went on.',
        })),
        cumulative:
          plan.cumulative === undefined
            ? undefined
            : {
                id: undefined,
                through: undefined,
                entryIds: [],
                origin: 'model',
                text: 'So far they went on and on.',
              },
      },
    );
    const { draft } = trimWindow(folded, {
      live: this.window.live.filter((logged) =>
        folded.kept.some((kept) => kept.from <= logged.sequence && logged.sequence <= kept.to),
      ),
      estimate: (trimmed) => estimateFold({ ...trimmed, id: 0 as FoldId }, this.window.live) + incoming,
      emergency: limits.emergency,
      target: limits.target,
    });
    const record = { ...draft, id: (this.folds.length + 1) as FoldId };
    this.folds.push(record);
    this.window.replaceFold(record);
  }
}

function renderWire(simulation: Simulation): string {
  const { tools, messages } = simulation.window.render();
  return (JSON.stringify(tools) + JSON.stringify(messages)).slice(0, -1);
}

function simulate(scenes: readonly ScriptedScene[], check: (simulation: Simulation) => void): Simulation {
  const simulation = new Simulation();
  for (const scene of scenes) simulation.readScene(scene, () => check(simulation));
  return simulation;
}

const story = fc.array(scriptedScene, { minLength: 1, maxLength: 25 });

describe('the window', () => {
  it('CX1: stands where the fold that opened it stands while nothing was said', () => {
    expect(new ContextWindow(opening, []).newest).toBe(0);
  });

  it('CX1: is at every moment render(log, folds)', () => {
    fc.assert(
      fc.property(story, (scenes) => {
        simulate(scenes, ({ window, log, folds }) => {
          expect(window.render()).toEqual(renderRequest(log, folds));
        });
      }),
      { numRuns: 60 },
    );
  });

  it('CX2: grows only at its end between two folds', () => {
    fc.assert(
      fc.property(story, (scenes) => {
        let former = { folds: 0, wire: '' };
        simulate(scenes, (simulation) => {
          const present = { folds: simulation.folds.length, wire: renderWire(simulation) };
          if (present.folds === former.folds) expect(present.wire.startsWith(former.wire)).toBe(true);
          former = present;
        });
      }),
      { numRuns: 60 },
    );
  });

  it('CX4: user and assistant take turns, and tool answers follow their calls', () => {
    fc.assert(
      fc.property(story, (scenes) => {
        simulate(scenes, ({ window }) => {
          const spoken = window.render().messages.filter((message) => message.role !== 'tool');
          const turns = spoken.filter(
            (message) => message.role !== 'assistant' || message.calls === undefined,
          );
          expect(turns[0]?.role).toBe('system');
          turns.slice(1).forEach((message, index) => {
            expect(message.role).toBe(index % 2 === 0 ? 'user' : 'assistant');
          });
        });
      }),
      { numRuns: 60 },
    );
  });

  it('CP9, CP10: each fold shrinks the window and the log keeps every message', () => {
    fc.assert(
      fc.property(story, (scenes) => {
        const { folds, log } = simulate(scenes, () => undefined);
        expect(log.map((logged) => logged.sequence)).toEqual(log.map((_, index) => index + 1));
        folds.slice(1).forEach((fold, index) => {
          const then = log.filter((logged) => logged.sequence <= fold.afterSequence);
          const before = folds[index] ?? opening;
          expect(estimateFold(fold, then)).toBeLessThanOrEqual(estimateFold(before, then));
        });
      }),
      { numRuns: 60 },
    );
  });

  it('CX7: counts a request as what it holds, trimmed messages as they are sent', () => {
    const expectCounted = (window: ContextWindow) => {
      const { tools, messages } = window.render();
      const held = messages.reduce((sum, message) => sum + estimateMessage(message), estimateTools(tools));
      expect(window.tokens).toBe(held);
      expect(estimateFold(window.fold, window.live)).toBe(held);
    };
    fc.assert(
      fc.property(story, fc.nat(60), fc.nat(60), (scenes, reasoning, replies) => {
        const { window } = simulate(scenes, (simulation) => expectCounted(simulation.window));
        const reasoningTrimmedThrough = reasoning as Sequence;
        window.replaceFold({
          ...window.fold,
          reasoningTrimmedThrough,
          repliesCutThrough: replies as Sequence,
        });
        expectCounted(window);
      }),
      { numRuns: 60 },
    );
  });

  it('CX6: knows which revision of each entry it shows, and forgets an entry whose full text was folded', () => {
    const seen = { parts: 0 };
    fc.assert(
      fc.property(story, (scenes) => {
        simulate(scenes, ({ window }) => {
          const ids = scenes.map((_, index) => (index + 1) as EntryId);
          const shown = Map.groupBy(
            window.live.flatMap((logged) => logged.shown),
            ({ entryId }) => entryId,
          );
          const whole = ids.filter((id) => shown.get(id)?.some(({ isPart }) => !isPart));
          seen.parts += ids.filter((id) => shown.has(id) && !whole.includes(id)).length;
          const expected = whole.map((id) => [id, shown.get(id)?.at(-1)?.revision]);
          const found = ids.map((id) => [id, window.findShown(id)]);
          expect(found.filter(([, revision]) => revision !== undefined)).toEqual(expected);
        });
      }),
      { numRuns: 30 },
    );
    expect(seen.parts).toBeGreaterThan(0);
  });
});

describe('trimming', () => {
  it('CP4: spares the reasoning of the newest four replies and cuts only replies older than eight turns', () => {
    const long = say(400);
    const log = Array.from({ length: 12 }, (_, index): LoggedMessage => {
      const message: Message = { role: 'assistant', content: long, reasoning: long };
      return {
        sequence: (index + 1) as Sequence,
        sceneId: index as SceneId,
        corpus: 'main',
        threadId: 1 as ThreadId,
        sceneIndex: index,
        message,
        tokens: estimateMessage(message),
        shown: [],
      };
    });
    const { id, ...draft } = opening;
    const kept = [{ from: 1 as Sequence, to: 12 as Sequence }];
    const weigh = (trimmed: typeof draft) => estimateFold({ ...trimmed, id }, log);
    const trimmed = trimWindow(
      { ...draft, afterSequence: 12 as Sequence, kept },
      { live: log, estimate: weigh, emergency: 100, target: 50 },
    );
    expect(trimmed.tiers).toEqual([3, 4, 5]);
    expect(trimmed.draft.reasoningTrimmedThrough).toBe(8);
    expect(trimmed.draft.repliesCutThrough).toBe(4);
    const [, second] = renderRequest(log, [
      {
        ...draft,
        id,
        afterSequence: 12 as Sequence,
        kept,
        reasoningTrimmedThrough: 8 as Sequence,
        repliesCutThrough: 4 as Sequence,
      },
    ]).messages;
    expect(second?.content.length).toBeLessThanOrEqual(cutReplyCharacters + 1);
  });
});
