// Reads with models whose servers silently cut prompts: the run soon halts, and no scene with a cut prompt counts as read.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { guardModel } from '@terrarium/kernel/guard-model';
import type { LanguageModel } from '@terrarium/kernel/language-model';
import { openServerNotebook } from '@terrarium/kernel/server-notes';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runStates } from '../../src/runner/run-states.ts';
import { dumpWorld } from '../support/dump-world.ts';
import { Killed, plantKill } from '../support/kill-switch.ts';
import { buildLongStory } from '../support/long-story.ts';
import { buildStoryModel } from '../support/story-model.ts';
import { useSmallWorlds } from '../support/use-small-worlds.ts';

const openWorld = useSmallWorlds();

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cut-prompts-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/**
 * If a prompt does not fit, this model reports half of its window as the prompt's tokens and gives a useless answer,
 * like a server that dropped the beginning of the prompt.
 */
function buildCuttingModel(windowTokens: number) {
  const honest = buildStoryModel();
  const state = { requests: 0, cut: 0 };
  const model: LanguageModel = {
    ...honest,
    describeServer: async () => ({ kind: 'ollama', version: undefined, models: [] }),
    reply: async (request, options) => {
      state.requests += 1;
      const reply = await honest.reply(request, options);
      const { promptTokens } = reply.usage;
      if (promptTokens === 'unknown' || promptTokens <= windowTokens) return reply;
      state.cut += 1;
      const usage = { ...reply.usage, promptTokens: windowTokens / 2 + 2 };
      return { ...reply, calls: [], text: 'What a story!', finish: 'stop', usage };
    },
  };
  const asked = { baseUrl: 'http://localhost:11434', model: model.id };
  return { state, model: guardModel(model, { asked, notebook: openServerNotebook({ folder }) }) };
}

/** Measures a window that has room for this many prompts of the story, but not for one more. */
async function measureWindow(prompts: number): Promise<number> {
  const honest = buildStoryModel();
  const counts: number[] = [];
  const model: LanguageModel = {
    ...honest,
    reply: async (request, options) => {
      const reply = await honest.reply(request, options);
      counts.push(Number(reply.usage.promptTokens));
      return reply;
    },
  };
  const { run, connection } = openWorld(buildLongStory(2, 10)).open(model, {
    settings: { contextBudget: 8_000, limit: prompts },
  });
  await runStates(run);
  connection.close();
  return 2 * Math.ceil((counts[prompts - 1] ?? 0) / 2);
}

describe('a server that cuts prompts in silence', () => {
  it('RN17: halts the run within two requests; nothing is read, and nothing learnt', async () => {
    const { model, state } = buildCuttingModel(1_024);
    const { run, connection } = openWorld(buildLongStory(2, 10)).open(model, {
      settings: { contextBudget: 8_000 },
    });
    expect(await runStates(run)).toMatchObject({
      kind: 'halted',
      error: {
        code: 'model.prompt-cut',
        happened: expect.stringContaining('about 1024'),
        todo: expect.stringContaining('OLLAMA_CONTEXT_LENGTH'),
      },
    });
    expect(state.cut).toBe(2);
    const { byStatus, calls } = run.stores.ledger.countScenes();
    expect(byStatus).toMatchObject({ skipped: 0, running: 1 });
    // All replies count except those to the two cut prompts.
    expect(calls).toBe(state.requests - 2);
    expect(run.session.records).toHaveLength(state.requests - 2);
    expect(run.stores.ledger.findNextScene('main')?.lastError).toContain('only part of the prompt');
    connection.close();
  });

  it('RN17: goes on from the last good reply once the window is larger, and ends as if nothing had happened', async () => {
    const world = openWorld(buildLongStory(2, 10));
    const { model, state } = buildCuttingModel(4_096);
    const cut = world.open(model, { settings: { contextBudget: 8_000 } });
    expect(await runStates(cut.run)).toMatchObject({ kind: 'halted', error: { code: 'model.prompt-cut' } });
    expect(state.cut).toBe(2);
    const read = cut.run.stores.ledger.countScenes().byStatus.committed;
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(20);
    cut.connection.close();
    const sound = world.open(buildCuttingModel(1_000_000).model, { settings: { contextBudget: 8_000 } });
    expect(await runStates(sound.run)).toEqual({ kind: 'finished' });
    const terms = listTerms(sound.run);
    sound.connection.close();
    const whole = openWorld(buildLongStory(2, 10)).open(buildStoryModel(), {
      settings: { contextBudget: 8_000 },
    });
    await runStates(whole.run);
    expect(terms).toEqual(listTerms(whole.run));
    whole.connection.close();
  });

  it('RN17: killed after any commit and resumed, again and again, it counts nothing as read, and ends the same', async () => {
    const world = openWorld(buildLongStory(2, 10));
    const window = await measureWindow(4);
    const { model, state } = buildCuttingModel(window);
    const settings = { contextBudget: 8_000 };
    let kills = 0;
    for (;;) {
      const opened = { connection: undefined as { close(): void } | undefined };
      const wrap = (connection: Parameters<typeof plantKill>[0]) => {
        opened.connection = connection;
        // Some runs must survive their first commit: otherwise, the scene would make no progress and the run would
        // never halt.
        return plantKill(connection, { commits: kills % 6, when: 'after' });
      };
      try {
        const { run } = world.open(model, { settings, wrap });
        expect(await runStates(run)).toMatchObject({ kind: 'halted', error: { code: 'model.prompt-cut' } });
        opened.connection?.close();
        break;
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
        kills += 1;
        expect(kills).toBeLessThan(500);
        opened.connection?.close();
      }
    }
    expect(kills).toBeGreaterThan(3);
    expect(state.cut).toBeGreaterThanOrEqual(2);
    const whole = openWorld(buildLongStory(2, 10));
    for (const one of [world, whole]) {
      const halted = one.open(buildCuttingModel(window).model, { settings });
      expect(await runStates(halted.run)).toMatchObject({ error: { code: 'model.prompt-cut' } });
      halted.connection.close();
    }
    const [killed, never] = [world, whole].map((one) => {
      const { run, connection } = one.open(buildStoryModel(), { settings });
      const { byStatus, calls } = run.stores.ledger.countScenes();
      const dump = dumpWorld(connection);
      connection.close();
      return { committed: byStatus.committed, skipped: byStatus.skipped, calls, dump };
    });
    expect(killed).toEqual(never);
    expect(never).toMatchObject({ skipped: 0 });
  });
});

function listTerms({ stores }: ReturnType<ReturnType<typeof openWorld>['open']>['run']): readonly string[] {
  return [...stores.glossary.iterateEntries()].map(({ term }) => term);
}
