// Proves that no run wastes a night on one fault: repeated failures halt the run, and windows too small are refused.

import { buildScriptedModel, type ScriptStep } from '@terrarium/kernel/testing/scripted-model';
import { describe, expect, it } from 'vitest';
import { openFailureStreak } from '../../src/runner/find-fault.ts';
import { estimateLeastBudget } from '../../src/runner/least-budget.ts';
import { openRetry } from '../../src/runner/open-retry.ts';
import { runStates } from '../../src/runner/run-states.ts';
import { buildLongStory } from '../support/long-story.ts';
import { buildStoryModel } from '../support/story-model.ts';
import { useSmallWorlds } from '../support/use-small-worlds.ts';

const openWorld = useSmallWorlds();

const story = Array.from({ length: 8 }, (_, at) => ({
  thread: `${at}`,
  body: `Then Soma left ${at} times.`,
}));
const nothing: ScriptStep = { text: 'Nothing new.' };
const thought: ScriptStep = { reasoning: 'Let me think. ', finish: 'length' };
const cut: ScriptStep = { text: 'Let me', finish: 'length' };
const once = { settings: { maxAttempts: 1 } };

describe('scenes that fail for the same reason', () => {
  it('RN18: halt the run at the third in a row, with the reason and what would help', async () => {
    const world = openWorld(story);
    const model = buildScriptedModel([thought, thought, thought]);
    const { run, connection } = world.open(model, once);
    expect(await runStates(run)).toMatchObject({
      kind: 'halted',
      error: {
        code: 'model.same-failure',
        exitCode: 4,
        happened: expect.stringMatching(/used its whole reply for thinking/),
        todo: expect.stringMatching(/enable_thinking.*--max-output-tokens.*--keep-going/s),
      },
    });
    model.assertDone();
    expect(run.stores.ledger.countScenes().byStatus).toMatchObject({ skipped: 3, pending: 5 });
    const reasons = run.stores.ledger.readScenes('skipped').map(({ lastError }) => lastError);
    expect(new Set(reasons)).toEqual(
      new Set(['The model used its whole reply for thinking and said nothing.']),
    );
    connection.close();
    const next = world.open(buildScriptedModel(Array(5).fill(nothing)), once);
    expect(await runStates(next.run)).toEqual({ kind: 'finished' });
    next.connection.close();
  });

  it('RN18: do not halt it if another reason or a scene that was read is between them, or if somebody wants to go on', async () => {
    const mixed = buildScriptedModel([thought, thought, cut, cut, nothing, thought, thought, nothing]);
    const first = openWorld(story).open(mixed, once);
    expect(await runStates(first.run)).toEqual({ kind: 'finished' });
    mixed.assertDone();
    first.connection.close();
    const settings = { maxAttempts: 1, keepsGoing: true };
    const all = openWorld(story).open(buildScriptedModel(Array(8).fill(thought)), { settings });
    expect(await runStates(all.run)).toEqual({ kind: 'finished' });
    all.connection.close();
  });

  it('RN18: halt retries, too', async () => {
    const settings = { maxAttempts: 1, keepsGoing: true };
    const { run, connection } = openWorld(story).open(buildScriptedModel(Array(8).fill(thought)), {
      settings,
    });
    await runStates(run);
    const streak = openFailureStreak();
    const model = buildScriptedModel([thought, thought, thought]);
    const outcomes: string[] = [];
    for (const scene of run.stores.ledger.readUnread().slice(0, 4)) {
      const again = { ...run, model, streak, settings: { ...run.settings, keepsGoing: false } };
      outcomes.push((await runStates(openRetry(again, scene))).kind);
    }
    expect(outcomes).toEqual(['finished', 'finished', 'finished', 'halted']);
    connection.close();
  });
});

describe('a budget', () => {
  it('RN19: is refused before the first scene if no scene has room in it, and nothing is planned for it', async () => {
    const world = openWorld(buildLongStory(1, 4));
    const least = estimateLeastBudget();
    const small = world.open(buildStoryModel(), { settings: { contextBudget: least - 1 } });
    await expect(runStates(small.run)).rejects.toMatchObject({
      code: 'context.window-too-small',
      message: expect.stringContaining(`at least ${least}`),
    });
    expect(small.run.stores.ledger.countScenes().total).toBe(0);
    small.connection.close();
    const enough = world.open(buildStoryModel(), { settings: { contextBudget: least } });
    expect(await runStates(enough.run)).toEqual({ kind: 'finished' });
    const { byStatus, total } = enough.run.stores.ledger.countScenes();
    expect(byStatus.committed).toBe(total);
    enough.connection.close();
  });

  it('RN20: that has changed divides anew the scenes that were not begun, and leaves the rest as it is', async () => {
    const body = 'Soma walked on and on along the long salt road to Vell. '.repeat(100);
    const world = openWorld(Array.from({ length: 6 }, () => ({ thread: 'One', body })));
    const read = async (contextBudget: number, limit?: number) => {
      const { run, connection } = world.open(buildStoryModel(), { settings: { contextBudget, limit } });
      const outcome = await runStates(run);
      const scenes = [...run.stores.ledger.iterateScenes()].map(({ id, firstPostId, lastPostId, span }) => ({
        id,
        firstPostId,
        lastPostId,
        span,
      }));
      connection.close();
      return { outcome, scenes };
    };
    const first = await read(16_000, 1);
    const same = await read(16_000, 1);
    expect(same.scenes).toEqual(first.scenes);
    const begun = first.scenes.slice(0, 2);
    const smaller = await read(4_000, 1);
    expect(smaller.scenes.slice(0, 2)).toEqual(begun);
    expect(smaller.scenes.length).toBeGreaterThan(first.scenes.length);
    const larger = await read(16_000);
    expect(larger.outcome).toEqual({ kind: 'finished' });
    expect(larger.scenes.length).toBeLessThan(smaller.scenes.length);
    expect(larger.scenes.at(-1)?.lastPostId).toBe(6);
  });
});
